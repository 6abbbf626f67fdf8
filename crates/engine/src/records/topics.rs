//! What texts can be about: sets of topics.

/// A set of topics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Topics(u32);

impl Topics {
    /// Statistics, keywords, and the loss of abilities.
    pub const VALUES: Topics = Topics(1);
    /// Abilities: a card's own ones, and those that are given.
    pub const ABILITIES: Topics = Topics(1 << 1);
    /// Subtypes, names, sides and types.
    pub const IDENTITY: Topics = Topics(1 << 2);
    /// Prices for activities.
    pub const PRICES: Topics = Topics(1 << 3);
    /// Changes of costs.
    pub const COSTS: Topics = Topics(1 << 4);
    /// Prevention of damage, and damage that cannot be prevented.
    pub const PREVENTION: Topics = Topics(1 << 5);
    /// Limits.
    pub const LIMITS: Topics = Topics(1 << 6);
    /// What players can, can't and must do.
    pub const PLAYERS: Topics = Topics(1 << 7);
    /// Attacking and being attacked.
    pub const ATTACK: Topics = Topics(1 << 8);
    /// Being disrupted.
    pub const DISRUPT: Topics = Topics(1 << 9);
    /// Retreating and moving.
    pub const MOVE: Topics = Topics(1 << 10);
    /// Being deployed.
    pub const ENTER: Topics = Topics(1 << 11);
    /// Untapping or not.
    pub const UNTAP: Topics = Topics(1 << 12);
    /// Using abilities.
    pub const USE: Topics = Topics(1 << 13);
    /// Counting toward control.
    pub const CONTROL: Topics = Topics(1 << 14);
    /// Being piloted.
    pub const PILOT: Topics = Topics(1 << 15);
    /// Lying in a stack, on top or beneath.
    pub const STACK: Topics = Topics(1 << 16);
    /// Gaining and losing statistics and abilities.
    pub const GAINS: Topics = Topics(1 << 17);
    /// Being discarded.
    pub const DISCARD: Topics = Topics(1 << 18);
    /// Being attached.
    pub const ATTACH: Topics = Topics(1 << 19);
    /// A health that may become smaller than what is printed.
    pub const SHRINK: Topics = Topics(1 << 20);
    /// The loss of game text and of all abilities, or of those that are triggered.
    pub const TEXT: Topics = Topics(1 << 21);

    /// All topics in groups: what is often asked by itself stands by itself.
    pub const GROUPS: [Topics; 8] = [
        Topics::VALUES.or(Topics::GAINS).or(Topics::SHRINK),
        Topics::ABILITIES,
        Topics::IDENTITY.or(Topics::TEXT),
        Topics::COSTS,
        Topics::PLAYERS,
        Topics::ATTACK.or(Topics::PRICES),
        Topics::MOVE
            .or(Topics::ENTER)
            .or(Topics::UNTAP)
            .or(Topics::CONTROL)
            .or(Topics::PILOT)
            .or(Topics::STACK)
            .or(Topics::LIMITS)
            .or(Topics::ATTACH),
        Topics::PREVENTION.or(Topics::DISRUPT).or(Topics::USE).or(Topics::DISCARD),
    ];

    /// Everything.
    pub const ALL: Topics = Topics(u32::MAX);

    /// Both.
    #[must_use]
    pub const fn or(self, other: Topics) -> Topics {
        Topics(self.0 | other.0)
    }

    /// Whether they have one in common.
    pub const fn meets(self, other: Topics) -> bool {
        self.0 & other.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::Topics;

    #[test]
    fn every_topic_stands_in_one_group() {
        for bit in 0..22 {
            let groups = Topics::GROUPS.iter().filter(|group| group.meets(Topics(1 << bit))).count();
            assert_eq!(groups, 1, "topic {bit}");
        }
    }
}

//! What is said at a table. It isn't in the log: it ends with the visit. The players talk to each other, those who watch
//! talk among themselves, and neither hear the other.

use super::message::Shot;
use super::run::Owner;
use engine::state::ByRole;
use std::collections::VecDeque;
use std::sync::Arc;
use table::Holder;
use vocab::Role;

/// How many of the last lines are kept.
const LINES: usize = 40;

/// Something that one of those who watch said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Who.
    pub by: Holder,
    /// The number of the form, by which it is known again.
    request: u64,
    /// What.
    pub text: String,
}

/// What was said at a table lately.
#[derive(Debug, Default)]
pub struct Talk {
    players: VecDeque<(Role, String)>,
    /// The numbers of the forms they came with.
    requests: VecDeque<u64>,
    watchers: Arc<Vec<Remark>>,
    /// How many remarks there were.
    heard: u64,
    /// Who doesn't want to read what the other writes.
    muted: ByRole<bool>,
}

impl Talk {
    /// What the players said.
    pub fn players(&self) -> Vec<(Role, String)> {
        self.players.iter().cloned().collect()
    }

    /// Who doesn't want to read what the other writes.
    pub const fn muted(&self) -> ByRole<bool> {
        self.muted
    }

    /// A player says something. The same words twice from one click are said once.
    pub fn say(&mut self, by: Option<Role>, request: u64, line: &str) -> bool {
        if request != 0 && self.requests.contains(&request) {
            return false;
        }
        self.requests.push_back(request);
        if let Some(role) = by {
            self.players.push_back((role, line.to_string()));
        }
        if self.players.len() > LINES {
            self.players.pop_front();
        }
        if self.requests.len() > LINES {
            self.requests.pop_front();
        }
        true
    }

    /// One of those who watch says something.
    pub fn remark(&mut self, by: &str, request: u64, text: &str) -> bool {
        let same = |known: &Remark| request != 0 && known.request == request && known.by == by;
        if self.watchers.iter().any(same) {
            return false;
        }
        let watchers = Arc::make_mut(&mut self.watchers);
        watchers.push(Remark { by: by.to_string(), request, text: text.to_string() });
        let old = watchers.len().saturating_sub(LINES);
        watchers.drain(..old);
        self.heard += 1;
        true
    }

    /// A player doesn't want to read the other any more, or wants to again.
    pub fn mute(&mut self, role: Role, muted: bool) -> bool {
        let changed = self.muted[role] != muted;
        self.muted[role] = muted;
        changed
    }

    /// A shot as those who watch see it, with what they say to each other. How old the shot is makes no difference: they
    /// all see the same.
    pub fn for_watchers(&self, shot: &Arc<Shot>) -> Arc<Shot> {
        if self.heard == 0 {
            return shot.clone();
        }
        Arc::new(Shot { remarks: self.watchers.clone(), heard: self.heard, ..(**shot).clone() })
    }
}

impl Owner {
    /// Learns which of the two players has blocked the other: nobody reads somebody they've blocked.
    pub(super) async fn learn_blocks(&mut self) {
        let [Some(dark), Some(light)] = Role::ALL.map(|role| self.table.seats[role].clone()) else { return };
        if dark == light {
            return;
        }
        for (role, own, other) in [(Role::Dark, &dark, &light), (Role::Light, &light, &dark)] {
            match self.node.store.blocked_by(own).await {
                Ok(blocked) if blocked.iter().any(|(whom, _)| whom == other) => {
                    self.talk.mute(role, true);
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(game = &*self.game, %error, "can't read who has blocked whom"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LINES, Talk};
    use vocab::Role;

    #[test]
    fn a_line_of_one_click_is_said_once_and_old_ones_are_forgotten() {
        let mut talk = Talk::default();
        assert!(talk.say(Some(Role::Dark), 7, "hi") && !talk.say(Some(Role::Dark), 7, "hi"));
        assert!(talk.say(Some(Role::Dark), 0, "ho") && talk.say(Some(Role::Dark), 0, "ho"), "no number");
        assert_eq!(talk.players().len(), 3);
        assert!(
            talk.remark("mira", 7, "oh") && !talk.remark("mira", 7, "oh") && talk.remark("gero", 7, "oh")
        );
        for number in 0..100 {
            talk.say(Some(Role::Light), 100 + number, "more");
            talk.remark("mira", 100 + number, "more");
        }
        assert_eq!((talk.players().len(), talk.watchers.len(), talk.heard), (LINES, LINES, 102));
        assert!(talk.mute(Role::Dark, true) && !talk.mute(Role::Dark, true) && talk.muted()[Role::Dark]);
        assert!(!talk.muted()[Role::Light], "one way");
    }
}

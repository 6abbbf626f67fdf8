//! A plan of faults: what goes wrong with which write, from a seed.

use std::time::Duration;

/// What happens to a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing: it is written.
    None,
    /// It is refused, and certainly not written.
    Failed,
    /// It is written, but nobody is told.
    DoubtWritten,
    /// It isn't written, and nobody is told.
    DoubtLost,
    /// Nobody is told, and it is written a while later.
    DoubtLate,
}

/// Which faults come, and how often: a stream of small decisions from a seed.
#[derive(Clone, Debug)]
pub struct Plan {
    state: u64,
    /// How many of a thousand writes go wrong.
    pub faults: u32,
    /// The longest delay before a write or read, in milliseconds.
    pub delay: u64,
    /// How many writes in a row fail once one has failed.
    pub outage: u32,
    left: u32,
}

impl Plan {
    /// No faults and no delays.
    pub const fn calm() -> Plan {
        Plan { state: 1, faults: 0, delay: 0, outage: 0, left: 0 }
    }

    /// Every write is refused, and certainly not written: a disk that has become readable only.
    pub const fn refusing() -> Plan {
        Plan { state: 1, faults: 1000, delay: 0, outage: 0, left: u32::MAX }
    }

    /// A plan from a seed.
    pub const fn new(seed: u64, faults: u32, delay: u64, outage: u32) -> Plan {
        Plan { state: seed ^ 0x9E37_79B9_7F4A_7C15, faults, delay, outage, left: 0 }
    }

    /// The next number of the stream (splitmix64).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// What happens to the next write.
    pub fn fault(&mut self) -> Fault {
        if self.left > 0 {
            self.left -= 1;
            return Fault::Failed;
        }
        if self.next() % 1000 >= u64::from(self.faults) {
            return Fault::None;
        }
        match self.next() % 4 {
            0 => {
                self.left = if self.outage == 0 { 0 } else { (self.next() % u64::from(self.outage)) as u32 };
                Fault::Failed
            }
            1 => Fault::DoubtWritten,
            2 => Fault::DoubtLost,
            _ => Fault::DoubtLate,
        }
    }

    /// Whether the next notice to other servers gets lost.
    pub fn loses(&mut self) -> bool {
        self.faults > 0 && self.next().is_multiple_of(4)
    }

    /// How long the next write or read takes.
    pub fn pause(&mut self) -> Duration {
        if self.delay == 0 { Duration::ZERO } else { Duration::from_millis(self.next() % self.delay) }
    }
}

//! Play-or-pass chances (rule 1307).

use crate::facts::game::Game;
use crate::facts::now::summary;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::frame::Flow;
pub(crate) use crate::records::pop::{Chance, Frame};
use crate::records::state::{Moment, Passes};
use crate::rules::keywords::hidden_cost;
use crate::rules::{battle, build, keywords, play};
use vocab::{Keyword, Role};

impl Game {
    /// What kind of chance the waiting play-or-pass question is (rule 1307.1); `None` for other questions.
    pub fn chance(&self) -> Option<Chance> {
        match self.state.frames.last() {
            Some(crate::records::frame::Frame::Pop(frame)) => Some(frame.chance),
            _ => None,
        }
    }
}

impl Frame {
    /// A chance that begins: DS goes first (rule 1307.1).
    pub const fn new(chance: Chance) -> Frame {
        Frame { chance, next: Role::Dark, passes: 0 }
    }

    pub(crate) fn step(self, game: &mut Game) -> Flow {
        // 1315: contested units are looked for after every play of a chance in the battle phase.
        let is_open = match self.chance {
            Chance::At(_, moment) => !matches!(moment, Moment::BuildStep(_)),
            other => other == Chance::General,
        };
        if let Some(contest) = is_open.then(|| battle::contests(game)).flatten() {
            return Flow::push(self, contest);
        }
        let passed = self.after_idle_passes(game);
        if passed.passes == 2 || play::is_settled(game, self.chance) {
            keywords::over(game, self.chance);
            if self.chance == Chance::Disrupt {
                play::close(game);
            }
            return Flow::Done;
        }
        if passed == self { Flow::Ask } else { Flow::next(passed) }
    }

    /// The chance after those have passed who are seen to have nothing to play: they need not even be asked, unless
    /// that would tell something (rule 1307.10).
    fn after_idle_passes(self, game: &mut Game) -> Frame {
        let mut frame = self;
        while frame.passes < 2 && game.state.options.passes == Passes::Skipped {
            let plays = summary::refresh_plays(game, frame.next);
            if play::may_offer(game, plays, self.chance) || !frame.has_nothing_else(game) {
                break;
            }
            frame = frame.passed();
        }
        frame
    }

    /// Whether there is nothing besides plays.
    fn has_nothing_else(self, game: &Game) -> bool {
        let mut choices = Vec::new();
        keywords::offers(game, self.next, self.chance, &mut choices);
        hidden_cost::offers(game, self.next, self.chance, &mut choices);
        choices.is_empty()
    }

    /// The chance after another pass.
    const fn passed(self) -> Frame {
        Frame { next: self.next.other(), passes: self.passes + 1, ..self }
    }

    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        choices.push(Choice::Pass);
        play::offers(game, self.next, self.chance, choices);
        keywords::offers(game, self.next, self.chance, choices);
        hidden_cost::offers(game, self.next, self.chance, choices);
        Some(Ask::new(self.next, Why::PlayOrPass, 1307, 1))
    }

    pub(crate) fn chosen(self, game: &mut Game, choice: Choice) -> Flow {
        let next = self.next.other();
        match choice {
            Choice::Pass => Flow::next(self.passed()),
            // 1731.1: a completion at nearly any time.
            Choice::PlayBy(card, Keyword::HiddenCost) => {
                let complete = build::Frame::complete(self.next, card, build::Way::Hidden);
                Flow::push(Frame { next, passes: 0, ..self }, complete)
            }
            // 1307.2: a play is completely dealt with before the next chance.
            play => match keywords::chosen(game, self.chance, play)
                .or_else(|| play::begin(game, self.next, self.chance, play))
            {
                Some(above) => Flow::push(Frame { next, passes: 0, ..self }, above),
                None => Flow::Ask,
            },
        }
    }
}

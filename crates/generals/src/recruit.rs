//! The recruit: anything that is allowed, each as likely as the next.

use engine::stage::{General, Outlook, Prospect, Wants};
use engine::{Fast, Question};

/// What he is called.
pub const NAME: &str = "recruit";

/// Gives any order and any answer, at random. He is what rules are tried on: sooner or later he does everything.
#[derive(Clone, Debug)]
pub struct Recruit {
    chance: Fast,
}

impl Default for Recruit {
    fn default() -> Self {
        Recruit { chance: Fast::seeded(0) }
    }
}

impl General for Recruit {
    fn name(&self) -> &'static str {
        NAME
    }

    fn wants(&self) -> Wants {
        Wants::Everything
    }

    fn begin(&mut self, seed: u64) {
        self.chance = Fast::seeded(seed);
    }

    fn minds_standing(&self, _: u16, _: u16) -> bool {
        false
    }

    fn choose(&mut self, _: &Outlook, prospects: &[Prospect]) -> usize {
        self.chance.below(prospects.len().max(1) as u32) as usize
    }

    fn answer(&mut self, question: &Question) -> u32 {
        self.chance.below(question.choices.count().max(1))
    }
}

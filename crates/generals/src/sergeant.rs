//! The sergeant: weighs what each order promises, takes the best, and thinks no further.

use engine::stage::{Act, General, Outlook, Prospect, Wants};
use engine::{Fast, Question};

use crate::practice;
use crate::weights::*;

/// What he is called.
pub const NAME: &str = "sergeant";

/// Plays a whole battle sensibly and fast: he looks at the orders of one piece at a time, and remembers nothing.
#[derive(Clone, Debug)]
pub struct Sergeant {
    /// Decides where he has no preference.
    chance: Fast,
}

impl Default for Sergeant {
    fn default() -> Self {
        Sergeant { chance: Fast::seeded(0) }
    }
}

impl General for Sergeant {
    fn name(&self) -> &'static str {
        NAME
    }

    fn wants(&self) -> Wants {
        Wants::Briefing
    }

    fn minds_standing(&self, turn: u16, turns: u16) -> bool {
        is_late(turn, turns)
    }

    fn begin(&mut self, seed: u64) {
        self.chance = Fast::seeded(seed);
    }

    fn choose(&mut self, outlook: &Outlook, prospects: &[Prospect]) -> usize {
        let temper = Temper::of(outlook);
        let (mut best, mut most, mut equals) = (0, i32::MIN, 1);
        for (place, prospect) in prospects.iter().enumerate() {
            let worth = temper.weigh(prospect);
            if worth > most {
                (best, most, equals) = (place, worth, 1);
            } else if worth == most {
                equals += 1;
                // Each of the equals is as likely in the end, with one pass over them.
                if self.chance.below(equals) == 0 {
                    best = place;
                }
            }
        }
        best
    }

    fn answer(&mut self, question: &Question) -> u32 {
        practice::answer(question)
    }
}

/// Whether time runs out: only then he asks who is ahead.
fn is_late(turn: u16, turns: u16) -> bool {
    i32::from(turn) * 4 > i32::from(turns) * LATE_QUARTERS
}

/// How much he dares, as the battle stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temper {
    risk: i32,
    /// What ground is worth, in quarters of what it usually is, and what a charge is worth besides.
    haste: (i32, i32),
}

impl Temper {
    /// As the battle stands.
    pub fn of(outlook: &Outlook) -> Self {
        let late = is_late(outlook.turn, outlook.turns);
        let (risk, haste) = match outlook.ahead {
            ahead if late && ahead > 0 => (RISK_AHEAD, USUAL),
            ahead if late && ahead < 0 => (RISK_BEHIND, HASTE_BEHIND),
            _ if late => (RISK_LEVEL, HASTE_LEVEL),
            _ => (RISK, USUAL),
        };
        Temper { risk, haste }
    }

    /// What an order is worth to him, in tenths of a man.
    pub fn weigh(self, prospect: &Prospect) -> i32 {
        let p = prospect;
        let trade = p.harm * HARM - p.risk * self.risk + p.merit * MERIT;
        let ground = ground(p) * self.haste.0 / 4;
        let by_act = match p.act {
            Act::Duty => 0,
            // Whoever fires from afar or stays gives up the ground that he could win meanwhile.
            Act::Pass => ground,
            Act::Fire => FIRE + ground,
            Act::Charge => charge(p) + ground * p.chance / 2_000 + self.haste.1,
            Act::Advance => ground + advance(p),
            Act::Shift => ground * NEARER_SHIFTING_QUARTERS / 4,
            Act::Withdraw => WITHDRAW + worn(p),
            Act::Form => FORM,
            Act::Rally => RALLY,
            Act::Command => COMMAND,
        };
        trade + by_act + post(p)
    }
}

/// A charge wants numbers and a fair chance, and men who are not worn out.
fn charge(p: &Prospect) -> i32 {
    let mass = if p.mass == 0 { 0 } else { ((p.mass - MASS_WANTED) * MASS).clamp(-MASS_MISSING_MOST, MASS_MOST) };
    let chance = (p.chance - CHANCE_WANTED).min(0) * CHANCE;
    CHARGE + mass + chance - worn(p) * WORN_CHARGES + flanking(p)
}

/// An advance to close quarters waits for the others; worn men stay back.
fn advance(p: &Prospect) -> i32 {
    let alone = p.enemy < CLOSE && p.mass > 0;
    let alone = if alone { (p.mass - ADVANCE_MASS).min(0) * ADVANCE_ALONE } else { 0 };
    alone - worn(p) + flanking(p)
}

/// The ground that is won.
fn ground(p: &Prospect) -> i32 {
    (p.nearer * NEARER).clamp(-NEARER_MOST, NEARER_MOST)
}

fn flanking(p: &Prospect) -> i32 {
    if p.flanking { FLANKING } else { 0 }
}

/// How much a piece is worn beyond what it can bear.
fn worn(p: &Prospect) -> i32 {
    (p.worn - WORN).max(0) * WORN_ADVANCES
}

/// Where it leaves the piece: cover, flanks, and its brigade.
fn post(p: &Prospect) -> i32 {
    let cover = if p.enemy < UNDER_FIRE { p.cover * COVER / 1_000 } else { 0 };
    let apart = ((p.apart - TOGETHER).max(0) * APART).min(APART_MOST);
    cover - apart - p.flanked * FLANKED
}

//! A rulebook of four charts that belongs to nobody: the jobs that exact odds are measured by.
//!
//! Fire, then morale, then a charge; and a volley of six, then morale, then up to three rounds. The same jobs stand in
//! `benches/peers/jobs.py` for the peer. Both are frozen: a goal that is met by changing the job is not met.
//!
//! It is written the way a rulebook is written, straight through, with no thought for how odds are calculated.

use engine::{Asks, Die, LedgerEntry, Rule, RuleKind, Ruling, Umpire};

static LEDGER: [LedgerEntry; 4] = [
    entry(0, "FZ-FIRE", "2d6 + 1 on the fire chart give the hits."),
    entry(1, "FZ-MORALE", "A d6 + 2, less the hits: 4 holds, 2 is disorder, less is a retreat."),
    entry(2, "FZ-VOLLEY-MORALE", "2d6 less the hits of all six stands: -6 is steady, -12 is shaken, less is broken."),
    entry(3, "FZ-CHARGE", "White less coloured + 1, and 1 more against a shaken enemy, on the charge chart."),
];

const FIRE: Rule = Rule::from_ledger(&LEDGER[0]);
const MORALE: Rule = Rule::from_ledger(&LEDGER[1]);
const VOLLEY_MORALE: Rule = Rule::from_ledger(&LEDGER[2]);
const CHARGE: Rule = Rule::from_ledger(&LEDGER[3]);

const fn entry(index: u16, id: &'static str, statement: &'static str) -> LedgerEntry {
    LedgerEntry { id, kind: RuleKind::Rule, chart: "Frozen jobs", statement, index }
}

/// The charts.
#[derive(Debug)]
pub struct Charts {
    /// Hits by total; totals beyond an end read the end.
    fire: [u8; 20],
}

/// The charts as they are measured.
pub const CHARTS: Charts = Charts { fire: [0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4] };

impl Charts {
    fn hits(&self, total: i16) -> u8 {
        self.fire[total.clamp(0, 19) as usize]
    }
}

/// How a target takes its losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Morale {
    /// It stands in order.
    Hold,
    /// It stands, shaken.
    Disorder,
    /// It is gone.
    Retreat,
}

/// How far a charge gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Charge {
    /// There was none.
    None,
    /// Through the enemy.
    Through,
    /// The enemy falls back.
    Back,
    /// Both stand.
    Stand,
    /// It is thrown back.
    Repulse,
    /// It breaks.
    Rout,
}

impl Charge {
    /// The charge chart.
    fn at(difference: i16) -> Self {
        match difference {
            3.. => Charge::Through,
            1.. => Charge::Back,
            0 => Charge::Stand,
            -2.. => Charge::Repulse,
            _ => Charge::Rout,
        }
    }

    /// Its name in the answers.
    pub const fn name(self) -> &'static str {
        match self {
            Charge::None => "none",
            Charge::Through => "through",
            Charge::Back => "back",
            Charge::Stand => "stand",
            Charge::Repulse => "repulse",
            Charge::Rout => "rout",
        }
    }
}

/// A fight so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fight {
    /// Hits on the target.
    pub hits: u8,
    /// How it takes them.
    pub morale: Morale,
    /// What the charge has done.
    pub charge: Charge,
}

impl Fight {
    const BEGINS: Fight = Fight { hits: 0, morale: Morale::Hold, charge: Charge::None };

    /// Nothing is left to be fought out.
    fn is_decided(self) -> bool {
        self.morale == Morale::Retreat || self.charge != Charge::Stand
    }
}

/// Job A. Fire, morale, and a charge at whoever is still there.
pub fn fire_morale_charge<U: Umpire>(charts: &Charts, umpire: &mut U) -> Ruling<Fight, U> {
    let fight = umpire.step(charts, Fight::BEGINS, one_stand_fires)?;
    let fight = umpire.step(charts, fight, take_losses)?;
    if fight.morale == Morale::Retreat {
        return Ok(fight);
    }
    charge(charts, fight, umpire)
}

/// Job A without a seam, so that every way the dice can fall is one run: what a run costs.
pub fn fire_morale_charge_unmerged<U: Umpire>(charts: &Charts, umpire: &mut U) -> Ruling<Fight, U> {
    let fight = one_stand_fires(charts, Fight::BEGINS, umpire)?;
    let fight = take_losses(charts, fight, umpire)?;
    if fight.morale == Morale::Retreat {
        return Ok(fight);
    }
    charge(charts, fight, umpire)
}

/// Job B. Six stands fire together, their target takes the losses, and up to three rounds decide it.
pub fn volley_morale_rounds<U: Umpire>(charts: &Charts, umpire: &mut U) -> Ruling<Fight, U> {
    let mut fight = Fight::BEGINS;
    for _stand in 0..6 {
        fight = umpire.step(charts, fight, one_stand_fires)?;
    }
    fight = umpire.step(charts, fight, take_volley)?;
    for _round in 0..3 {
        if fight.is_decided() {
            break;
        }
        fight = umpire.step(charts, fight, charge)?;
    }
    Ok(fight)
}

fn one_stand_fires<U: Umpire>(charts: &Charts, fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    let total = umpire.sum(2, Die::D6, FIRE)? + 1;
    Ok(Fight { hits: fight.hits + charts.hits(total), ..fight })
}

fn take_losses<U: Umpire>(_: &Charts, fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    let total = umpire.d6(MORALE)? + 2 - i16::from(fight.hits);
    let morale = match total {
        4.. => Morale::Hold,
        2.. => Morale::Disorder,
        _ => Morale::Retreat,
    };
    Ok(Fight { morale, ..fight })
}

fn take_volley<U: Umpire>(_: &Charts, fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    let total = umpire.sum(2, Die::D6, VOLLEY_MORALE)? - i16::from(fight.hits);
    let morale = match total {
        -6.. => Morale::Hold,
        -12.. => Morale::Disorder,
        _ => Morale::Retreat,
    };
    let charge = if morale == Morale::Retreat { Charge::None } else { Charge::Stand };
    Ok(Fight { morale, charge, ..fight })
}

fn charge<U: Umpire>(_: &Charts, fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    let shaken = i16::from(fight.morale == Morale::Disorder);
    let difference = umpire.difference(CHARGE)? + 1 + shaken;
    Ok(Fight { charge: Charge::at(difference), ..fight })
}

//! The Fire Phase: fire of any number of units at one target (P2).
//!
//! [`situation`] is what the charts ask about, [`volley`] what each body of stands brings, [`shifts`] the column shifts.
//! Not here: who can see and reach whom, and the pass-through fire that interrupts a move; those need a map.

mod shifts;
mod situation;
mod volley;

use engine::book::Procedure;
use engine::{Asks, Decimal, Modifiers, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::Serialize;
use shifts::add_fire_shifts;
pub use situation::{FIRERS_MAX, FireSituation, FireTarget, Firer, GUN_KINDS_MAX, Stance, VOLLEYS_MAX, Volley};
pub(crate) use volley::{FirerFacts, Shot, Shots, TargetFacts, front_rank, shoot};

use crate::charts::{Casualty, CasualtyCheck, FireResult, WeaponClass};
use crate::command::{Command, commander_check};
use crate::questions::COMBINE_FIRE;
use crate::rules::*;
use crate::unit::{Condition, Formation};
use crate::{Book, Event, Referee};

/// What fire did to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FireOutcome {
    /// Hits taken.
    pub hits: u8,
    /// Panic Markers earned, those beyond the most a unit can carry included.
    pub markers: u8,
    /// The target afterwards.
    pub condition: Condition,
    /// Whether fire from its flank or rear took effect: its next morale test this turn is harder.
    pub flank_fire: bool,
    /// What became of the commander with the target.
    pub commander: Casualty,
    /// Whether the small arms that fired are now out of ammunition (optional rule).
    pub small_arms_out_of_ammo: bool,
    /// Whether the artillery that fired is now out of ammunition (optional rule).
    pub artillery_out_of_ammo: bool,
}

/// P2 as a procedure of its own.
pub struct Fire;

impl Procedure for Fire {
    type Book = Book;
    type Situation = FireSituation;
    type Outcome = FireOutcome;

    const NAME: &'static str = "fire";
    const CHAPTER: &'static str = "Fire";
    const SUMMARY: &'static str = "Any number of units fire at one target: hits, Panic Markers, stands lost.";

    fn examples() -> Vec<(&'static str, FireSituation)> {
        situation::examples()
    }

    fn check(book: &Book, situation: &FireSituation) -> Result<(), Refusal> {
        situation.check(book)
    }

    #[inline(always)]
    fn run<U: Referee>(book: &Book, situation: &FireSituation, umpire: &mut U) -> Ruling<FireOutcome, U> {
        umpire.cite(SE_FIRE_DECLARE);
        let mut shots = Shots::new();
        let shelter = situation.target.shelter();
        for firer in &situation.firers {
            volley::gather(book, situation.side, firer, shelter, &mut shots, umpire)?;
        }
        let has = |class| shots.iter().any(|shot| shot.class == class);
        // P2 step 4: one attack of everything, or one of each kind.
        let separate = has(WeaponClass::SmallArms)
            && has(WeaponClass::Artillery)
            && umpire.choose(situation.side, &COMBINE_FIRE, None, &["combined", "separate"])? == 1;
        let target = situation.target.facts();
        let mut struck = Struck::new(&situation.target);
        if separate {
            struck = struck.by_each_kind(book, &target, &shots, umpire)?;
        } else {
            struck.by(book, &target, &shots, umpire)?;
        }
        Ok(struck.outcome)
    }

    fn line(outcome: &FireOutcome) -> String {
        let mut line = match (outcome.hits, outcome.markers) {
            (0, 0) => "no effect".to_owned(),
            (0, markers) => counted(markers, "Panic Marker", "Panic Markers"),
            (hits, markers) => {
                let hits = counted(hits, "hit", "hits");
                format!("{hits}, {}", counted(markers, "Panic Marker", "Panic Markers"))
            }
        };
        line += &format!(" (target: {})", outcome.condition);
        match outcome.commander {
            Casualty::Killed => line += "; its commander is killed",
            Casualty::Serious => line += "; its commander is seriously wounded",
            Casualty::Light => line += "; its commander is lightly wounded",
            Casualty::None => {}
        }
        if outcome.small_arms_out_of_ammo || outcome.artillery_out_of_ammo {
            line += "; the firers are out of ammunition";
        }
        line
    }
}

/// The target while one or two groups fire at it.
struct Struck {
    command: Command,
    outcome: FireOutcome,
}

impl Struck {
    fn new(target: &FireTarget) -> Self {
        Struck {
            command: Command::of(target.commander.as_ref()),
            outcome: FireOutcome {
                hits: 0,
                markers: 0,
                condition: target.condition,
                flank_fire: false,
                commander: Casualty::None,
                small_arms_out_of_ammo: false,
                artillery_out_of_ammo: false,
            },
        }
    }

    /// P2 steps 5 to 11, for small arms and artillery apart.
    // COST: on a copy and not inlined, so that the target of the usual one attack can stay in registers.
    #[inline(never)]
    fn by_each_kind<U: Referee>(
        mut self,
        book: &Book,
        target: &TargetFacts,
        shots: &[Shot],
        umpire: &mut U,
    ) -> Ruling<Self, U> {
        for class in [WeaponClass::SmallArms, WeaponClass::Artillery] {
            let group: Shots = shots.iter().filter(|shot| shot.class == class).copied().collect();
            self.by(book, target, &group, umpire)?;
        }
        Ok(self)
    }

    /// P2 steps 5 to 11 for one group.
    // COST: always inlined, here and below, so that the target stays in registers while it suffers. In memory it was
    // written byte by byte and read back whole, which stalls each time; with the copies of shots and shifts that was half
    // of a fire rollout.
    #[inline(always)]
    fn by<U: Referee>(&mut self, book: &Book, target: &TargetFacts, group: &[Shot], umpire: &mut U) -> Ruling<(), U> {
        let outcome = &mut self.outcome;
        if outcome.condition.is_gone() {
            return Ok(());
        }
        let effect = resolve_group(book, target, group, umpire)?;
        if effect.out_of_ammo {
            // S 62: every unit of the group is marked.
            outcome.small_arms_out_of_ammo |= group.iter().any(|shot| shot.class == WeaponClass::SmallArms);
            outcome.artillery_out_of_ammo |= group.iter().any(|shot| shot.class == WeaponClass::Artillery);
        }
        outcome.flank_fire |= effect.from_flank;
        let (hits, markers) = suffer(book, target, effect.result, &mut outcome.condition, umpire);
        outcome.hits += hits;
        outcome.markers += markers;
        let casualty =
            commander_check(book, CasualtyCheck::Fire, hits.into(), &mut self.command, &mut outcome.condition, umpire)?;
        if casualty != Casualty::None {
            outcome.commander = casualty;
        }
        Ok(())
    }
}

/// What one group's fire comes to, before the target suffers it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effect {
    pub result: FireResult,
    /// It took effect, and some of it came from the target's flank or rear.
    pub from_flank: bool,
    pub out_of_ammo: bool,
}

/// P2 steps 5 to 10: total the factors, find the column, shift it, roll, read the chart.
#[inline(always)]
pub(crate) fn resolve_group<U: Referee>(
    book: &Book,
    target: &TargetFacts,
    group: &[Shot],
    umpire: &mut U,
) -> Ruling<Effect, U> {
    let factor: Decimal = group.iter().map(Shot::factor).sum();
    umpire.cite(SE_FIRE_FACTOR);
    if factor.is_zero() {
        // S 44: no die, no effect, no ammunition check.
        return Ok(Effect { result: FireResult::Nothing, from_flank: false, out_of_ammo: false });
    }
    match target.formation {
        Formation::Skirmish if target.mounted => umpire.cite(SE_SKIRM_5),
        Formation::Square => umpire.cite(SE_HOUSE_SQUARE),
        Formation::Column if target.ranks > 1 => umpire.cite(SE_MOVE_COLUMN_DEF),
        _ => {}
    }
    let columns = &book.tables.fire_columns;
    let column = columns.step(factor)?;
    let mut shifts = Modifiers::new();
    add_fire_shifts(&mut shifts, book, target, group, factor);
    umpire.cite(SE_FIRE_SHIFT_TABLE);
    if group.iter().any(|shot| shot.firer.marksmen) {
        umpire.cite_all([SE_SKILLS, SE_SKILL_MARKSMEN]);
    }
    if target.flanks_exposed {
        umpire.cite(SE_SKIRM_6);
    }
    let shift = umpire.apply(&shifts);
    let shifted = columns.shifted(column, shift);
    umpire.tell(|| Event::Fired {
        factor_thousandths: factor.thousandths(),
        column: column as u16,
        shift,
        shifted: shifted as u16,
    });
    let die = umpire.d10(SE_FIRE_RES_TABLE)?;
    let result = umpire.read(book.tables.fire_results.at(die, shifted)?);
    umpire.cite(match result {
        FireResult::Nothing => SE_FIRE_RES_0,
        FireResult::Panic => SE_FIRE_RES_P,
        FireResult::Hits(_) => SE_FIRE_RES_N,
    });
    let from_flank = result != FireResult::Nothing && group.iter().any(|shot| shot.from_flank_or_rear);
    if from_flank {
        umpire.cite(SE_FLANK_FIRE);
    }
    let out_of_ammo = book.switches.ammunition && die == 0;
    if out_of_ammo {
        umpire.cite(SE_OPT_AMMO);
    }
    Ok(Effect { result, from_flank, out_of_ammo })
}

/// P2 step 9: hits and Panic Markers for the target. Gives both as earned.
#[inline(always)]
pub(crate) fn suffer<U: Referee>(
    book: &Book,
    target: &TargetFacts,
    result: FireResult,
    condition: &mut Condition,
    umpire: &mut U,
) -> (u8, u8) {
    if result != FireResult::Nothing {
        umpire.cite(SE_PANIC_CAUSE_FIRE);
    }
    match result {
        FireResult::Nothing => {
            umpire.tell(|| Event::Suffered { hits: 0, markers: 0, stands_lost: 0 });
            (0, 0)
        }
        FireResult::Panic => {
            condition.take_markers(book, 1, umpire);
            umpire.tell(|| Event::Suffered { hits: 0, markers: 1, stands_lost: 0 });
            (0, 1)
        }
        FireResult::Hits(hits) => {
            condition.take_hits(book, target.kind, hits, umpire);
            (hits, hits)
        }
    }
}

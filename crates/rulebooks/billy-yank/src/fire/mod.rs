//! The Fire Phase: one unit fires at another (section 5.3).
//!
//! [`situation`] is what the charts ask about, [`shifts`] the column shifts, [`bounce`] what roundshot does behind its
//! target. Units never add their fire together (SL-17): each is a procedure of its own. Not here: who sees and reaches whom
//! (see `sight`), and fire at walls and ships (see `battering`).

mod bounce;
mod shifts;
mod situation;

pub use bounce::{Bounce, BounceGround, BounceOutcome, BounceSituation, BounceStrike, BounceTarget, Landing};
use engine::book::Procedure;
use engine::{Asks, Decimal, Fault, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::Serialize;
pub(crate) use shifts::{FirerFacts, TargetFacts};
pub use situation::{Ammunition, FireSituation, Stance};
pub(crate) use situation::{check_firer, has_grape};

use crate::charts::{FireCell, FireShift, Limit, StandKind, Weapon};
use crate::citations::{FIRE_ROWS, cite_row, weapon_rule};
use crate::command::{Fate, Superior, commander_in_danger, tests_at_once};
use crate::cover::{Shelter, best_cover};
use crate::morale::Body;
use crate::rules::*;
use crate::unit::{Arm, Condition, Direction, Formation, Owner, Unit};
use crate::{Book, Event, Referee};

/// Who may fire (5.3): figures of the front rank, guns with their crews. Before Disorder Markers.
pub(crate) fn front(book: &Book, unit: &Unit, figures: u16) -> u16 {
    let per_stand = book.tables.turn.figures_per_stand.at(unit.stand()).value.max(1);
    let stands = figures.div_ceil(per_stand);
    let house = |shelter: &Shelter| {
        use Shelter::{Blockhouse, Building, Fortress, Redoubt, Stockade};
        matches!(shelter, Building | Blockhouse | Stockade | Redoubt | Fortress)
    };
    if unit.arm.is_artillery() {
        return unit.guns.min(stands);
    }
    if unit.shelters.contains(&Shelter::RiflePit) || unit.formation == Formation::Skirmish {
        return figures;
    }
    if unit.shelters.iter().any(house) {
        return figures.div_ceil(book.limit(Limit::GarrisonFaces).max(1));
    }
    let front = match unit.formation {
        Formation::Line => stands,
        // SL-71: stands divided by ranks, rounded up.
        Formation::DoubleLine => stands.div_ceil(2),
        Formation::Deep => stands.div_ceil(3),
        Formation::Column => 1,
        Formation::Square => return figures.div_ceil(book.limit(Limit::SquareFaces).max(1)),
        Formation::Skirmish | Formation::Limbered | Formation::Unlimbered => 0,
    };
    figures.min(front.saturating_mul(per_stand))
}

/// 5.3 step 2: each Disorder Marker silences a stand, or one gun model (SL-11).
pub(crate) fn after_disorder(book: &Book, unit: &Unit, figures: u16, disorder: u8) -> u16 {
    let stand = match unit.stand() {
        StandKind::ArtilleryCrew => 1,
        kind => book.tables.turn.figures_per_stand.at(kind).value,
    };
    figures.saturating_sub(stand.saturating_mul(disorder.into()))
}

/// 5.3 steps 1 and 3: the points of so many figures at this range. RD-13: the maximum range beats the cell.
pub(crate) fn firepower<U: Referee>(
    book: &Book,
    weapon: Weapon,
    range_m: u16,
    figures: u16,
    umpire: &mut U,
) -> Ruling<Decimal, U> {
    let tables = &book.tables.fire;
    umpire.cite(BY_FP_TABLE);
    umpire.cite(weapon_rule(weapon));
    let max_range = tables.max_range.at(weapon);
    if range_m > max_range.value {
        umpire.read(max_range);
        return Ok(Decimal::ZERO);
    }
    let band = tables.bands.band(Decimal::from_int(range_m.into())).ok_or_else(|| no_band(range_m))?;
    Ok(umpire.read(tables.points.at(weapon, band)?).times(figures.into()))
}

/// Whether this weapon has any points at this range.
pub(crate) fn reaches(book: &Book, weapon: Weapon, range_m: u16) -> bool {
    let tables = &book.tables.fire;
    let band = tables.bands.band(Decimal::from_int(range_m.into()));
    let points = band.and_then(|band| tables.points.at(weapon, band).ok());
    range_m <= tables.max_range.at(weapon).value && points.is_some_and(|points| !points.value.is_zero())
}

#[cold]
fn no_band(range_m: u16) -> Fault {
    Fault::of_file("firepower", format!("no range band holds {range_m} metres"))
}

/// What one shot came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shot {
    pub cell: FireCell,
    /// The optional rule: the die was 0.
    pub out_of_ammo: bool,
}

impl Shot {
    /// Anything but nothing is effective.
    pub fn is_effective(self) -> bool {
        self.cell != FireCell::Nothing
    }
}

/// 5.3 steps 3 to 5: find the column, shift it, roll, read the chart. No points, no die (SL-19).
pub(crate) fn resolve<U: Referee>(
    book: &Book,
    points: Decimal,
    firer: &FirerFacts,
    target: &TargetFacts,
    umpire: &mut U,
) -> Ruling<Shot, U> {
    let tables = &book.tables.fire;
    if points <= Decimal::ZERO {
        return Ok(Shot { cell: FireCell::Nothing, out_of_ammo: false });
    }
    let column = tables.columns.step(points)?;
    umpire.cite(BY_FIRE_MOD_TABLE);
    let shift = umpire.apply(&shifts::fire_shifts(book, firer, target));
    let shifted = tables.columns.shifted(column, shift);
    let die = umpire.d10(BY_FIRE_RES_TABLE)?;
    let result = umpire.read(tables.results.at(die, shifted)?);
    cite_row(&FIRE_ROWS, die, umpire);
    umpire.tell(|| Event::Fired { points, column: column as u16, shift, shifted: shifted as u16, result });
    let out_of_ammo = book.switches.out_of_ammunition && die == 0;
    if out_of_ammo {
        umpire.cite(BY_FIRE_MOD_OUT_OF_AMMO);
    }
    Ok(Shot { cell: result, out_of_ammo })
}

/// 5.3 steps 6 and 7: figures lost, Disorder Markers, and the danger to the commander. Gives figures lost and his fate.
pub(crate) fn suffer<U: Referee>(
    book: &Book,
    cell: FireCell,
    chain: &[Superior],
    body: &mut Body,
    umpire: &mut U,
) -> Ruling<(u16, Fate), U> {
    let lost = take_losses(book, cell, body, umpire);
    let fate = commander_in_danger(book, chain, &mut body.staff, lost, &mut body.condition, umpire)?;
    Ok((lost, fate))
}

/// 5.3 step 6 alone: figures lost and Disorder Markers. Gives figures lost.
pub(crate) fn take_losses<U: Referee>(book: &Book, cell: FireCell, body: &mut Body, umpire: &mut U) -> u16 {
    if cell == FireCell::Nothing {
        return 0;
    }
    let figures = umpire.read(book.tables.fire.figures.at(cell));
    let markers = umpire.read(book.tables.fire.markers.at(cell));
    let lost = body.condition.lose(figures.into());
    if lost > 0 {
        umpire.tell(|| Event::Lost { figures: lost });
    }
    if !body.condition.is_gone() {
        body.condition.take_markers(book, markers);
        umpire.tell(|| Event::Marked { markers });
    }
    lost
}

/// 5.3 step 6: whether effective fire came from flank or rear, which the unit's next tests will feel.
pub(crate) fn took_flank_fire<U: Referee>(shot: &Shot, from: Direction, body: &Body, umpire: &mut U) -> bool {
    let flanked = shot.is_effective() && from != Direction::Front && !body.condition.is_gone();
    if flanked {
        umpire.cite(BY_MOR_MOD_FLANK);
    }
    flanked
}

/// What is true of a unit as a target.
pub(crate) fn target_facts<U: Referee>(
    book: &Book,
    unit: &Unit,
    figures: u16,
    from: Direction,
    umpire: &mut U,
) -> TargetFacts {
    let road_column = unit.on_road && unit.formation == Formation::Column;
    TargetFacts {
        unlimbered: unit.arm.is_artillery() && unit.formation == Formation::Unlimbered,
        cover: best_cover(book, unit, from, umpire),
        ranks: unit.ranks(book, figures),
        exposed: unit.formation == Formation::Limbered
            || unit.rides()
            || road_column
            || from == Direction::Flank
            || unit.arm == Arm::Wagon,
    }
}

/// What the attached commander of a unit is worth in its fire.
pub(crate) fn led<U: Referee>(
    book: &Book,
    unit: &Unit,
    body: &mut Body,
    owner: Owner,
    umpire: &mut U,
) -> Ruling<crate::command::Led, U> {
    let usual = book.tables.fire.shifts.at(FireShift::General).value;
    body.staff.lead(book, &unit.chain, usual, owner, umpire)
}

/// What fire did to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FireOutcome {
    /// What the chart says.
    pub result: FireCell,
    /// Figures the target lost.
    pub figures_lost: u16,
    /// The target afterwards.
    pub condition: Condition,
    /// Whether fire from flank or rear took effect: the target's morale tests of the next turn are harder.
    pub flank_fire: bool,
    /// What became of the commander with the target.
    pub commander: Fate,
    /// Whether the target tests at once because of its commander.
    pub tests_at_once: bool,
    /// Whether the firer is now out of ammunition (optional rule).
    pub out_of_ammo: bool,
}

/// 5.3 as a procedure of its own.
pub struct Fire;

impl Procedure for Fire {
    type Book = Book;
    type Situation = FireSituation;
    type Outcome = FireOutcome;

    const NAME: &'static str = "fire";
    const CHAPTER: &'static str = "Fire";
    const SUMMARY: &'static str = "One unit fires at another: figures lost and Disorder Markers.";

    fn examples() -> Vec<(&'static str, FireSituation)> {
        situation::examples()
    }

    fn check(book: &Book, situation: &FireSituation) -> Result<(), Refusal> {
        situation.check(book)
    }

    fn run<U: Referee>(book: &Book, situation: &FireSituation, umpire: &mut U) -> Ruling<FireOutcome, U> {
        let (firer, target) = (&situation.firer, &situation.target);
        let Some(weapon) = firer.weapon else {
            return Err(Fault::of_file("fire", "the firer has no weapon").into());
        };
        let owner = Owner { side: situation.side, first_piece: 0 };
        let mut firing = Body::of(firer);
        let led = led(book, firer, &mut firing, owner, umpire)?;
        let figures = situation.figures.unwrap_or_else(|| front(book, firer, firer.figures));
        let figures = after_disorder(book, firer, figures, firer.disorder);
        let points = firepower(book, weapon, situation.range_m, figures, umpire)?;
        let manner = (situation.stance, situation.ammunition);
        let facts = FirerFacts::of(book, firer, situation.side, manner, situation.range_m, led);
        let mut body = Body::of(target);
        let facing = target_facts(book, target, target.figures, situation.from, umpire);
        let shot = resolve(book, points, &facts, &facing, umpire)?;
        let (figures_lost, commander) = suffer(book, shot.cell, &target.chain, &mut body, umpire)?;
        let flank_fire = took_flank_fire(&shot, situation.from, &body, umpire);
        Ok(FireOutcome {
            result: shot.cell,
            figures_lost,
            condition: body.condition,
            flank_fire,
            commander,
            tests_at_once: tests_at_once(book, commander) && !body.condition.is_gone(),
            out_of_ammo: shot.out_of_ammo,
        })
    }

    fn line(outcome: &FireOutcome) -> String {
        let mut line = match (outcome.result, outcome.figures_lost) {
            (FireCell::Nothing, _) => "no effect".to_owned(),
            (FireCell::Marker, _) => "a Disorder Marker".to_owned(),
            (_, lost) => format!("{} lost", counted(lost, "figure", "figures")),
        };
        line += &match outcome.condition {
            gone if gone.is_gone() => " (the target is destroyed)".to_owned(),
            condition => format!(" (target: {condition})"),
        };
        if outcome.commander != Fate::Unhurt {
            line += &format!("; its commander: {}", outcome.commander);
        }
        if outcome.out_of_ammo {
            line += "; the firer is out of ammunition";
        }
        line
    }
}

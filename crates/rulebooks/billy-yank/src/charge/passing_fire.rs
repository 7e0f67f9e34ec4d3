//! Pass-through fire at a unit that moves by (the end of section 5.6).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::steps::grape_if_any;
use crate::charts::{FireCell, Limit, Maneuver, MoraleResult, Weapon};
use crate::command::Fate;
use crate::cover::check_shelters;
use crate::fire::{
    FirerFacts, Stance, after_disorder, check_firer, firepower, front, led, resolve, suffer, target_facts,
    took_flank_fire,
};
use crate::morale::{Body, Cause, morale_test, withdrawal_after};
use crate::questions::PASS_THROUGH_FIRE;
use crate::rules::*;
use crate::unit::{Condition, Direction, Formation, Owner, Unit, Withdrawal, check_direction, check_unit};
use crate::{Book, Event, Referee};

/// A unit moves past another that may fire at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassSituation {
    /// The side that fires.
    pub side: Side,
    /// Whether the second player of the turn moves.
    #[serde(default)]
    pub second_player: bool,
    /// The unit that fires.
    pub firer: Unit,
    /// The unit that moves by.
    pub mover: Unit,
    /// The range in metres at the place of its way that the firer chooses.
    pub range_m: u16,
    /// From where the fire comes, seen from the mover.
    #[serde(default)]
    pub from: Direction,
    /// Whether the mover is crossing a major obstacle.
    #[serde(default)]
    pub crossing_obstacle: bool,
    /// Whether the firer fired in its Fire Phase: skirmishers then may not.
    #[serde(default)]
    pub fired: bool,
}

/// Both units afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct PassOutcome {
    /// What the firer's test came to, if it tried.
    pub test: Option<MoraleResult>,
    /// What the chart says, if it fired.
    pub result: Option<FireCell>,
    /// The firer afterwards.
    pub firer: Condition,
    /// Whether the firer withdraws, and how.
    pub withdrawal: Withdrawal,
    /// The mover afterwards; it goes on without a test.
    pub mover: Condition,
    /// Whether the mover was struck in flank or rear with effect: its morale tests of the next turn are harder.
    pub flank_fire: bool,
    /// What became of the commander with the mover.
    pub commander: Fate,
    /// Whether the firer is now out of ammunition (optional rule).
    pub out_of_ammo: bool,
}

/// Pass-through fire as a procedure.
pub struct PassThrough;

impl Procedure for PassThrough {
    type Book = Book;
    type Situation = PassSituation;
    type Outcome = PassOutcome;

    const NAME: &'static str = "pass-through-fire";
    const CHAPTER: &'static str = "Charge";
    const SUMMARY: &'static str = "A unit moves past another, which may test and fire at it.";

    fn examples() -> Vec<(&'static str, PassSituation)> {
        let plain = PassSituation {
            side: Side::Confederate,
            second_player: false,
            firer: Unit { disorder: 1, ..Unit::infantry(16) },
            mover: Unit::infantry(20),
            range_m: 150,
            from: Direction::Front,
            crossing_obstacle: false,
            fired: false,
        };
        vec![
            (
                "a column on the road comes by",
                PassSituation {
                    mover: Unit { formation: Formation::Column, on_road: true, ..Unit::infantry(20) },
                    ..plain.clone()
                },
            ),
            (
                "guns rake a line in an abatis",
                PassSituation {
                    side: Side::Union,
                    second_player: true,
                    firer: Unit::battery(3, Weapon::TwelvePounderNapoleon),
                    from: Direction::Flank,
                    crossing_obstacle: true,
                    ..plain
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &PassSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        for (field, unit) in [("firer", &situation.firer), ("mover", &situation.mover)] {
            check_unit(book, &mut refusal, field, unit);
            check_shelters(&mut refusal, &format!("{field}.shelters"), unit);
        }
        check_firer(book, &mut refusal, "firer", &situation.firer, situation.range_m);
        check_direction(&mut refusal, "from", &situation.mover, situation.from, BY_FIRE_MOD_EXPOSED);
        let most = book.limit(Limit::PassThroughRange);
        refusal.unless(situation.range_m <= most, "range_m", BY_TURN_MOVE1, || {
            format!("pass-through fire reaches {most} metres")
        });
        let skirmishers = situation.firer.formation == Formation::Skirmish;
        refusal.unless(!(skirmishers && situation.fired), "fired", BY_MOVE_SKIRM_SEE, || {
            "skirmishers fire once a turn".to_owned()
        });
        let foot = situation.mover.arm == crate::unit::Arm::Infantry
            || (situation.mover.arm == crate::unit::Arm::Cavalry && !situation.mover.mounted);
        refusal.unless(foot || !situation.crossing_obstacle, "crossing_obstacle", BY_MAN_OBST_WHO, || {
            "only infantry and dismounted cavalry cross a major obstacle".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &PassSituation, umpire: &mut U) -> Ruling<PassOutcome, U> {
        let (firer, mover) = (&situation.firer, &situation.mover);
        let mut firing = Body::of(firer);
        let mut moving = Body::of(mover);
        let mut outcome = PassOutcome {
            test: None,
            result: None,
            firer: firing.condition,
            withdrawal: Withdrawal::None,
            mover: moving.condition,
            flank_fire: false,
            commander: Fate::Unhurt,
            out_of_ammo: firer.out_of_ammo,
        };
        if !umpire.yes(situation.side, &PASS_THROUGH_FIRE, None)? {
            return Ok(outcome);
        }
        umpire.cite(if situation.second_player { BY_TURN_MOVE2 } else { BY_TURN_MOVE1 });
        let owner = Owner { side: situation.side, first_piece: 0 };
        let result = morale_test(book, firer, owner, Cause::DefensiveFire, &mut firing, umpire)?;
        outcome.test = Some(result);
        outcome.firer = firing.condition;
        outcome.withdrawal = withdrawal_after(result, Withdrawal::None);
        let Some(weapon) = firer.weapon.filter(|_| result <= MoraleResult::Pass) else {
            return Ok(outcome);
        };
        let led = led(book, firer, &mut firing, owner, umpire)?;
        let figures = front(book, firer, firing.condition.figures);
        let figures = after_disorder(book, firer, figures, firing.condition.disorder);
        let points = firepower(book, weapon, situation.range_m, figures, umpire)?;
        let manner = (Stance::Defensive, grape_if_any(book, firer, weapon, situation.range_m));
        let facts = FirerFacts::of(book, firer, situation.side, manner, situation.range_m, led);
        let facing = target_facts(book, mover, mover.figures, situation.from, umpire);
        let shot = resolve(book, points, &facts, &facing, umpire)?;
        let (_, fate) = suffer(book, shot.cell, &mover.chain, &mut moving, umpire)?;
        outcome.flank_fire = took_flank_fire(&shot, situation.from, &moving, umpire);
        outcome.out_of_ammo |= shot.out_of_ammo;
        if situation.crossing_obstacle && !moving.condition.is_gone() {
            // With effect or not.
            umpire.cite(BY_MAN_OBST_DM);
            let markers = umpire.read(book.tables.ground.maneuver_markers.at(Maneuver::MajorObstacle));
            moving.condition.take_markers(book, markers);
            umpire.tell(|| Event::Marked { markers });
        }
        outcome.result = Some(shot.cell);
        outcome.mover = moving.condition;
        outcome.commander = fate;
        Ok(outcome)
    }

    fn line(outcome: &PassOutcome) -> String {
        let mover = format!("mover {}", outcome.mover);
        match (outcome.test, outcome.result) {
            (None, _) => "no fire".to_owned(),
            (Some(_), Some(result)) => format!("fire: {result}; {mover}"),
            (Some(test), None) => format!("no fire, the firer's test: {test}"),
        }
    }
}

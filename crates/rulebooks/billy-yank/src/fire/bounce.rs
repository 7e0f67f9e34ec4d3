//! Roundshot that goes on behind its target (section 5.4).

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Decimal, Fault, Refusal, Ruling, Side, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::situation::{Ammunition, FireSituation, Stance};
use super::{FirerFacts, after_disorder, firepower, front, led, resolve, suffer, target_facts, took_flank_fire};
use crate::charts::{FireCell, Spot, Weapon, WeaponClass};
use crate::citations::spot_rule;
use crate::command::Fate;
use crate::cover::{Shelter, check_shelters};
use crate::morale::Body;
use crate::questions::BOUNCE_TARGET;
use crate::rules::*;
use crate::unit::{Condition, Direction, Owner, Unit, check_direction, check_unit};
use crate::{Book, Referee, Weather};

keys! {
    /// The ground where a ball lands.
    #[derive(Default)]
    pub enum BounceGround {
        /// Ground that lets it go on.
        #[default]
        Open = "open",
        /// In or beyond a forest.
        Forest = "forest",
        /// In or beyond a building.
        Building = "building",
        /// In or beyond a swamp.
        Swamp = "swamp",
        /// In or beyond water.
        Water = "water",
        /// Beyond a standing wall or fortification.
        Wall = "wall",
        /// Higher than the landing before.
        Higher = "higher",
    }
}

/// A unit where a ball lands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BounceTarget {
    /// The unit, of either side.
    pub unit: Unit,
    /// From where the fire comes, seen from it.
    #[serde(default)]
    pub from: Direction,
}

/// One landing behind the target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// The ground there.
    #[serde(default)]
    pub ground: BounceGround,
    /// The nearest unit within 25 metres that this shot has not struck yet; two if they are equally near.
    #[serde(default)]
    pub units: Vec<BounceTarget>,
}

/// LIMIT: units equally near to a landing.
const NEAR_MAX: usize = 2;
/// The target and three landings.
const STRIKES_MAX: usize = 4;

/// A smoothbore battery fires roundshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BounceSituation {
    /// The shot at the target itself.
    pub shot: FireSituation,
    /// The landings behind it, nearest first: three at most.
    #[serde(default)]
    pub landings: Vec<Landing>,
}

/// What the ball did to one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct BounceStrike {
    /// 0 for the target, else the number of the landing.
    pub spot: u8,
    /// Which of the units there, counted from zero.
    pub unit: u8,
    /// What the chart says.
    pub result: FireCell,
    /// The unit afterwards.
    pub condition: Condition,
    /// Whether it was struck in flank or rear with effect: its morale tests of the next turn are harder.
    pub flank_fire: bool,
    /// What became of its commander.
    pub commander: Fate,
}

/// What the shot did on its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct BounceOutcome {
    /// Everything it struck, in order.
    #[schemars(with = "Vec<BounceStrike>")]
    pub strikes: ArrayVec<BounceStrike, STRIKES_MAX>,
    /// Whether the battery is now out of ammunition (optional rule).
    pub out_of_ammo: bool,
}

/// What does not change while the ball flies.
struct Flight<'a> {
    book: &'a Book,
    situation: &'a BounceSituation,
    points: Decimal,
    firer: FirerFacts,
}

/// The ball between two landings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Ball {
    spot: u8,
    stopped: bool,
    out_of_ammo: bool,
    strikes: ArrayVec<BounceStrike, STRIKES_MAX>,
}

/// 5.4 as a procedure.
pub struct Bounce;

impl Procedure for Bounce {
    type Book = Book;
    type Situation = BounceSituation;
    type Outcome = BounceOutcome;

    const NAME: &'static str = "bounce";
    const CHAPTER: &'static str = "Fire";
    const SUMMARY: &'static str = "Roundshot strikes its target and up to three landings behind it.";

    fn examples() -> Vec<(&'static str, BounceSituation)> {
        let line = |shelters: &[Shelter]| Unit { shelters: shelters.to_vec(), ..Unit::infantry(20) };
        let at = |unit| BounceTarget { unit, from: Direction::Front };
        let landing = |units| Landing { ground: BounceGround::Open, units };
        let shot = FireSituation {
            side: Side::Union,
            firer: Unit::battery(3, Weapon::TwelvePounderNapoleon),
            target: line(&[]),
            range_m: 300,
            stance: Stance::Hold,
            ammunition: Ammunition::Shot,
            figures: None,
            from: Direction::Front,
            target_fired: true,
            engaged: false,
            withdrawn: false,
        };
        vec![
            (
                "three lines one behind the other",
                BounceSituation {
                    shot: shot.clone(),
                    landings: vec![
                        landing(vec![at(line(&[Shelter::Scrub]))]),
                        landing(vec![at(line(&[]))]),
                        landing(vec![at(Unit::cavalry(8))]),
                    ],
                },
            ),
            (
                "two units equally near, and a wood that stops the ball",
                BounceSituation {
                    shot,
                    landings: vec![
                        landing(vec![at(line(&[])), at(Unit::cavalry(12))]),
                        Landing { ground: BounceGround::Forest, units: vec![at(line(&[Shelter::Forest]))] },
                        landing(vec![at(line(&[]))]),
                    ],
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &BounceSituation) -> Result<(), Refusal> {
        let mut refusal = situation.shot.check(book).err().unwrap_or_default().within("shot");
        let firer = &situation.shot.firer;
        let smoothbore =
            firer.weapon.map(|weapon| book.tables.fire.class.at(weapon).value) == Some(WeaponClass::Smoothbore);
        refusal.unless(smoothbore, "shot.firer.weapon", BY_BOUNCE_TABLE, || {
            "only smoothbores bounce their shot".to_owned()
        });
        refusal.unless(situation.shot.ammunition != Ammunition::Grape, "shot.ammunition", BY_BOUNCE_TABLE, || {
            "grape does not bounce".to_owned()
        });
        refusal.unless(book.switches.bounce, "landings", BY_BOUNCE_TABLE, || {
            "the switch roundshot-bounce is off: use fire".to_owned()
        });
        refusal.unless(situation.landings.len() <= Spot::ALL.len(), "landings", BY_BOUNCE_3, || {
            "a ball lands three times at most".to_owned()
        });
        for (index, landing) in situation.landings.iter().enumerate() {
            let field = format!("landings[{index}].units");
            refusal.unless(landing.units.len() <= NEAR_MAX, &field, BY_BOUNCE_TABLE, || {
                "give the nearest unit, or two that are equally near".to_owned()
            });
            for (place, target) in landing.units.iter().enumerate() {
                let field = format!("{field}[{place}]");
                check_unit(book, &mut refusal, &format!("{field}.unit"), &target.unit);
                check_shelters(&mut refusal, &format!("{field}.unit.shelters"), &target.unit);
                check_direction(&mut refusal, &format!("{field}.from"), &target.unit, target.from, BY_FIRE_MOD_EXPOSED);
            }
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &BounceSituation, umpire: &mut U) -> Ruling<BounceOutcome, U> {
        let shot = &situation.shot;
        let Some(weapon) = shot.firer.weapon else {
            return Err(Fault::of_file("bounce", "the firer has no weapon").into());
        };
        let owner = Owner { side: shot.side, first_piece: 0 };
        let led = led(book, &shot.firer, &mut Body::of(&shot.firer), owner, umpire)?;
        let figures = shot.figures.unwrap_or_else(|| front(book, &shot.firer, shot.firer.figures));
        let figures = after_disorder(book, &shot.firer, figures, shot.firer.disorder);
        let points = firepower(book, weapon, shot.range_m, figures, umpire)?;
        let firer = FirerFacts::of(book, &shot.firer, shot.side, (shot.stance, shot.ammunition), shot.range_m, led);
        let flight = Flight { book, situation, points, firer };
        let mut ball = Ball { spot: 0, stopped: false, out_of_ammo: false, strikes: ArrayVec::new() };
        for _ in 0..=situation.landings.len() {
            ball = umpire.step(&flight, ball, land)?;
        }
        Ok(BounceOutcome { strikes: ball.strikes, out_of_ammo: ball.out_of_ammo })
    }

    fn line(outcome: &BounceOutcome) -> String {
        let each = |strike: &BounceStrike| {
            let place = if strike.spot == 0 { "target".to_owned() } else { format!("landing {}", strike.spot) };
            format!("{place} {} ({})", strike.result, strike.condition)
        };
        outcome.strikes.iter().map(each).collect::<Vec<_>>().join("; ")
    }
}

/// One landing: the ball stops, strikes a unit, or goes on over empty ground.
fn land<U: Referee>(flight: &Flight<'_>, mut ball: Ball, umpire: &mut U) -> Ruling<Ball, U> {
    let (book, shot) = (flight.book, &flight.situation.shot);
    let spot = ball.spot;
    ball.spot += 1;
    if spot == 0 {
        strike(flight, &mut ball, (0, 0), &shot.target, shot.from, flight.points, umpire)?;
        // 5.4: in snow and mud nothing bounces.
        ball.stopped = book.switches.weather != Weather::Clear;
        return Ok(ball);
    }
    let index = usize::from(spot - 1);
    let (Some(landing), Some(key), false) =
        (flight.situation.landings.get(index), Spot::ALL.get(index).copied(), ball.stopped)
    else {
        return Ok(ball);
    };
    umpire.cite(BY_BOUNCE_TABLE);
    if landing.ground != BounceGround::Open {
        // RULING: the ball stops where such ground begins; nobody there is struck.
        ball.stopped = true;
        return Ok(ball);
    }
    let last = landing.units.len().saturating_sub(1) as u16;
    let chosen = umpire.number(shot.side, &BOUNCE_TARGET, Some(spot.into()), 0, last)?;
    let Some(target) = landing.units.get(usize::from(chosen)) else {
        return Ok(ball);
    };
    umpire.cite(spot_rule(key));
    umpire.read(book.tables.fire.bounce_metres.at(key));
    let percent = umpire.read(book.tables.fire.bounce_percent.at(key));
    let points = flight.points.scaled(Decimal::from_thousandths(i32::from(percent) * 10));
    strike(flight, &mut ball, (spot, chosen as u8), &target.unit, target.from, points, umpire)?;
    Ok(ball)
}

fn strike<U: Referee>(
    flight: &Flight<'_>,
    ball: &mut Ball,
    (spot, unit): (u8, u8),
    target: &Unit,
    from: Direction,
    points: Decimal,
    umpire: &mut U,
) -> Ruling<(), U> {
    let mut body = Body::of(target);
    let facing = target_facts(flight.book, target, target.figures, from, umpire);
    let shot = resolve(flight.book, points, &flight.firer, &facing, umpire)?;
    let (_, commander) = suffer(flight.book, shot.cell, &target.chain, &mut body, umpire)?;
    // RULING: only the die thrown at the target itself can empty the limbers.
    ball.out_of_ammo |= spot == 0 && shot.out_of_ammo;
    let flank_fire = took_flank_fire(&shot, from, &body, umpire);
    ball.strikes.push(BounceStrike { spot, unit, result: shot.cell, condition: body.condition, flank_fire, commander });
    Ok(())
}

//! Charge moves (4 and 6.4): whether a charge may be declared, and whether it reaches.

use engine::book::Procedure;
use engine::{Decimal, Refusal, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{FormationRow, Value};
use crate::maneuver::ManeuverEffect;
use crate::movement::{self, Fraction, Going, Heading, Mover, MovingTroops, Stretch};
use crate::pieces::{Class, Ground, Order};
use crate::rules::*;
use crate::{Book, Referee};

engine::keys! {
    /// What is charged.
    pub enum ChargeTarget {
        /// Troops of any order.
        Troops = "troops",
        /// A battery or wagons.
        Guns = "guns",
        /// A detachment, which breaks.
        Detachment = "detachment",
        /// A leader by himself, who is never charged.
        LoneLeader = "lone_leader",
    }
}

engine::keys! {
    /// Which edge of the target the charger's front touches.
    pub enum Contact {
        /// Its front.
        Front = "front",
        /// Its flank or rear.
        FlankOrRear = "flank_or_rear",
    }
}

/// A charge that somebody wants to declare.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WantedCharge {
    /// What the charger's maneuver check came to.
    pub effect: ManeuverEffect,
    /// The charger, in good order.
    #[serde(default)]
    pub charger: MovingTroops,
    /// Whether it is a detachment of one stand.
    #[serde(default)]
    pub detachment: bool,
    /// Whether it names cold steel.
    #[serde(default)]
    pub cold_steel: bool,
    /// What it charges.
    #[serde(default = "troops")]
    pub target: ChargeTarget,
    /// Whether it sees the target when it declares the charge.
    #[serde(default = "yes")]
    pub seen: bool,
    /// Which edge of the target it touches.
    #[serde(default = "front")]
    pub contact: Contact,
    /// Whether it starts behind the target's front line.
    #[serde(default)]
    pub starts_behind: bool,
    /// How far it wheels at the start, in degrees.
    #[serde(default)]
    pub wheel_degrees: u16,
    /// The way to contact: the wheel first, if there is one, then straight ahead.
    pub stretches: Vec<Stretch>,
    /// Streams, fords and ditches crossed; each counts an inch of broken ground.
    #[serde(default)]
    pub streams: u8,
}

fn troops() -> ChargeTarget {
    ChargeTarget::Troops
}

fn yes() -> bool {
    true
}

fn front() -> Contact {
    Contact::Front
}

/// Whether it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ChargeMoveOutcome {
    /// Whether the charge reaches its target; one that does not may not be declared.
    pub reaches: bool,
    /// The part of the charge move that the way takes; more than 1 if it does not reach.
    pub used: Fraction,
    /// The worst ground of the charge.
    pub charged_over: Ground,
    /// Whether the target is a detachment and breaks at once, so that there is no combat.
    pub target_breaks: bool,
    /// Whether the charger may fire at its target in the offensive step.
    pub may_fire: bool,
}

/// The charge move.
pub struct ChargeMove;

impl Procedure for ChargeMove {
    type Book = Book;
    type Situation = WantedCharge;
    type Outcome = ChargeMoveOutcome;

    const NAME: &'static str = "charge-move";
    const CHAPTER: &'static str = "Charge";
    const SUMMARY: &'static str = "Whether a charge may be declared, whether it reaches, and over which ground.";

    fn examples() -> Vec<(&'static str, WantedCharge)> {
        let inches = Decimal::from_int;
        let charge = |effect, stretches| WantedCharge {
            effect,
            charger: MovingTroops::default(),
            detachment: false,
            cold_steel: false,
            target: ChargeTarget::Troops,
            seen: true,
            contact: Contact::Front,
            starts_behind: false,
            wheel_degrees: 0,
            stretches,
            streams: 0,
        };
        let open = |far| Stretch::ahead(Going::Open, inches(far));
        let wheel = Stretch { heading: Heading::Wheel, ..open(3) };
        let cavalry = MovingTroops { class: Class::Cavalry, ..MovingTroops::default() };
        vec![
            ("infantry charges over open ground", charge(ManeuverEffect::WellHandled, vec![open(8)])),
            (
                "cavalry wheels and charges through brush",
                WantedCharge {
                    charger: cavalry,
                    cold_steel: true,
                    wheel_degrees: 30,
                    ..charge(
                        ManeuverEffect::DoubleQuick,
                        vec![wheel, open(6), Stretch::ahead(Going::Broken, inches(6))],
                    )
                },
            ),
            ("a tardy charge falls short", charge(ManeuverEffect::Tardy, vec![open(5)])),
            (
                "a detachment is charged",
                WantedCharge {
                    target: ChargeTarget::Detachment,
                    ..charge(ManeuverEffect::RallyWithElan, vec![open(6)])
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &WantedCharge) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_charger(book, situation, &mut refusal);
        check_target(book, situation, &mut refusal);
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &WantedCharge, umpire: &mut U) -> Ruling<ChargeMoveOutcome, U> {
        charge_move(book, situation, umpire)
    }

    fn line(outcome: &ChargeMoveOutcome) -> String {
        let mut words = match outcome.reaches {
            true => format!("reaches, {} of the charge move", outcome.used),
            false => format!("does not reach: {} of the charge move", outcome.used),
        };
        if outcome.charged_over != Ground::Open {
            words.push_str(&format!(", over {} ground", outcome.charged_over));
        }
        if outcome.target_breaks {
            words.push_str(", the detachment breaks");
        }
        words
    }
}

/// S23, S24: which effects let a unit charge, and in which formations.
fn check_charger(book: &Book, wanted: &WantedCharge, refusal: &mut Refusal) {
    use ManeuverEffect as E;
    let (may, rule) = match wanted.effect {
        E::DoubleQuick | E::WellHandled | E::RallyWithElan | E::Tardy => (true, FF_TURN_MNV_2B),
        E::Rally => (false, FF_MNV_DB_RALLY),
        E::FallBack => (false, FF_MNV_GO_FALL_BACK),
        E::Panic => (false, FF_MNV_GO_PANIC),
        E::Shaken => (false, FF_MNV_DB_SHAKEN),
        E::Wavering => (false, FF_MNV_DB_WAVERING),
    };
    refusal.unless(may, "effect", rule, || format!("nobody charges on {}", wanted.effect));
    let charger = &wanted.charger;
    movement::check_troops(book, charger, "charger", refusal);
    refusal.unless(charger.order == Order::Good, "charger.order", FF_HOUSE_CHARGERS, || {
        "a unit that may charge is in good order after its check".to_owned()
    });
    let charges = book.tables.field.may_charge.at(FormationRow(charger.formation)).value;
    refusal
        .unless(charges, "charger.formation", FF_HOUSE_CHARGERS, || format!("a {} does not charge", charger.formation));
    refusal
        .unless(!wanted.detachment, "detachment", FF_SPEC_DET_NO_CHARGE, || "a detachment may not charge".to_owned());
}

/// 6.4 One wheel at the start, then straight to contact; a flank only for those who start behind the target's front line.
fn check_target(book: &Book, wanted: &WantedCharge, refusal: &mut Refusal) {
    refusal.unless(wanted.target != ChargeTarget::LoneLeader, "target", FF_HOUSE_CHARGERS, || {
        "a leader by himself is not charged".to_owned()
    });
    refusal.unless(wanted.seen, "seen", FF_HOUSE_CHARGERS, || "a charger sees its target when it declares".to_owned());
    let fair = wanted.contact == Contact::Front || wanted.starts_behind;
    refusal.unless(fair, "contact", FF_HOUSE_CHARGE_PATH, || {
        "who starts before the target's front line touches its front".to_owned()
    });
    movement::check_stretches(book, &Mover::Troops(wanted.charger), &wanted.stretches, "stretches", refusal);
    let straight = |(index, stretch): (usize, &Stretch)| match stretch.heading {
        Heading::Ahead => true,
        Heading::Wheel => index == 0,
        Heading::Oblique | Heading::Back | Heading::Flank => false,
    };
    refusal.unless(wanted.stretches.iter().enumerate().all(straight), "stretches", FF_HOUSE_CHARGE_PATH, || {
        "a charge wheels once at the start, then goes straight ahead".to_owned()
    });
    refusal.unless(wanted.streams <= movement::OBSTACLES_MAX, "streams", FF_MOVE, || {
        format!("at most {} streams", movement::OBSTACLES_MAX)
    });
    let most = book.tables.whole(Value::ChargeWheel).value;
    refusal.unless(i32::from(wanted.wheel_degrees) <= i32::from(most), "wheel_degrees", FF_HOUSE_CHARGE_PATH, || {
        format!("a charge wheels at most {most} degrees")
    });
}

/// 6.4 Charge moves: at the rate of the effect, and the worst ground is remembered.
fn charge_move<U: Referee>(book: &Book, wanted: &WantedCharge, umpire: &mut U) -> Ruling<ChargeMoveOutcome, U> {
    let mover = Mover::Troops(wanted.charger);
    umpire.cite(FF_TURN_MNV_2B);
    umpire.cite(FF_TURN_MNV_2C);
    umpire.cite(match wanted.effect {
        ManeuverEffect::DoubleQuick => FF_MNV_GO_DOUBLE_QUICK,
        ManeuverEffect::Tardy => FF_MNV_GO_TARDY,
        ManeuverEffect::RallyWithElan => FF_MNV_DB_RALLY_ELAN,
        _ => FF_MNV_GO_WELL_HANDLED,
    });
    movement::cite_line(&mover, umpire);
    let pace = (wanted.effect == ManeuverEffect::DoubleQuick, wanted.effect == ManeuverEffect::Tardy);
    let spent = movement::spend(book, &mover, &wanted.stretches, wanted.streams, pace, umpire)?;
    let reaches = spent.used.is_within_one();
    let target_breaks = reaches && wanted.target == ChargeTarget::Detachment;
    if target_breaks {
        umpire.cite(FF_SPEC_DET_BROKEN);
    }
    Ok(ChargeMoveOutcome {
        reaches,
        used: spent.used,
        charged_over: charged_over(wanted),
        target_breaks,
        may_fire: reaches && !wanted.cold_steel && !target_breaks,
    })
}

/// A stream is broken ground to whoever charges across it.
fn charged_over(wanted: &WantedCharge) -> Ground {
    let worst = movement::worst_ground(&wanted.stretches);
    if wanted.streams > 0 { worst.max(Ground::Broken) } else { worst }
}

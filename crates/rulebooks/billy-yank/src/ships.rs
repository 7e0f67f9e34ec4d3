//! Ships sail and fire (section 12.5).

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, Side, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::battering::{ShipStatus, check_afloat, check_load, check_ship, hull_of, status_of};
use crate::charts::{Armour, FireCell, Limit, ShipClass, Weapon};
use crate::citations::{ship_rule, weapon_rule};
use crate::command::{Fate, Led};
use crate::cover::check_shelters;
use crate::fire::{FirerFacts, firepower, reaches, resolve, suffer, target_facts, took_flank_fire};
use crate::morale::Body;
use crate::rules::*;
use crate::unit::{Condition, Direction, Unit, check_direction, check_unit};
use crate::{Book, Referee};

keys! {
    /// The water a ship is in.
    #[derive(Default)]
    pub enum Water {
        /// Deep water.
        #[default]
        Deep = "deep",
        /// Extra deep water.
        ExtraDeep = "extra-deep",
        /// Shallow water, where no ship floats.
        Shallow = "shallow",
        /// Dry land.
        Land = "land",
    }
}

/// A ship's move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SailSituation {
    /// Its class.
    pub class: ShipClass,
    /// How it is protected.
    pub armour: Armour,
    /// Points it has taken.
    #[serde(default)]
    pub damage: Decimal,
    /// Metres it means to go.
    #[serde(default)]
    pub metres: u16,
    /// Degrees it turns in all.
    #[serde(default)]
    pub turn_degrees: u16,
    /// The water it sails in.
    #[serde(default)]
    pub water: Water,
    /// Figures on board.
    #[serde(default)]
    pub load: u16,
    /// Whether it loads or lands them this turn.
    #[serde(default)]
    pub loads_or_lands: bool,
}

/// What a move costs a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct SailOutcome {
    /// How it fares.
    pub status: ShipStatus,
    /// Metres it can make.
    pub allowance: Decimal,
    /// Metres this costs.
    pub cost: u32,
    /// Whether it can be done.
    pub allowed: bool,
    /// Guns it can fire.
    pub guns: u16,
}

/// LIMIT: metres and degrees that a ship may be asked to make.
const SAIL_MAX: u16 = 2_000;

/// 12.5, a ship's move, as a procedure.
pub struct Sail;

impl Procedure for Sail {
    type Book = Book;
    type Situation = SailSituation;
    type Outcome = SailOutcome;

    const NAME: &'static str = "sail";
    const CHAPTER: &'static str = "Ships";
    const SUMMARY: &'static str = "A ship's move: speed, turns, damage, loading and landing.";

    fn examples() -> Vec<(&'static str, SailSituation)> {
        let plain = SailSituation {
            class: ShipClass::Gunboat,
            armour: Armour::Ironclad,
            damage: Decimal::ZERO,
            metres: 100,
            turn_degrees: 90,
            water: Water::Deep,
            load: 0,
            loads_or_lands: false,
        };
        vec![
            ("an ironclad turns and steams on", plain.clone()),
            ("a damaged one", SailSituation { damage: Decimal::from_int(90), ..plain.clone() }),
            ("out at sea", SailSituation { water: Water::ExtraDeep, ..plain.clone() }),
            (
                "a barge lands its men",
                SailSituation {
                    class: ShipClass::Barge,
                    armour: Armour::Unarmoured,
                    metres: 0,
                    turn_degrees: 0,
                    load: 40,
                    loads_or_lands: true,
                    ..plain
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &SailSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_ship(book, &mut refusal, situation.class, situation.armour);
        check_afloat(book, &mut refusal, (situation.class, situation.armour), situation.damage);
        refusal
            .unless(situation.damage >= Decimal::ZERO, "damage", BY_SHIP_TABLE, || "damage is not below 0".to_owned());
        let floats = matches!(situation.water, Water::Deep | Water::ExtraDeep);
        let rule = if situation.water == Water::Shallow { BY_TER_SHALLOW_WATER } else { BY_TER_EXTRA_DEEP_WATER };
        refusal.unless(floats, "water", rule, || "ships sail in deep and extra deep water".to_owned());
        check_load(book, &mut refusal, situation.class, situation.load);
        let still = situation.metres == 0 && situation.turn_degrees == 0;
        refusal.unless(still || !situation.loads_or_lands, "loads_or_lands", ship_rule(situation.class), || {
            "loading and landing takes the whole move".to_owned()
        });
        let sane = situation.metres <= SAIL_MAX && situation.turn_degrees <= SAIL_MAX;
        refusal.unless(sane, "metres", BY_SHIP_TABLE, || format!("give at most {SAIL_MAX} metres and degrees"));
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &SailSituation, umpire: &mut U) -> Ruling<SailOutcome, U> {
        umpire.cite(BY_SHIP_TABLE);
        umpire.cite(ship_rule(situation.class));
        if situation.water == Water::ExtraDeep {
            umpire.cite(BY_TER_EXTRA_DEEP_WATER);
        } else {
            umpire.cite(BY_TER_DEEP_WATER);
        }
        let status = hull_of(book, situation.class, situation.armour)
            .map_or(ShipStatus::Fit, |hull| status_of(umpire.read(hull), situation.damage));
        let speed = Decimal::from_int(umpire.read(book.tables.wide.speed.at(situation.class)).into());
        let guns = umpire.read(book.tables.wide.guns.at(situation.class));
        let allowance = match status {
            ShipStatus::Fit => speed,
            ShipStatus::Damaged => speed.halved(),
            ShipStatus::Crippled | ShipStatus::Sunk => Decimal::ZERO,
        };
        let turn = umpire.read(book.tables.limits.at(Limit::ShipTurn)).max(1);
        let turns = u32::from(situation.turn_degrees.div_ceil(turn));
        let cost = u32::from(situation.metres) + turns * u32::from(book.limit(Limit::ShipTurnMetres));
        let guns = if status == ShipStatus::Crippled { guns / 2 } else { guns };
        let allowed = Decimal::from_int(i32::try_from(cost).unwrap_or(i32::MAX)) <= allowance;
        Ok(SailOutcome { status, allowance, cost, allowed, guns })
    }

    fn line(outcome: &SailOutcome) -> String {
        let verdict = if outcome.allowed { "allowed" } else { "too far" };
        let (allowance, guns) = (counted(outcome.allowance, "metre", "metres"), counted(outcome.guns, "gun", "guns"));
        format!("{verdict}: {} of {allowance}, {}, {guns}", outcome.cost, outcome.status)
    }
}

/// A ship fires at a unit ashore.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShipFireSituation {
    /// The side of the ship.
    pub side: Side,
    /// Its class.
    pub class: ShipClass,
    /// How it is protected.
    pub armour: Armour,
    /// Points it has taken.
    #[serde(default)]
    pub damage: Decimal,
    /// The unit it fires at.
    pub target: Unit,
    /// The range in metres.
    pub range_m: u16,
    /// From where the fire comes, seen from the target.
    #[serde(default)]
    pub from: Direction,
}

/// What a ship's fire did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ShipFireOutcome {
    /// What the chart says.
    pub result: FireCell,
    /// The target afterwards.
    pub condition: Condition,
    /// Whether it was struck in flank or rear with effect: its morale tests of the next turn are harder.
    pub flank_fire: bool,
    /// What became of the commander with it.
    pub commander: Fate,
}

/// 12.5, a ship's fire, as a procedure.
pub struct ShipFire;

/// Guns that a ship can fire.
fn guns(book: &Book, situation: &ShipFireSituation) -> u16 {
    let guns = book.tables.wide.guns.at(situation.class).value;
    let hull = hull_of(book, situation.class, situation.armour);
    match hull.map_or(ShipStatus::Fit, |hull| status_of(hull.value, situation.damage)) {
        ShipStatus::Fit | ShipStatus::Damaged => guns,
        ShipStatus::Crippled => guns / 2,
        ShipStatus::Sunk => 0,
    }
}

impl Procedure for ShipFire {
    type Book = Book;
    type Situation = ShipFireSituation;
    type Outcome = ShipFireOutcome;

    const NAME: &'static str = "ship-fire";
    const CHAPTER: &'static str = "Ships";
    const SUMMARY: &'static str = "A ship fires at a unit ashore.";

    fn examples() -> Vec<(&'static str, ShipFireSituation)> {
        vec![(
            "a gunboat shells a line",
            ShipFireSituation {
                side: Side::Union,
                class: ShipClass::Gunboat,
                armour: Armour::Ironclad,
                damage: Decimal::ZERO,
                target: Unit::infantry(20),
                range_m: 600,
                from: Direction::Front,
            },
        )]
    }

    fn check(book: &Book, situation: &ShipFireSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_ship(book, &mut refusal, situation.class, situation.armour);
        check_unit(book, &mut refusal, "target", &situation.target);
        check_shelters(&mut refusal, "target.shelters", &situation.target);
        check_direction(&mut refusal, "from", &situation.target, situation.from, BY_FIRE_MOD_EXPOSED);
        refusal
            .unless(situation.damage >= Decimal::ZERO, "damage", BY_SHIP_TABLE, || "damage is not below 0".to_owned());
        let afloat = check_afloat(book, &mut refusal, (situation.class, situation.armour), situation.damage);
        refusal.unless(!afloat || guns(book, situation) > 0, "class", ship_rule(situation.class), || {
            "it has no guns to fire".to_owned()
        });
        let near = situation.range_m >= 1 && reaches(book, Weapon::Gunboat, situation.range_m);
        refusal.unless(near, "range_m", weapon_rule(Weapon::Gunboat), || "its guns do not reach so far".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &ShipFireSituation, umpire: &mut U) -> Ruling<ShipFireOutcome, U> {
        umpire.cite(ship_rule(situation.class));
        let points = firepower(book, Weapon::Gunboat, situation.range_m, guns(book, situation), umpire)?;
        let firer = FirerFacts {
            stationary: false,
            marksmen: false,
            skirmishers: false,
            first_volley: false,
            led: Led::Nobody,
            mounted: false,
            grape: false,
            csa_artillery: false,
            out_of_ammo: false,
            fatigued: false,
            small_arms: false,
            range_m: situation.range_m,
        };
        let target = &situation.target;
        let mut body = Body::of(target);
        let facing = target_facts(book, target, target.figures, situation.from, umpire);
        let shot = resolve(book, points, &firer, &facing, umpire)?;
        let (_, commander) = suffer(book, shot.cell, &target.chain, &mut body, umpire)?;
        let flank_fire = took_flank_fire(&shot, situation.from, &body, umpire);
        Ok(ShipFireOutcome { result: shot.cell, condition: body.condition, flank_fire, commander })
    }

    fn line(outcome: &ShipFireOutcome) -> String {
        format!("{} (target: {})", outcome.result, outcome.condition)
    }
}

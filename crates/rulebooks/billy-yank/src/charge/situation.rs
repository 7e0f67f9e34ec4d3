//! What a charge asks about (5.6, before step 1).

use engine::{Fraction, Refusal, Side, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Book;
use crate::charts::{Grade, LeaderType, Level, Limit, Terrain, Weapon};
use crate::command::{Staff, Superior};
use crate::cover::{Shelter, check_shelters};
use crate::movement::{Crossing, Fired, Leg, check_path};
use crate::rules::*;
use crate::unit::{Arm, Direction, Formation, Unit, Withdrawal, check_direction, check_unit};

keys! {
    /// The order of a brigade (9.6).
    #[derive(Default)]
    pub enum Order {
        /// Anything goes.
        #[default]
        Attack = "attack",
        /// It may move, but not charge.
        Advance = "advance",
        /// It stays where it is.
        Hold = "hold",
        /// It goes back.
        Withdraw = "withdraw",
        /// It stays, and fires at short range only.
        Reserve = "reserve",
    }
}

/// One unit charges another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChargeSituation {
    /// The side that charges.
    pub side: Side,
    /// The unit that charges.
    pub charger: Unit,
    /// The unit it charges.
    pub target: Unit,
    /// Whether the second player of the turn charges.
    #[serde(default)]
    pub second_player: bool,
    /// Metres from the charger to contact along its way.
    pub distance_m: u16,
    /// The pieces of that way, where it is not all open ground.
    #[serde(default)]
    pub legs: Vec<Leg>,
    /// What the way crosses.
    #[serde(default)]
    pub crossings: Vec<Crossing>,
    /// Whether the charger fired in its Fire Phase: half its allowance is left, nothing if it held.
    #[serde(default)]
    pub fired: Fired,
    /// From where the charge comes, seen from the target.
    #[serde(default)]
    pub from: Direction,
    /// The order of the charger's brigade.
    #[serde(default)]
    pub order: Order,
    /// Whether the target is already in a melee.
    #[serde(default)]
    pub target_engaged: bool,
    /// Whether the target has already withdrawn this turn, and how.
    #[serde(default)]
    pub target_withdrawing: Withdrawal,
    /// Whether the target fired in its Fire Phase: skirmishers then fall back without another shot.
    #[serde(default)]
    pub target_fired: bool,
}

impl ChargeSituation {
    /// SL-22: how far the charger comes.
    pub(super) fn reach(&self) -> Limit {
        if self.charger.rides() { Limit::ChargeCavalry } else { Limit::ChargeInfantry }
    }

    pub(super) fn check(&self, book: &Book) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        for (field, unit) in [("charger", &self.charger), ("target", &self.target)] {
            check_unit(book, &mut refusal, field, unit);
            check_shelters(&mut refusal, &format!("{field}.shelters"), unit);
        }
        check_direction(&mut refusal, "from", &self.target, self.from, BY_MEL_MOD_FLANK);
        self.check_charger(&mut refusal);
        self.check_command(book, &mut refusal);
        self.check_way(book, &mut refusal);
        let either = !(self.target_engaged && self.target_withdrawing != Withdrawal::None);
        refusal
            .unless(either, "target_engaged", BY_MEL_RES_EN, || "a unit that has withdrawn is in no melee".to_owned());
        refusal.verdict()
    }

    /// Who may charge whom.
    fn check_charger(&self, refusal: &mut Refusal) {
        let (charger, target) = (&self.charger, &self.target);
        let rule = if charger.arm == Arm::HorseArtillery { BY_MOVE_HART_COLUMN } else { BY_MOVE_ART_NOCHARGE };
        refusal
            .unless(charger.arm.is_foot_or_horse(), "charger.arm", rule, || format!("{} never charges", charger.arm));
        refusal.unless(charger.formation != Formation::Square, "charger.formation", BY_HOUSE_SQUARE, || {
            "a square does not move".to_owned()
        });
        let guns_turned = target.formation == Formation::Unlimbered && self.from != Direction::Front;
        let easy = target.formation == Formation::Skirmish || target.arm == Arm::Wagon || guns_turned;
        let open_order = charger.formation == Formation::Skirmish;
        refusal.unless(!open_order || easy, "charger.formation", BY_MOVE_SKIRM_SEE, || {
            "skirmishers charge only skirmishers, wagons, and guns from flank or rear".to_owned()
        });
    }

    /// 9.2 and 9.6. The Overenthusiastic ask nobody.
    fn check_command(&self, book: &Book, refusal: &mut Refusal) {
        if self.charger.overenthusiastic {
            return;
        }
        let chain = &self.charger.chain;
        let in_command = chain.is_empty() || Staff::of(chain).in_reach(book, chain).next().is_some();
        refusal.unless(in_command, "charger.chain", BY_HOUSE_CHARGERS, || {
            "a unit out of command distance may not charge".to_owned()
        });
        let ordered = !book.switches.orders || self.order == Order::Attack;
        refusal.unless(ordered, "order", BY_HOUSE_CHARGERS, || {
            format!("a brigade ordered to {} does not charge", self.order)
        });
    }

    /// So many metres, or half of them after firing; skirmishers keep them all (SL-14).
    pub(super) fn allowance(&self, metres: u16) -> Fraction {
        let halved = self.fired == Fired::Yes && self.charger.formation != Formation::Skirmish;
        Fraction::whole(metres).divided(Fraction::whole(1 + u16::from(halved)))
    }

    /// Whether the way is within the charge.
    fn check_way(&self, book: &Book, refusal: &mut Refusal) {
        let limit = book.limit(self.reach());
        let rule = if self.charger.rides() { BY_MOVE_TROT } else { BY_MOVE_INF };
        refusal
            .unless(self.distance_m >= 1, "distance_m", BY_MOVE_TABLE, || "a charge goes 1 metre at least".to_owned());
        check_path(book, refusal, &self.charger, (&self.legs, &self.crossings));
        let metres: u32 = self.legs.iter().map(|leg| u32::from(leg.metres)).sum();
        let whole = self.legs.is_empty() || metres == u32::from(self.distance_m);
        refusal.unless(whole, "legs", BY_MOVE_TABLE, || {
            format!("the pieces of the way are {metres} metres, not {}", self.distance_m)
        });
        refusal.unless(self.fired != Fired::Held, "fired", BY_FIRE_MOD_STATIONARY, || {
            "a unit that held to fire does not charge this turn".to_owned()
        });
        let allowance = self.allowance(limit);
        let near = Fraction::whole(self.distance_m) <= allowance;
        refusal.unless(near, "distance_m", rule, || format!("a charge reaches {} metres", allowance.shown()));
    }
}

pub(super) fn examples() -> Vec<(&'static str, ChargeSituation)> {
    let brigadier = Superior::new(Level::Brigade, LeaderType::Able, 0).attached();
    let plain = ChargeSituation {
        side: Side::Union,
        charger: Unit { grade: Grade::Veteran, ..Unit::infantry(24) },
        target: Unit { shelters: vec![Shelter::Wall], ..Unit::infantry(20) },
        second_player: false,
        distance_m: 120,
        legs: vec![],
        crossings: vec![],
        fired: Fired::No,
        from: Direction::Front,
        order: Order::Attack,
        target_engaged: false,
        target_withdrawing: Withdrawal::None,
        target_fired: false,
    };
    vec![
        ("veterans charge a line behind a wall from 120 metres", plain.clone()),
        (
            "cavalry charges cavalry, a brigadier at its head",
            ChargeSituation {
                charger: Unit { chain: vec![Superior { morale_bonus_spent: true, ..brigadier }], ..Unit::cavalry(16) },
                target: Unit { grade: Grade::Poor, disorder: 1, ..Unit::cavalry(14) },
                distance_m: 200,
                ..plain.clone()
            },
        ),
        (
            "a line charges skirmishers",
            ChargeSituation {
                target: Unit { formation: Formation::Skirmish, ..Unit::infantry(8) },
                distance_m: 110,
                ..plain.clone()
            },
        ),
        (
            "green troops through scrub at guns from the flank",
            ChargeSituation {
                side: Side::Confederate,
                second_player: true,
                charger: Unit { grade: Grade::Green, ..Unit::infantry(20) },
                target: Unit::battery(3, Weapon::TwelvePounderNapoleon),
                distance_m: 80,
                legs: vec![Leg::over(Terrain::Scrub, 40), Leg::over(Terrain::Open, 40)],
                from: Direction::Flank,
                ..plain.clone()
            },
        ),
        (
            "a wagon train is ridden down",
            ChargeSituation {
                charger: Unit::cavalry(16),
                target: Unit { arm: Arm::Wagon, formation: Formation::Column, weapon: None, ..Unit::infantry(4) },
                distance_m: 150,
                ..plain.clone()
            },
        ),
        (
            "a regiment that retreated this turn is charged",
            ChargeSituation { target_withdrawing: Withdrawal::Retreat, distance_m: 60, ..plain.clone() },
        ),
        (
            "a regiment that routed this turn is charged",
            ChargeSituation { target_withdrawing: Withdrawal::Rout, distance_m: 60, ..plain },
        ),
    ]
}

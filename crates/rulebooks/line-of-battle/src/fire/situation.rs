//! What fire asks about.

use engine::{Decimal, Refusal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::loading::{can_load, gun_rule, max_range, small_arm_rule, takes_part};
use crate::Book;
use crate::charts::{Cover, Facing, Gun, Limit, MoraleState, Rating, SmallArm};
use crate::morale::{Shelter, check_range};
use crate::rules::*;
use crate::sight::visibility;
use crate::unit::{
    Ammunition, Arm, Formation, Leader, Light, Stack, StackAfter, Standing, Unit, UnitAfter, Weapon, check_members,
    check_stack, formation_rule,
};
use crate::volley::{VolleyHex, check_volleys};

/// One shot: the units of one hex at another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireSituation {
    /// The side that fires.
    pub side: Side,
    /// The firing stack; units out of range or unable to fire do not count.
    pub firer: Stack,
    /// Whether it entered a hex or turned in this activity.
    #[serde(default)]
    pub moved: bool,
    /// Hexes to the target.
    pub range: u8,
    /// SPs, as counted, that have already fired out of this hex in this phase.
    #[serde(default)]
    pub sps_fired: Decimal,
    /// Artillery shots already made at the target hex in this phase.
    #[serde(default)]
    pub shots_before: u8,
    /// Counter-battery fire on the firing hex: 0 to 2.
    #[serde(default)]
    pub cbf: u8,
    /// The target.
    pub target: Stack,
    /// Whether the shot comes through the Rear of the target's top unit; columns have nothing but Rear, skirmishers none.
    #[serde(default)]
    pub rear: bool,
    /// What stands between.
    #[serde(default)]
    pub shelter: Shelter,
    /// Counter-battery fire on the target hex so far: 0 to 2.
    #[serde(default)]
    pub target_cbf: u8,
    /// Whether friends of the firers are next to the target.
    #[serde(default)]
    pub friends_next_to_target: bool,
    /// Hexes of the other side able and willing to deliver an Opening Volley, if one is due.
    #[serde(default)]
    pub volleys: Vec<VolleyHex>,
    /// Whether an Open Order Capable target has two hexes to withdraw.
    #[serde(default = "yes")]
    pub can_withdraw: bool,
    /// Whether the target is in or next to Cowardly Legs that it did not make.
    #[serde(default)]
    pub cowardly_legs: bool,
    /// The light of the turn.
    #[serde(default = "day")]
    pub light: Light,
    /// Hexes that can be seen on this turn, where the battle says so; left out: as far as the light allows.
    #[serde(default)]
    pub visibility: Option<u16>,
}

fn yes() -> bool {
    true
}

fn day() -> Light {
    Light::Day
}

/// LIMIT: the highest level of counter-battery fire.
const CBF_MAX: u8 = 2;

/// Whether a shot or Charge is through the Rear: of formations without front always, of those without Rear never.
pub(crate) fn is_rear(book: &Book, stack: &Stack, given: bool) -> bool {
    let after = StackAfter::new(stack);
    let standing = Standing { stack, after: &after };
    let facing = standing.top().map(|(unit, _)| book.tables.formations.at(standing.row(unit)).facing.value);
    match facing {
        Some(Facing::AllRear) => true,
        Some(Facing::AllFront) => false,
        Some(Facing::Normal) | None => given,
    }
}

impl FireSituation {
    pub(super) fn is_rear(&self, book: &Book) -> bool {
        is_rear(book, &self.target, self.rear)
    }

    pub(super) fn check(&self, book: &Book) -> Result<(), Refusal> {
        self.check_at(book, check_stack)
    }

    /// The same for a target that stands on the map, too many in its hex or not.
    pub(crate) fn check_on_map(&self, book: &Book) -> Result<(), Refusal> {
        self.check_at(book, check_members)
    }

    fn check_at(&self, book: &Book, target: fn(&Book, &mut Refusal, &str, &Stack)) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_stack(book, &mut refusal, "firer", &self.firer);
        target(book, &mut refusal, "target", &self.target);
        check_range(&mut refusal, self.range);
        self.shelter.check(&mut refusal);
        check_volleys(book, &mut refusal, &self.volleys, false);
        for (field, level) in [("cbf", self.cbf), ("target_cbf", self.target_cbf)] {
            refusal.unless(level <= CBF_MAX, field, LB_COMBAT_CBF, || format!("the level is 0 to {CBF_MAX}"));
        }
        self.check_firers(book, &mut refusal);
        self.check_shots(book, &mut refusal);
        self.check_room(book, &mut refusal);
        let most = self.visibility.or_else(|| visibility(book, self.light));
        let sees = self.range == 1 || most.is_none_or(|most| u16::from(self.range) <= most);
        refusal.unless(sees, "range", LB_HOUSE_DARK, || "it is too dark to see so far".to_owned());
        refusal.verdict()
    }

    /// Somebody must be able to fire; where nobody is, every unit says why.
    fn check_firers(&self, book: &Book, refusal: &mut Refusal) {
        let fires =
            |guns: bool| self.firer.units.iter().any(|unit| !unit.holds_fire && (unit.arm == Arm::Artillery) == guns);
        let mixed = fires(true) && fires(false);
        refusal.unless(!mixed, "firer.units", LB_FORM_ART_STACK, || {
            "one shot holds small arms only or artillery only".to_owned()
        });
        let after = StackAfter::new(&self.firer);
        let standing = Standing { stack: &self.firer, after: &after };
        if standing.living().any(|(unit, after)| takes_part(book, standing, unit, after, self.range)) {
            self.check_ammunition(book, refusal);
            return;
        }
        for (index, unit) in self.firer.units.iter().enumerate() {
            let place = |name: &str| format!("firer.units[{index}].{name}");
            if unit.holds_fire {
                refusal.unless(false, &place("holds_fire"), LB_ACT_FIRE, || "somebody has to fire".to_owned());
                continue;
            }
            let row = standing.row(unit);
            let fires = book.tables.formations.at(row).combat.value;
            refusal.unless(fires, &place("formation"), formation_rule(row), || format!("{row} does not fire"));
            refusal.unless(unit.state != MoraleState::Routed, &place("state"), LB_STATE_R, || {
                "Routed units do not fire".to_owned()
            });
            let Some(weapon) = unit.weapon else {
                refusal.unless(false, &place("weapon"), LB_ARMS_TABLE, || "say what it fires with".to_owned());
                continue;
            };
            let (reach, rule) = match weapon {
                Weapon::SmallArms(arm) => (max_range(book, weapon), small_arm_rule(arm)),
                Weapon::Artillery(gun) => (max_range(book, weapon), gun_rule(gun)),
            };
            refusal.unless(u16::from(self.range) <= reach, "range", rule, || format!("it reaches {reach} hexes"));
            let empty = unit.arm == Arm::Artillery && can_load(book, unit, self.range) == (false, false);
            refusal.unless(!empty, &place("shell_depleted"), LB_DEPL_ONE, || "it has nothing to fire".to_owned());
        }
    }

    /// S 4: so many SPs fire out of a hex in a phase; whoever fires now must still find room.
    fn check_room(&self, book: &Book, refusal: &mut Refusal) {
        let after = StackAfter::new(&self.firer);
        let standing = Standing { stack: &self.firer, after: &after };
        let limit = if standing.is_open_order_capable() { Limit::FireMostOpen } else { Limit::FireMost };
        let most = Decimal::from_int(book.limit(limit).into());
        let fits = |unit: &Unit, after: UnitAfter| {
            let counts = book.tables.state_fire.at(after.state).value.0;
            !takes_part(book, standing, unit, after, self.range) || self.sps_fired + counts <= most
        };
        let room = self.sps_fired >= Decimal::ZERO && standing.living().all(|(unit, after)| fits(unit, after));
        refusal.unless(room, "sps_fired", LB_COMBAT_SP, || format!("only {most} SPs fire out of this hex in a phase"));
    }

    fn check_ammunition(&self, book: &Book, refusal: &mut Refusal) {
        let fits = |unit: &Unit| match unit.ammunition {
            None => true,
            Some(Ammunition::Shell) => can_load(book, unit, self.range).0,
            Some(Ammunition::Canister) => can_load(book, unit, self.range).1,
        };
        for (index, _) in self.firer.units.iter().enumerate().filter(|(_, unit)| !fits(unit)) {
            refusal.unless(false, &format!("firer.units[{index}].ammunition"), LB_SHIFT_FP_CAN_NORMAL, || {
                "it has none left, or canister does not reach so far".to_owned()
            });
        }
    }

    /// S 29: more artillery shots at one hex need an artillery leader.
    fn check_shots(&self, book: &Book, refusal: &mut Refusal) {
        if !self.firer.units.iter().any(|unit| unit.arm == Arm::Artillery && !unit.holds_fire) {
            return;
        }
        let shots = u16::from(self.shots_before);
        let most = book.limit(Limit::ShotsMost);
        refusal.unless(shots < most, "shots_before", LB_ARTLDR_SHOTS, || {
            format!("at most {most} artillery shots are made at a hex in a phase")
        });
        let led = self.firer.leaders.iter().any(|leader| leader.artillery);
        let free = shots < book.limit(Limit::ShotsFree) || led;
        refusal.unless(free, "firer.leaders", LB_ARTLDR_SHOTS, || {
            "a second or third shot needs an artillery leader in the firing stack".to_owned()
        });
    }
}

/// A plain regiment of this many Strength Points, for examples.
pub(crate) fn regiment(sp: u8) -> Stack {
    let unit = Unit {
        arm: Arm::Infantry,
        formation: Formation::Line,
        rating: Rating::C,
        printed: sp,
        sp,
        state: MoraleState::Normal,
        sharpshooter: false,
        open_order: false,
        weapon: Some(Weapon::SmallArms(SmallArm::RifledMusket)),
        shell_depleted: false,
        canister_depleted: false,
        ammunition: None,
        holds_fire: false,
    };
    Stack { units: vec![unit], ..Stack::default() }
}

/// The same stack with a leader of this Morale Value.
pub(crate) fn led(stack: Stack, morale: u8) -> Stack {
    Stack { leaders: vec![Leader { morale, commands: true, artillery: false }], ..stack }
}

/// The same stack with all its units of this rating and state.
pub(crate) fn rated(mut stack: Stack, rating: Rating, state: MoraleState) -> Stack {
    for unit in &mut stack.units {
        unit.rating = rating;
        unit.state = state;
    }
    stack
}

fn battery(gun: Gun, sp: u8) -> Stack {
    let mut stack = regiment(sp);
    stack.units[0].arm = Arm::Artillery;
    stack.units[0].formation = Formation::Unlimbered;
    stack.units[0].weapon = Some(Weapon::Artillery(gun));
    stack
}

fn armed(sp: u8, arm: SmallArm) -> Stack {
    let mut stack = regiment(sp);
    stack.units[0].weapon = Some(Weapon::SmallArms(arm));
    stack
}

fn joined(first: Stack, second: Stack) -> Stack {
    let (units, leaders) = ([first.units, second.units].concat(), [first.leaders, second.leaders].concat());
    Stack { units, leaders, in_company: false }
}

fn open_order(mut stack: Stack, sharpshooter: bool) -> Stack {
    stack.units[0].formation = Formation::OpenOrder;
    stack.units[0].sharpshooter = sharpshooter;
    stack
}

pub(super) fn examples() -> Vec<(&'static str, FireSituation)> {
    let plain = FireSituation {
        side: Side::Union,
        firer: regiment(5),
        moved: false,
        range: 2,
        sps_fired: Decimal::ZERO,
        shots_before: 0,
        cbf: 0,
        target: regiment(5),
        rear: false,
        shelter: Shelter::default(),
        target_cbf: 0,
        friends_next_to_target: false,
        volleys: vec![],
        can_withdraw: true,
        cowardly_legs: false,
        light: Light::Day,
        visibility: None,
    };
    let hex = VolleyHex { range: 2, charged: false, canister: false, wrecked: false, sharpshooters: false };
    let walled = Shelter { cover: vec![Cover::StoneWall], ..Shelter::default() };
    let works = Shelter { cover: vec![Cover::Breastworks], ..Shelter::default() };
    let smoothbores = joined(regiment(4), armed(3, SmallArm::Smoothbore));
    let mut gunners = led(battery(Gun::Light, 4), 1);
    gunners.leaders[0].artillery = true;
    let spencers = rated(armed(8, SmallArm::Spencer), Rating::C, MoraleState::Normal);
    let disorganized = rated(regiment(5), Rating::D, MoraleState::Disorganized);
    vec![
        ("five SPs of rifled muskets at two hexes", plain.clone()),
        (
            "a general under fire behind a wall",
            FireSituation { target: led(regiment(6), 1), shelter: walled, ..plain.clone() },
        ),
        (
            "it came up to fire, and meets a volley",
            FireSituation { moved: true, firer: led(regiment(5), 1), volleys: vec![hex], ..plain.clone() },
        ),
        ("muskets and smoothbores at close range", FireSituation { firer: smoothbores, range: 1, ..plain.clone() }),
        (
            "more SPs than may fire",
            FireSituation {
                firer: joined(armed(5, SmallArm::Sharps), armed(6, SmallArm::Smoothbore)),
                range: 1,
                ..plain.clone()
            },
        ),
        (
            "repeaters into the Rear of a disorganized line",
            FireSituation { firer: spencers, range: 1, rear: true, target: disorganized.clone(), ..plain.clone() },
        ),
        (
            "Napoleons at two hexes: shell or canister",
            FireSituation { firer: battery(Gun::Napoleon, 6), ..plain.clone() },
        ),
        (
            "rifled guns far away",
            FireSituation {
                firer: battery(Gun::Rifled, 4),
                range: 14,
                rear: true,
                target: disorganized,
                ..plain.clone()
            },
        ),
        (
            "counter-battery fire at guns in Breastworks",
            FireSituation {
                firer: battery(Gun::Napoleon, 4),
                range: 7,
                cbf: 1,
                target: battery(Gun::Light, 4),
                shelter: works,
                ..plain.clone()
            },
        ),
        (
            "two batteries, a second shot under an artillery leader",
            FireSituation {
                firer: joined(gunners, battery(Gun::Parrott20, 3)),
                range: 6,
                shots_before: 1,
                friends_next_to_target: true,
                ..plain.clone()
            },
        ),
        (
            "skirmishers in the way withdraw",
            FireSituation { moved: true, target: open_order(regiment(3), false), ..plain.clone() },
        ),
        (
            "sharpshooters pick off a general",
            FireSituation {
                firer: open_order(armed(3, SmallArm::Sharps), true),
                range: 3,
                target: led(regiment(5), 1),
                ..plain.clone()
            },
        ),
        (
            "a single disorganized SP at the edge of the table",
            FireSituation { firer: rated(regiment(1), Rating::C, MoraleState::Disorganized), range: 4, ..plain },
        ),
    ]
}

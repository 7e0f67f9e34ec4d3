//! What a maneuver check asks about.

use engine::{Refusal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::legality::{self, Drill};
use crate::pieces::{AttachedLeader, Class, Command, Effectiveness, Formation, Letter, Order, Rating};
use crate::rules::*;
use crate::{Book, active_side};

/// LIMIT: units that one leader checks with one roll.
pub const UNITS_MAX: usize = 8;

/// LIMIT: flesh wounds of one man; each took a fall of its own, and a battle has not so many turns.
pub const WOUNDS_MAX: u8 = 12;

/// One maneuver check: a leader with units of his command, or one unit alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ManeuverCheck {
    /// The side that checks.
    #[serde(default = "active_side")]
    pub side: Side,
    /// The leader who conducts the check, or who commands the one unit that rolls alone; nobody if it has none.
    #[serde(default)]
    pub leader: Option<Conductor>,
    /// The units that check, at most eight. Without a leader there is only one.
    pub units: Vec<CheckedUnit>,
    /// How the army fares; counts only with the switch `army_morale`.
    #[serde(default)]
    pub army: ArmyMorale,
}

/// The leader who conducts a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Conductor {
    /// The letters behind his name; they count for units that are in his command.
    pub letters: Vec<Letter>,
    /// His flesh wounds so far.
    pub wounds: u8,
}

/// How the whole army fares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ArmyMorale {
    /// It has lost a key position.
    pub key_position_lost: bool,
    /// It has suffered heavy casualties.
    pub heavy_casualties: bool,
    /// It has lost more than the enemy; counts only with heavy casualties.
    pub greater_losses: bool,
}

/// A unit that checks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckedUnit {
    /// Infantry or cavalry.
    Troops(
        /// The unit of troops.
        CheckedTroops,
    ),
    /// A battery, or wagons.
    Guns(
        /// The battery.
        CheckedGuns,
    ),
}

/// Troops that check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckedTroops {
    /// How good it is.
    pub rating: Rating,
    /// Fresh, worn or spent.
    pub effectiveness: Effectiveness,
    /// What kind of troops it is.
    pub class: Class,
    /// Whether it is a detachment of one stand.
    pub detachment: bool,
    /// Its stands.
    pub stands: u8,
    /// Good order, disordered or broken.
    pub order: Order,
    /// Its formation; a broken unit has none, whatever stands here.
    pub formation: Formation,
    /// Whether it lines a fence, a wall or works.
    pub linear_cover: bool,
    /// Whose radius it stands in. For militia and detachments it only says whether the leader's letters reach them.
    pub command: Command,
    /// The leader who is attached to it, if one is.
    pub attached_leader: Option<AttachedLeader>,
    /// Whether a brave colonel leads it.
    pub brave_colonel: bool,
    /// The flesh wounds of its brave colonel.
    pub colonel_wounds: u8,
    /// Whether an enemy outflanks it within 8 inches.
    pub outflanked: bool,
    /// Whether it will charge if it may.
    pub charge_intent: bool,
    /// Whether an enemy is within close range of it.
    pub close_range: bool,
    /// Whether it is fortified against every enemy concerned.
    pub fortified: bool,
}

impl Default for CheckedTroops {
    fn default() -> Self {
        CheckedTroops {
            rating: Rating::default(),
            effectiveness: Effectiveness::default(),
            class: Class::default(),
            detachment: false,
            stands: 8,
            order: Order::default(),
            formation: Formation::default(),
            linear_cover: false,
            command: Command::default(),
            attached_leader: None,
            brave_colonel: false,
            colonel_wounds: 0,
            outflanked: false,
            charge_intent: false,
            close_range: false,
            fortified: false,
        }
    }
}

/// Guns that check. A battery is never fresh, worn or spent, nor disordered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckedGuns {
    /// How good it is.
    pub rating: Rating,
    /// Whether it is limbered.
    pub limbered: bool,
    /// Whether it is a wagon or a supply column, which counts as limbered guns.
    pub wagons: bool,
    /// Whether its guns are fixed: they can neither limber nor move.
    pub fixed: bool,
    /// Whether it lines a fence, a wall or works.
    pub linear_cover: bool,
    /// Whose radius it stands in.
    pub command: Command,
    /// The leader who is attached to it, if one is.
    pub attached_leader: Option<AttachedLeader>,
    /// Whether an enemy outflanks it within 8 inches.
    pub outflanked: bool,
    /// Whether an enemy is within close range of it.
    pub close_range: bool,
    /// Whether it is fortified against every enemy concerned.
    pub fortified: bool,
}

impl CheckedUnit {
    pub(super) fn rating(&self) -> Rating {
        match self {
            CheckedUnit::Troops(troops) => troops.rating,
            CheckedUnit::Guns(guns) => guns.rating,
        }
    }

    pub(super) fn order(&self) -> Order {
        match self {
            CheckedUnit::Troops(troops) => troops.order,
            CheckedUnit::Guns(_) => Order::Good,
        }
    }

    /// Whose radius it stands in, before special rules.
    pub(super) fn radius(&self) -> Command {
        match self {
            CheckedUnit::Troops(troops) => troops.command,
            CheckedUnit::Guns(guns) => guns.command,
        }
    }

    pub(super) fn attached_leader(&self) -> Option<&AttachedLeader> {
        match self {
            CheckedUnit::Troops(troops) => troops.attached_leader.as_ref(),
            CheckedUnit::Guns(guns) => guns.attached_leader.as_ref(),
        }
    }

    pub(super) fn outflanked(&self) -> bool {
        match self {
            CheckedUnit::Troops(troops) => troops.outflanked,
            CheckedUnit::Guns(guns) => guns.outflanked,
        }
    }

    pub(super) fn charge_intent(&self) -> bool {
        matches!(self, CheckedUnit::Troops(troops) if troops.charge_intent)
    }

    /// Whether a result that drives units out of close range moves it (R09).
    pub(super) fn must_give_way(&self) -> bool {
        match self {
            CheckedUnit::Troops(troops) => troops.close_range && !troops.fortified,
            CheckedUnit::Guns(guns) => guns.close_range && !guns.fortified,
        }
    }
}

/// Refuses a check that cannot be, with every reason.
pub fn check(book: &Book, situation: &ManeuverCheck) -> Result<(), Refusal> {
    let mut refusal = Refusal::new();
    let count = situation.units.len();
    refusal.unless(count > 0, "units", FF_TURN_MNV_2A, || "name at least one unit".to_owned());
    refusal.unless(count <= UNITS_MAX, "units", FF_TURN_MNV_2A, || format!("at most {UNITS_MAX} units check together"));
    refusal.unless(count <= 1 || situation.leader.is_some(), "leader", FF_TURN_MNV_2A, || {
        "several units check together only under one leader; without one, check them one by one".to_owned()
    });
    let wounds = situation.leader.as_ref().map_or(0, |leader| leader.wounds);
    check_wounds(wounds, "leader.wounds", &mut refusal);
    for (index, unit) in situation.units.iter().enumerate() {
        let kind = match unit {
            CheckedUnit::Troops(_) => "troops",
            CheckedUnit::Guns(_) => "guns",
        };
        let path = format!("units[{index}].{kind}");
        refusal.unless(
            count <= 1 || unit.radius() == Command::In,
            &format!("{path}.command"),
            FF_LDR_SCOPE_RADIUS,
            || "only units in his command check with a leader; check this one alone".to_owned(),
        );
        match unit {
            CheckedUnit::Troops(troops) => check_troops(book, troops, &path, &mut refusal),
            CheckedUnit::Guns(guns) => check_guns(guns, &path, &mut refusal),
        }
    }
    refusal.verdict()
}

fn check_troops(book: &Book, troops: &CheckedTroops, path: &str, refusal: &mut Refusal) {
    let drill = Drill {
        class: troops.class,
        formation: troops.formation,
        order: troops.order,
        stands: troops.stands,
        detachment: troops.detachment,
        outflanked: troops.outflanked,
    };
    legality::troops(book, &drill, path, refusal);
    refusal.unless(
        !(troops.detachment && troops.charge_intent),
        &format!("{path}.charge_intent"),
        FF_SPEC_DET_NO_CHARGE,
        || "a detachment may not charge".to_owned(),
    );
    refusal.unless(
        troops.brave_colonel || troops.colonel_wounds == 0,
        &format!("{path}.colonel_wounds"),
        FF_MNV_MOD_ATTACHED,
        || "there is no brave colonel to be wounded".to_owned(),
    );
    check_wounds(troops.colonel_wounds, &format!("{path}.colonel_wounds"), refusal);
}

/// Each flesh wound is a fall the man rose from again.
fn check_wounds(wounds: u8, field: &str, refusal: &mut Refusal) {
    refusal.unless(wounds <= WOUNDS_MAX, field, FF_FALL_9, || {
        format!("nobody rides on with more than {WOUNDS_MAX} flesh wounds")
    });
}

fn check_guns(guns: &CheckedGuns, path: &str, refusal: &mut Refusal) {
    let moves = guns.limbered || guns.wagons;
    refusal.unless(!(guns.fixed && moves), &format!("{path}.fixed"), FF_HOUSE_FIXED, || {
        "fixed guns cannot be limbered, and wagons are not fixed".to_owned()
    });
}

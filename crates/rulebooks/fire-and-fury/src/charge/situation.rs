//! What a charge combat asks about: the units joined by contact, attackers and defenders.

use engine::{Refusal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::effectiveness::Endurance;
use crate::legality::{self, Drill};
use crate::losses::{GunState, Piece, TroopState};
use crate::pieces::{
    AttachedLeader, Class, Formation, Ground, GunStands, Letter, Order, Position, Rating, STANDS_MAX, Spirit,
};
use crate::rules::*;
use crate::{Book, active_side};

/// LIMIT: units of one side in one combat.
pub const UNITS_MAX: usize = 4;

/// One charge combat: a defender, all attackers that touch it, and any other defender those attackers touch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChargeCombat {
    /// The side that charges.
    #[serde(default = "active_side")]
    pub side: Side,
    /// Whether this is the second combat, of a breakthrough charge.
    #[serde(default)]
    pub second_combat: bool,
    /// The charging units, at most four.
    pub attackers: Vec<ChargeTroops>,
    /// The charged units, at most four.
    pub defenders: Vec<Defender>,
}

/// A charged unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Defender {
    /// Infantry or cavalry.
    Troops(
        /// The unit of troops.
        ChargeTroops,
    ),
    /// A battery, or wagons.
    Guns(
        /// The battery.
        ChargeGuns,
    ),
}

/// Troops in a charge combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChargeTroops {
    /// Its stands now.
    pub stands: u8,
    /// The stands it started the battle with; as many as now if not given.
    #[serde(default)]
    pub start_stands: Option<u8>,
    /// At how many stands it is worn; by its spirit if not given.
    #[serde(default)]
    pub worn_at: Option<u8>,
    /// At how many stands it is spent; by its spirit if not given.
    #[serde(default)]
    pub spent_at: Option<u8>,
    /// How soon losses tell on it, where no thresholds are given.
    #[serde(default)]
    pub spirit: Spirit,
    /// How good it is.
    #[serde(default)]
    pub rating: Rating,
    /// What kind of troops it is.
    #[serde(default)]
    pub class: Class,
    /// Whether it is a detachment of one stand.
    #[serde(default)]
    pub detachment: bool,
    /// Good order, disordered or broken.
    #[serde(default)]
    pub order: Order,
    /// Its formation; a broken unit has none, whatever stands here.
    #[serde(default)]
    pub formation: Formation,
    /// Whether it is outflanked in this combat.
    #[serde(default)]
    pub outflanked: bool,
    /// Whether it named cold steel.
    #[serde(default)]
    pub cold_steel: bool,
    /// Whether it countercharges; for a defender.
    #[serde(default)]
    pub countercharging: bool,
    /// The worst ground of its charge or countercharge.
    #[serde(default)]
    pub charged_over: Ground,
    /// What it defends; for a defender.
    #[serde(default)]
    pub position: Position,
    /// The leader who is attached to it, if one is.
    #[serde(default)]
    pub attached_leader: Option<AttachedLeader>,
    /// Whether a brave colonel leads it.
    #[serde(default)]
    pub brave_colonel: bool,
    /// The letters of the leaders in whose radius and chain of command it stands; an attached leader's count by themselves.
    #[serde(default)]
    pub letters: Vec<Letter>,
}

impl ChargeTroops {
    /// Fresh trained regulars in line, nothing special about them.
    pub fn new(stands: u8) -> Self {
        ChargeTroops {
            stands,
            start_stands: None,
            worn_at: None,
            spent_at: None,
            spirit: Spirit::default(),
            rating: Rating::default(),
            class: Class::default(),
            detachment: false,
            order: Order::default(),
            formation: Formation::default(),
            outflanked: false,
            cold_steel: false,
            countercharging: false,
            charged_over: Ground::default(),
            position: Position::default(),
            attached_leader: None,
            brave_colonel: false,
            letters: Vec::new(),
        }
    }

    /// When losses tell on it.
    pub(super) fn endurance(&self) -> Endurance {
        Endurance {
            start_stands: self.start_stands.unwrap_or(self.stands),
            worn_at: self.worn_at,
            spent_at: self.spent_at,
            spirit: self.spirit,
        }
    }

    /// Whether it fights on horseback.
    pub(super) fn is_mounted(&self) -> bool {
        self.class.is_mounted_in(self.formation)
    }

    /// Whether works protect it; not if it is outflanked (S49).
    pub(super) fn is_fortified(&self) -> bool {
        self.position == Position::Fortified && !self.outflanked
    }

    /// Whether a leader with this letter is in radius, attached or not.
    pub(super) fn has_letter(&self, letter: Letter) -> bool {
        self.letters.contains(&letter) || self.attached_leader.as_ref().is_some_and(|leader| leader.is(letter))
    }
}

/// Guns that are charged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChargeGuns {
    /// The gun stands, each as `{}` if nothing is wrong with it.
    #[serde(deserialize_with = "crate::pieces::read_gun_stands")]
    pub stands: GunStands,
    /// How good the battery is.
    #[serde(default)]
    pub rating: Rating,
    /// Whether they are limbered.
    #[serde(default)]
    pub limbered: bool,
    /// Whether it is a wagon or a supply column, which counts as limbered guns.
    #[serde(default)]
    pub wagons: bool,
    /// Whether the guns are fixed: they can neither limber nor move.
    #[serde(default)]
    pub fixed: bool,
    /// Whether friendly troops support them: not broken, within 2 inches, and not beaten in this phase.
    #[serde(default)]
    pub supported: bool,
    /// Whether they are outflanked in this combat.
    #[serde(default)]
    pub outflanked: bool,
    /// What they defend.
    #[serde(default)]
    pub position: Position,
    /// The leader who is attached to them, if one is.
    #[serde(default)]
    pub attached_leader: Option<AttachedLeader>,
    /// The letters of the leaders in whose radius and chain of command they stand.
    #[serde(default)]
    pub letters: Vec<Letter>,
}

impl ChargeGuns {
    /// A trained, unlimbered, unsupported battery of so many sound stands.
    pub fn new(stands: usize) -> Self {
        ChargeGuns {
            stands: crate::fire::sound_stands(stands),
            rating: Rating::default(),
            limbered: false,
            wagons: false,
            fixed: false,
            supported: false,
            outflanked: false,
            position: Position::default(),
            attached_leader: None,
            letters: Vec::new(),
        }
    }
}

/// Either kind of unit, of either side, as the rules look at it.
#[derive(Clone, Copy)]
pub(super) enum Unit<'a> {
    Troops(&'a ChargeTroops),
    Guns(&'a ChargeGuns),
}

impl<'a> Unit<'a> {
    pub(super) fn rating(self) -> Rating {
        match self {
            Unit::Troops(troops) => troops.rating,
            Unit::Guns(guns) => guns.rating,
        }
    }

    pub(super) fn is_guns(self) -> bool {
        matches!(self, Unit::Guns(_))
    }

    pub(super) fn is_mounted(self) -> bool {
        matches!(self, Unit::Troops(troops) if troops.is_mounted())
    }

    pub(super) fn is_countercharging(self) -> bool {
        matches!(self, Unit::Troops(troops) if troops.countercharging)
    }

    pub(super) fn is_outflanked(self) -> bool {
        match self {
            Unit::Troops(troops) => troops.outflanked,
            Unit::Guns(guns) => guns.outflanked,
        }
    }

    pub(super) fn is_fortified(self) -> bool {
        match self {
            Unit::Troops(troops) => troops.is_fortified(),
            Unit::Guns(guns) => guns.position == Position::Fortified && !guns.outflanked,
        }
    }

    pub(super) fn position(self) -> Position {
        match self {
            Unit::Troops(troops) => troops.position,
            Unit::Guns(guns) => guns.position,
        }
    }

    pub(super) fn attached_leader(self) -> Option<&'a AttachedLeader> {
        match self {
            Unit::Troops(troops) => troops.attached_leader.as_ref(),
            Unit::Guns(guns) => guns.attached_leader.as_ref(),
        }
    }

    pub(super) fn has_brave_colonel(self) -> bool {
        matches!(self, Unit::Troops(troops) if troops.brave_colonel)
    }

    pub(super) fn has_letter(self, letter: Letter) -> bool {
        match self {
            Unit::Troops(troops) => troops.has_letter(letter),
            Unit::Guns(guns) => {
                guns.letters.contains(&letter) || guns.attached_leader.as_ref().is_some_and(|it| it.is(letter))
            }
        }
    }

    /// What of it can be hurt.
    pub(super) fn piece(self) -> Piece {
        match self {
            Unit::Troops(troops) => Piece::Troops(TroopState { stands: troops.stands, order: troops.order }),
            Unit::Guns(guns) => Piece::Guns(GunState { stands: guns.stands.clone() }),
        }
    }

    /// Whether two units are the same in everything, so that there is nothing to choose between them.
    pub(super) fn is_like(self, other: Unit<'_>) -> bool {
        match (self, other) {
            (Unit::Troops(one), Unit::Troops(another)) => one == another,
            (Unit::Guns(one), Unit::Guns(another)) => one == another,
            _ => false,
        }
    }
}

impl Defender {
    pub(super) fn unit(&self) -> Unit<'_> {
        match self {
            Defender::Troops(troops) => Unit::Troops(troops),
            Defender::Guns(guns) => Unit::Guns(guns),
        }
    }
}

/// Refuses a combat that cannot be, with every reason.
pub fn check(book: &Book, combat: &ChargeCombat) -> Result<(), Refusal> {
    let mut refusal = Refusal::new();
    for (count, field) in [(combat.attackers.len(), "attackers"), (combat.defenders.len(), "defenders")] {
        refusal.unless((1..=UNITS_MAX).contains(&count), field, FF_TURN_CHG_1, || {
            format!("1 to {UNITS_MAX} units of a side meet in one combat")
        });
    }
    for (index, troops) in combat.attackers.iter().enumerate() {
        let path = format!("attackers[{index}]");
        check_troops(book, combat, troops, &path, &mut refusal);
        check_attacker(troops, &path, &mut refusal);
    }
    let detachments = combat.defenders.iter().filter(|unit| is_detachment(unit)).count();
    refusal.unless(detachments == 0 || detachments == combat.defenders.len(), "defenders", FF_SPEC_DET_BROKEN, || {
        "a detachment breaks as soon as it is charged; leave it out of the combat of the others".to_owned()
    });
    for (index, defender) in combat.defenders.iter().enumerate() {
        let kind = match defender {
            Defender::Troops(_) => "troops",
            Defender::Guns(_) => "guns",
        };
        let path = format!("defenders[{index}].{kind}");
        match defender {
            Defender::Troops(troops) => {
                check_troops(book, combat, troops, &path, &mut refusal);
                check_defender(combat, troops, &path, &mut refusal);
            }
            Defender::Guns(guns) => check_guns(guns, &path, &mut refusal),
        }
    }
    refusal.verdict()
}

pub(super) fn is_detachment(defender: &Defender) -> bool {
    matches!(defender, Defender::Troops(troops) if troops.detachment)
}

fn check_troops(book: &Book, combat: &ChargeCombat, troops: &ChargeTroops, path: &str, refusal: &mut Refusal) {
    let drill = Drill {
        class: troops.class,
        formation: troops.formation,
        order: troops.order,
        stands: troops.stands,
        detachment: troops.detachment,
        outflanked: troops.outflanked,
    };
    legality::troops(book, &drill, path, refusal);
    let start = troops.start_stands.unwrap_or(troops.stands);
    refusal.unless(
        (troops.stands..=STANDS_MAX).contains(&start),
        &format!("{path}.start_stands"),
        FF_CHG_MOD_FRESH,
        || format!("it started with at least the {} stands it has, and at most {STANDS_MAX}", troops.stands),
    );
    let in_order = match (troops.worn_at, troops.spent_at) {
        (Some(worn), Some(spent)) => spent <= worn,
        _ => true,
    };
    refusal.unless(in_order, &format!("{path}.spent_at"), FF_CHG_MOD_SPENT, || {
        "a unit is worn before it is spent".to_owned()
    });
    refusal.unless(
        !(troops.cold_steel && combat.second_combat),
        &format!("{path}.cold_steel"),
        FF_HOUSE_COLD_STEEL,
        || "cold steel counts only in the first combat".to_owned(),
    );
}

/// S24: who may charge, and in what.
fn check_attacker(troops: &ChargeTroops, path: &str, refusal: &mut Refusal) {
    let field = |name: &str| format!("{path}.{name}");
    refusal.unless(!troops.detachment, &field("detachment"), FF_SPEC_DET_NO_CHARGE, || {
        "a detachment may not charge".to_owned()
    });
    refusal.unless(troops.order != Order::Broken, &field("order"), FF_HOUSE_CHARGERS, || {
        "broken troops do not charge".to_owned()
    });
    let may = !troops.formation.is_all_round() && troops.formation != Formation::MarchColumn;
    refusal.unless(may, &field("formation"), FF_HOUSE_CHARGERS, || format!("a {} does not charge", troops.formation));
    refusal.unless(!troops.countercharging, &field("countercharging"), FF_TMNV_H_CONDITION, || {
        "only the charged side countercharges".to_owned()
    });
    refusal.unless(troops.position == Position::Open, &field("position"), FF_CHG_MOD_FAVORABLE, || {
        "only a defender has a position".to_owned()
    });
}

/// A countercharge is made by good order mounted cavalry against mounted troops, in the first combat.
fn check_defender(combat: &ChargeCombat, troops: &ChargeTroops, path: &str, refusal: &mut Refusal) {
    let field = |name: &str| format!("{path}.{name}");
    if troops.countercharging {
        let charged_by_cavalry = combat.attackers.iter().any(ChargeTroops::is_mounted);
        refusal.unless(charged_by_cavalry, &field("countercharging"), FF_TMNV_H_CONDITION, || {
            "it countercharges only if charged by cavalry".to_owned()
        });
        let able = troops.is_mounted() && troops.formation != Formation::MarchColumn && troops.order != Order::Broken;
        refusal.unless(able, &field("countercharging"), FF_TMNV_H_COUNTER, || {
            "only mounted cavalry countercharges, not broken and not in march column".to_owned()
        });
        refusal.unless(!combat.second_combat, &field("countercharging"), FF_HOUSE_SECOND_COMBAT, || {
            "nobody countercharges a breakthrough".to_owned()
        });
    }
    refusal.unless(!troops.cold_steel || troops.countercharging, &field("cold_steel"), FF_HOUSE_COLD_STEEL, || {
        "a defender names cold steel only when it countercharges".to_owned()
    });
}

fn check_guns(guns: &ChargeGuns, path: &str, refusal: &mut Refusal) {
    legality::guns(&guns.stands, &format!("{path}.stands"), refusal);
    refusal.unless(!(guns.fixed && (guns.limbered || guns.wagons)), &format!("{path}.fixed"), FF_HOUSE_FIXED, || {
        "fixed guns cannot be limbered, and wagons are not fixed".to_owned()
    });
}

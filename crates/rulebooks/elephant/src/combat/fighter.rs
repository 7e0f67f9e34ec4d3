//! What a unit brings to Combat, and how it stands while the dice fall.

use std::hash::{Hash, Hasher};

use engine::{Refusal, Rule, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::FighterOutcome;
use crate::Book;
use crate::charts::{Casualty, Grade, StandValue, Weapon};
use crate::command::Command;
use crate::ranks::{Body, check_ranks, depth};
use crate::rules::*;
use crate::unit::{
    Arm, Commander, Condition, Formation, check_commander, check_condition, check_formation, stand_kind,
};

/// LIMIT: units of one side in one fight.
pub(crate) const FIGHTERS_MAX: usize = 4;

keys! {
    /// What a unit defends.
    pub enum Position {
        /// Nothing but the ground it stands on.
        Open = "open",
        /// A fence or wall.
        FenceOrWall = "fence-or-wall",
        /// Fieldworks.
        Fieldworks = "fieldworks",
    }
}

keys! {
    /// How a unit came out of a charge or a fight.
    pub enum Ending {
        /// It holds its place, or has taken the enemy's.
        Stands = "stands",
        /// It is still in contact: the next phasing side may add to the fight or break off.
        Engaged = "engaged",
        /// It retreats.
        Retreats = "retreats",
        /// It routs.
        Routs = "routs",
        /// Nothing is left of it.
        Gone = "gone",
    }
}

impl Ending {
    /// What it does, as a player would say it.
    pub const fn said(self) -> &'static str {
        match self {
            Ending::Stands => "stands",
            Ending::Engaged => "stays engaged",
            Ending::Retreats => "retreats",
            Ending::Routs => "routs",
            Ending::Gone => "is destroyed",
        }
    }

    /// Whether it can still be struck.
    pub const fn is_in_contact(self) -> bool {
        matches!(self, Ending::Stands | Ending::Engaged)
    }
}

/// One unit in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fighter {
    /// Its arm.
    #[serde(default = "infantry")]
    pub arm: Arm,
    /// How it stands.
    #[serde(default = "line")]
    pub formation: Formation,
    /// Whether it is mounted (cavalry only).
    #[serde(default)]
    pub mounted: bool,
    /// Its Morale Grade; a Green unit rolls for it first.
    pub grade: Grade,
    /// Its stands, hits, Panic Markers and losses.
    pub condition: Condition,
    /// Its weapon: shotguns count against cavalry.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// Whether it carries lances.
    #[serde(default)]
    pub lance: bool,
    /// The commander attached to it, if he still may help a unit in Combat this turn.
    #[serde(default)]
    pub commander: Option<Commander>,
    /// How many ranks deep it is, units that follow up behind it included; left at 1, those of its formation: a column has a
    /// front of two stands.
    #[serde(default = "one")]
    pub ranks: u8,
    /// Whether other units follow up behind it: they add ranks, not strength, and share its markers and its retreat.
    #[serde(default)]
    pub followed_up: bool,
    /// How many of the ranks are its own, on a map.
    #[serde(skip)]
    pub own_ranks: Option<u8>,
    /// Whether it stands uphill of its enemy.
    #[serde(default)]
    pub uphill: bool,
    /// What it defends.
    #[serde(default = "open")]
    pub position: Position,
    /// Whether it is in, or just across, a stream or ford.
    #[serde(default)]
    pub crossing_stream: bool,
    /// Whether it fights in woods: cavalry then counts half.
    #[serde(default)]
    pub in_woods: bool,
    /// Whether it came in on its enemy's flank or rear.
    #[serde(default)]
    pub flank_or_rear: bool,
    /// Skirmishers: whether a Combat drove them off and they have not passed a test since; they then have flanks and rear.
    #[serde(default)]
    pub flanks_exposed: bool,
    /// Whether it is Overenthusiastic.
    #[serde(default)]
    pub overenthusiastic: bool,
    /// Whether it is out of ammunition (optional rule).
    #[serde(default)]
    pub out_of_ammo: bool,
}

fn infantry() -> Arm {
    Arm::Infantry
}

fn line() -> Formation {
    Formation::Line
}

fn open() -> Position {
    Position::Open
}

fn one() -> u8 {
    1
}

impl Fighter {
    /// A fresh regular regiment of so many stands in line.
    pub fn infantry(stands: u16) -> Self {
        Fighter {
            arm: Arm::Infantry,
            formation: Formation::Line,
            mounted: false,
            grade: Grade::Regular,
            condition: Condition::fresh(stands),
            weapon: None,
            lance: false,
            commander: None,
            ranks: 1,
            followed_up: false,
            own_ranks: None,
            uphill: false,
            position: Position::Open,
            crossing_stream: false,
            in_woods: false,
            flank_or_rear: false,
            flanks_exposed: false,
            overenthusiastic: false,
            out_of_ammo: false,
        }
    }

    /// What one of its stands counts, and the rule that says so.
    pub(super) fn stand_value(&self) -> (StandValue, Rule) {
        match self.arm {
            Arm::Infantry => (StandValue::Infantry, SE_COMBAT_VAL_INF),
            Arm::Cavalry if self.in_woods && self.mounted => (StandValue::CavalryWoods, SE_COMBAT_VAL_CAV),
            Arm::Cavalry => (StandValue::Cavalry, SE_COMBAT_VAL_CAV),
            Arm::FieldArtillery | Arm::HorseArtillery | Arm::Wagon => (StandValue::Artillery, SE_COMBAT_VAL_ART),
        }
    }

    /// How many ranks deep it is in Combat.
    pub(crate) fn depth(&self) -> u8 {
        depth(self.formation, self.condition.stands, self.ranks)
    }

    /// How many ranks deep it is when it fires or is fired at: whoever follows up adds ranks in Combat only.
    ///
    /// RULING: where nobody says how many of the ranks are its own, they are the fewest its formation has.
    pub(crate) fn depth_under_fire(&self) -> u8 {
        let own = self.own_ranks.unwrap_or(if self.followed_up { 1 } else { self.ranks });
        depth(self.formation, self.condition.stands, own)
    }

    /// The rule by which it has neither flank nor rear.
    pub(crate) fn all_round_rule(&self) -> Option<Rule> {
        self.formation.all_round_rule(self.flanks_exposed)
    }

    /// Whether it has what tells against cavalry.
    pub(super) fn has_shotgun_or_lance(&self) -> bool {
        self.lance || self.weapon == Some(Weapon::Shotgun)
    }
}

/// Refuses a unit that cannot be in Combat as described.
pub(crate) fn check_fighter(book: &Book, refusal: &mut Refusal, field: &str, unit: &Fighter) {
    let place = |name: &str| format!("{field}.{name}");
    check_formation(refusal, &place("formation"), unit.arm, unit.formation, unit.mounted);
    let kind = stand_kind(unit.arm, unit.mounted);
    check_condition(book, refusal, &place("condition"), kind, &unit.condition);
    check_commander(book, refusal, &place("commander.rating"), unit.commander.as_ref());
    let body = if unit.followed_up { Body::FollowedUp } else { Body::Whole };
    let ranked = (unit.formation, body(unit.condition.stands));
    check_ranks(refusal, &place("ranks"), ranked, unit.ranks, SE_COMBAT_RANKS);
    let exposed = unit.flanks_exposed && unit.formation != Formation::Skirmish;
    refusal.unless(!exposed, &place("flanks_exposed"), SE_SKIRM_6, || "it only matters to skirmishers".to_owned());
    refusal.unless(!unit.followed_up || unit.ranks > 1, &place("ranks"), SE_COMBAT_RANKS, || {
        "units that follow up are ranks of it: give at least 2".to_owned()
    });
    refusal.unless(!unit.lance || unit.arm == Arm::Cavalry, &place("lance"), SE_COMBAT_SHIFT_SHOTGUN, || {
        "only cavalry carries lances".to_owned()
    });
    refusal.unless(unit.arm != Arm::Wagon, &place("arm"), SE_HOUSE_WAGONS, || {
        "wagons do not fight: in contact they are captured".to_owned()
    });
}

/// Refuses a flank where the enemy has none, and two sides each uphill of the other. The attackers strike at the unit named
/// first.
pub(crate) fn check_sides(
    refusal: &mut Refusal,
    (field, attackers): (&str, &[&Fighter]),
    (enemy_field, defenders): (&str, &[&Fighter]),
) {
    let flanks = |units: &[&Fighter]| units.iter().any(|unit| unit.flank_or_rear);
    let no_flank = |unit: &Fighter| format!("a unit in {} has no flank or rear", unit.formation);
    if let Some((unit, rule)) = defenders.first().and_then(|unit| Some((unit, unit.all_round_rule()?))) {
        refusal.unless(!flanks(attackers), enemy_field, rule, || no_flank(unit));
    }
    let rules = attackers.iter().map(|unit| unit.all_round_rule()).collect::<Option<Vec<_>>>();
    if let Some((unit, rule)) = attackers.first().zip(rules.and_then(|rules| rules.first().copied())) {
        refusal.unless(!flanks(defenders), field, rule, || no_flank(unit));
    }
    let uphill = |units: &[&Fighter]| units.iter().any(|unit| unit.uphill);
    let both = uphill(attackers) && uphill(defenders);
    refusal
        .unless(!both, enemy_field, SE_COMBAT_SHIFT_UPHILL, || "only one side stands uphill of the other".to_owned());
}

/// A unit in the middle of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub grade: Grade,
    pub condition: Condition,
    pub captured: u16,
    /// Whether the last stands it lost were captured.
    pub seized: bool,
    /// Panic Markers that the results of Combat gave it, whether or not it could take them all.
    pub markers: u8,
    pub command: Command,
    pub casualty: Casualty,
    pub ending: Ending,
}

// COST: two words instead of ten fields; see the states of a charge.
impl Hash for Standing {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Condition { stands, hits, panic, lost } = self.condition;
        let counts = u64::from(stands) | u64::from(lost) << 16 | u64::from(self.captured) << 32;
        state.write_u64(counts | u64::from(hits) << 48 | u64::from(panic) << 56);
        let command = match self.command {
            Command::None => 0,
            Command::Fit(rating) => 1 + u64::from(rating),
            Command::Wounded(rating) => 1 << 8 | u64::from(rating),
        };
        let states = self.grade as u64 | (self.ending as u64) << 8 | (self.casualty as u64) << 16;
        state.write_u64(states | command << 24 | u64::from(self.markers) << 40 | u64::from(self.seized) << 48);
    }
}

impl Standing {
    /// The place of a unit that is not there.
    pub(crate) const NOBODY: Standing = Standing {
        grade: Grade::Regular,
        condition: Condition::fresh(0),
        captured: 0,
        seized: false,
        markers: 0,
        command: Command::None,
        casualty: Casualty::None,
        ending: Ending::Gone,
    };

    pub(crate) fn new(grade: Grade, condition: Condition, commander: Option<&Commander>) -> Self {
        Standing {
            grade,
            condition,
            captured: 0,
            seized: false,
            markers: 0,
            command: Command::of(commander),
            casualty: Casualty::None,
            ending: Ending::Stands,
        }
    }

    pub(crate) fn outcome(&self) -> FighterOutcome {
        FighterOutcome {
            ending: self.ending,
            captured: self.captured,
            condition: self.condition,
            commander: self.casualty,
        }
    }
}

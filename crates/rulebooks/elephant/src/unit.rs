//! What a unit is, and how hits and Panic Markers change it (P3).

use std::fmt;

use engine::chart::Key;
use engine::{Asks, Refusal, Rule, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Grade, Limit, Rank, StandKind};
use crate::rules::*;
use crate::{Book, Event, Referee};

keys! {
    /// The arm of a unit.
    pub enum Arm {
        /// Foot.
        Infantry = "infantry",
        /// Horse, mounted or dismounted.
        Cavalry = "cavalry",
        /// Guns that walk.
        FieldArtillery = "field-artillery",
        /// Guns that ride.
        HorseArtillery = "horse-artillery",
        /// Supply wagons.
        Wagon = "wagon",
    }
}

impl Arm {
    /// Whether it is guns of either kind.
    pub const fn is_artillery(self) -> bool {
        matches!(self, Arm::FieldArtillery | Arm::HorseArtillery)
    }
}

keys! {
    /// How a unit stands.
    pub enum Formation {
        /// The fighting formation of foot and horse.
        Line = "line",
        /// A front of one or two stands.
        Column = "column",
        /// Infantry facing all ways.
        Square = "square",
        /// Open order, all-round.
        Skirmish = "skirmish",
        /// Guns or wagons hitched up.
        Limbered = "limbered",
        /// Guns ready to fire.
        Unlimbered = "unlimbered",
    }
}

impl Formation {
    /// The rule by which a unit in this formation has neither flank nor rear; `exposed` skirmishers have both.
    pub(crate) fn all_round_rule(self, exposed: bool) -> Option<Rule> {
        match self {
            Formation::Square => Some(SE_HOUSE_SQUARE),
            Formation::Skirmish if !exposed => Some(SE_SKIRM_4),
            _ => None,
        }
    }
}

keys! {
    /// How well a unit is covered.
    pub enum Cover {
        /// In the open.
        None = "none",
        /// In woods or crops.
        Soft = "soft",
        /// In buildings or works.
        Hard = "hard",
        /// Behind a rail fence: soft, but nothing to mounted cavalry and limbered guns.
        Fence = "fence",
        /// Behind a wall: hard, but nothing to mounted cavalry and limbered guns.
        Wall = "wall",
    }
}

/// A unit's cover, and whether the unit is too tall for a fence or a wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shelter {
    pub cover: Cover,
    pub tall: bool,
}

impl Shelter {
    pub(crate) fn of(cover: Cover, mounted: bool, formation: Formation) -> Self {
        Shelter { cover, tall: mounted || formation == Formation::Limbered }
    }

    /// S 42: what the cover is worth, in the open, soft or hard: fences and walls hide neither horses nor limbered guns.
    #[inline(always)]
    pub(crate) fn worth<U: Referee>(self, umpire: &mut U) -> Cover {
        match (self.cover, self.tall) {
            (Cover::Fence | Cover::Wall, true) => {
                umpire.cite(SE_HOUSE_COVER);
                Cover::None
            }
            (Cover::Fence, false) => Cover::Soft,
            (Cover::Wall, false) => Cover::Hard,
            (cover, _) => cover,
        }
    }
}

keys! {
    /// How a unit withdrew.
    pub enum Withdrawal {
        /// It did not.
        None = "none",
        /// It retreated.
        Retreat = "retreat",
        /// It routed.
        Rout = "rout",
    }
}

keys! {
    /// What keeps a unit from acting freely this turn.
    pub enum Hindrance {
        /// Nothing.
        None = "none",
        /// It is engaged in Combat.
        Engaged = "engaged",
        /// It has retreated or routed this turn.
        Withdrawn = "withdrawn",
        /// It lies down.
        Prone = "prone",
        /// It fired in its Fire Phase at full effect, and stays where it is.
        FiredInPlace = "fired-in-place",
        /// It is Overenthusiastic: it goes for the enemy and nothing else.
        Overenthusiastic = "overenthusiastic",
    }
}

impl Hindrance {
    /// The rule that keeps such a unit from moving or charging, and what it says; nothing where it may.
    pub(crate) fn bars_movement(self) -> Option<(Rule, &'static str)> {
        match self {
            Hindrance::None | Hindrance::Overenthusiastic => None,
            Hindrance::Engaged => Some((SE_COMBAT_RES_ENGD, "an engaged unit only breaks off")),
            Hindrance::Withdrawn => Some((SE_MORALE_PHASE_MOVED, "a unit that has withdrawn has had its move")),
            Hindrance::Prone => Some((SE_PRONE_STAND_TEST, "a prone unit must pass a test and stand up first")),
            Hindrance::FiredInPlace => Some((SE_FIRE_OPT_FULL, "a unit that fired at full effect stays where it is")),
        }
    }

    /// The rule that keeps such a unit from firing in its own Fire Phase, or with `defensive` fire at an enemy who moves.
    pub(crate) fn bars_fire(self, defensive: bool) -> Option<(Rule, &'static str)> {
        match self {
            Hindrance::Engaged => Some((SE_COMBAT_RES_ENGD, "an engaged unit does not fire")),
            Hindrance::Withdrawn => Some((SE_MORALE_PHASE_MOVED, "a unit that has withdrawn does nothing more")),
            Hindrance::FiredInPlace if !defensive => Some((SE_FIRE_DECLARE, "it has already fired")),
            Hindrance::Overenthusiastic if !defensive => {
                Some((SE_MORALE_RES_OVER, "an Overenthusiastic unit goes for the enemy instead"))
            }
            _ => None,
        }
    }

    pub(crate) const fn none() -> Self {
        Hindrance::None
    }
}

/// The part of a unit that fire, morale and Combat change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Stands it still has.
    pub stands: u16,
    /// Hits that do not yet make a whole stand.
    #[serde(default)]
    pub hits: u8,
    /// Panic Markers on it.
    #[serde(default)]
    pub panic: u8,
    /// Stands it has lost in the battle so far.
    #[serde(default)]
    pub lost: u16,
}

impl Condition {
    /// A fresh unit of so many stands.
    pub const fn fresh(stands: u16) -> Self {
        Condition { stands, hits: 0, panic: 0, lost: 0 }
    }

    /// Whether anything of it is left.
    pub const fn is_gone(self) -> bool {
        self.stands == 0
    }

    /// Takes stands away, never more than there are; gives how many went.
    #[inline]
    pub fn lose_stands(&mut self, stands: u16) -> u16 {
        let gone = stands.min(self.stands);
        self.stands -= gone;
        self.lost += gone;
        if self.stands == 0 {
            // Nobody is left to carry hits or markers.
            (self.hits, self.panic) = (0, 0);
        }
        gone
    }

    /// P3: so many more Panic Markers, up to the most a unit can carry.
    // COST: always inlined, so that whoever suffers can stay in registers.
    #[inline(always)]
    pub fn take_markers<U: Referee>(&mut self, book: &Book, markers: u8, umpire: &mut U) {
        if markers == 0 || self.is_gone() {
            return;
        }
        let most = book.limit(Limit::PanicMax) as u8;
        umpire.cite(SE_PANIC_DEF);
        if self.panic.saturating_add(markers) > most {
            umpire.cite(SE_PANIC_MAX);
        }
        self.panic = self.panic.saturating_add(markers).min(most);
    }

    /// P3: so many hits, each with a Panic Marker; whole stands go as soon as their hits are full, the rest carry over.
    // COST: always inlined, so that whoever suffers can stay in registers.
    #[inline(always)]
    pub fn take_hits<U: Referee>(&mut self, book: &Book, kind: StandKind, hits: u8, umpire: &mut U) {
        if hits == 0 {
            return;
        }
        umpire.cite_all([SE_HIT_PANIC, SE_HIT_PERMANENT]);
        let before = self.stands;
        let looked = book.tables.hits_per_stand.at(kind);
        let per_stand = looked.value.max(1);
        let total = u16::from(self.hits) + u16::from(hits);
        let mut carried_over = total;
        // COST: mostly no stand is full, and a division takes as long as ten additions.
        if total >= per_stand {
            umpire.read(looked);
            umpire.cite(if kind == StandKind::Infantry { SE_HIT_INF } else { SE_HIT_CAVART });
            self.lose_stands(total / per_stand);
            carried_over = total % per_stand;
        }
        self.hits = if self.stands == 0 { 0 } else { carried_over as u8 };
        self.take_markers(book, hits, umpire);
        let stands_lost = before - self.stands;
        umpire.tell(|| Event::Suffered { hits, markers: hits, stands_lost });
    }
}

/// The unit as a player would say it: `9 stands, 1 hit, 2 markers`.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (count, one) in [(self.stands, "stand"), (self.hits.into(), "hit"), (self.panic.into(), "marker")] {
            let plural = if count == 1 { "" } else { "s" };
            write!(f, "{separator}{count} {one}{plural}")?;
            separator = ", ";
        }
        Ok(())
    }
}

/// A commander who goes with a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commander {
    /// His rating, for morale and Combat: normally 1 for a brigade, 2 for a division, 3 for a corps, 4 for an army.
    pub rating: u8,
    /// Whether he already carries a light wound.
    #[serde(default)]
    pub wounded: bool,
}

/// LIMIT: stands in one unit; a brigade of the largest scale has fewer.
pub const STANDS_MAX: u16 = 200;

/// LIMIT: the highest rating a scenario may give a commander.
pub const RATING_MAX: u8 = 4;

/// The kind of stand a unit is made of, for the hits it takes.
pub const fn stand_kind(arm: Arm, mounted: bool) -> StandKind {
    match (arm, mounted) {
        (Arm::Infantry, _) => StandKind::Infantry,
        (Arm::Cavalry, true) => StandKind::Cavalry,
        (Arm::Cavalry, false) => StandKind::DismountedCavalry,
        (Arm::FieldArtillery | Arm::HorseArtillery | Arm::Wagon, _) => StandKind::ArtilleryCrew,
    }
}

/// Refuses a condition that no unit can be in.
pub(crate) fn check_condition(book: &Book, refusal: &mut Refusal, field: &str, kind: StandKind, condition: &Condition) {
    let per_stand = book.tables.hits_per_stand.at(kind).value;
    let most = book.limit(Limit::PanicMax);
    let hits_rule = if kind == StandKind::Infantry { SE_HIT_INF } else { SE_HIT_CAVART };
    let place = |name: &str| format!("{field}.{name}");
    refusal.unless((1..=STANDS_MAX).contains(&condition.stands), &place("stands"), SE_HOUSE_STANDS, || {
        format!("a unit has 1 to {STANDS_MAX} stands")
    });
    refusal.unless(condition.lost <= STANDS_MAX, &place("lost"), SE_MORALE_MOD_LOSSES, || {
        format!("a unit cannot have lost more than {STANDS_MAX} stands")
    });
    refusal.unless(u16::from(condition.hits) < per_stand, &place("hits"), hits_rule, || {
        format!("{per_stand} hits are a lost stand: give at most {}", per_stand.saturating_sub(1))
    });
    refusal.unless(u16::from(condition.panic) <= most, &place("panic"), SE_PANIC_MAX, || {
        format!("a unit carries at most {most} Panic Markers")
    });
}

/// Refuses a formation that the arm does not have.
pub(crate) fn check_formation(refusal: &mut Refusal, field: &str, arm: Arm, formation: Formation, mounted: bool) {
    let fits = match arm {
        Arm::Infantry => {
            matches!(formation, Formation::Line | Formation::Column | Formation::Square | Formation::Skirmish)
        }
        Arm::Cavalry if mounted => matches!(formation, Formation::Line | Formation::Column | Formation::Skirmish),
        Arm::Cavalry => formation == Formation::Skirmish,
        Arm::FieldArtillery | Arm::HorseArtillery => matches!(formation, Formation::Limbered | Formation::Unlimbered),
        Arm::Wagon => formation == Formation::Limbered,
    };
    let rule = match arm {
        Arm::Infantry => SE_MOVE_LINE,
        Arm::Cavalry => SE_MOVE_DISMTD,
        Arm::FieldArtillery => SE_MOVE_FIELDART,
        Arm::HorseArtillery => SE_MOVE_HORSEART,
        Arm::Wagon => SE_MOVE_WAGON,
    };
    let riding = if mounted || arm != Arm::Cavalry { "" } else { "dismounted " };
    refusal.unless(fits, field, rule, || format!("{riding}{} cannot be in {}", arm.name(), formation.name()));
    refusal.unless(!mounted || arm == Arm::Cavalry, field, SE_MOVE_CAV, || {
        format!("{} has no horses to mount", arm.name())
    });
}

/// Refuses a commander whose rating cannot be.
pub(crate) fn check_commander(book: &Book, refusal: &mut Refusal, field: &str, commander: Option<&Commander>) {
    let Some(Commander { rating, .. }) = commander else {
        return;
    };
    refusal.unless(*rating <= RATING_MAX, field, SE_CMDR_EXCEPTIONAL, || format!("a rating is 0 to {RATING_MAX}"));
    let of_a_rank = Rank::ALL.iter().any(|rank| book.tables.rank_morale.at(*rank).value == u16::from(*rating));
    refusal.unless(book.switches.exceptional_officers || of_a_rank, field, SE_CMDR_EXCEPTIONAL, || {
        "this table rates commanders by their rank alone: give the rating of a rank".to_owned()
    });
}

/// The grade, rolled now if it is Green (S 39).
pub(crate) fn settle_grade<U: Referee>(book: &Book, grade: Grade, umpire: &mut U) -> engine::Ruling<Grade, U> {
    if grade != Grade::Green {
        return Ok(grade);
    }
    umpire.cite(SE_GRADE_GREEN);
    let die = umpire.d10(SE_GREEN_ROLL)?;
    let found = umpire.read(book.tables.green_roll.at(die, 0)?);
    umpire.tell(|| Event::GradeFound { grade: found });
    Ok(found)
}

//! Commanders: their reach, their help, and what becomes of them (sections 5.8 and 9).
//!
//! Not here: who leads whom, and the tests of all the units a killed commander leads; each of those is a `morale` test with
//! the cause `commander-lost`.

use engine::chart::Key;
use engine::{Asks, Looked, Refusal, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{CasualtyRow, LeaderType, Level, Limit};
use crate::citations::{combat_bonus_rule, morale_bonus_rule};
use crate::questions::{COMBAT_BONUS, MORALE_BONUS};
use crate::rules::*;
use crate::unit::{Condition, Owner};
use crate::{Book, Event, Referee};

/// One commander above a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Superior {
    /// His level.
    pub level: Level,
    /// What kind of leader he is: his rating.
    #[serde(default = "steady")]
    pub kind: LeaderType,
    /// Metres between him and the unit.
    #[serde(default)]
    pub distance_m: u16,
    /// Whether he is attached to this unit.
    #[serde(default)]
    pub attached: bool,
    /// Whether he carries a light wound.
    #[serde(default)]
    pub wounded: bool,
    /// Whether he has already steadied a unit this turn.
    #[serde(default)]
    pub morale_bonus_spent: bool,
    /// Whether he has already led a unit in fire or melee this turn.
    #[serde(default)]
    pub combat_bonus_spent: bool,
}

fn steady() -> LeaderType {
    LeaderType::Steady
}

impl Superior {
    /// A commander of this level and kind, so many metres away.
    pub const fn new(level: Level, kind: LeaderType, distance_m: u16) -> Self {
        Superior {
            level,
            kind,
            distance_m,
            attached: false,
            wounded: false,
            morale_bonus_spent: false,
            combat_bonus_spent: false,
        }
    }

    /// The same commander, attached to the unit.
    #[must_use]
    pub const fn attached(self) -> Self {
        Superior { attached: true, distance_m: 0, ..self }
    }
}

/// Refuses a chain of command that cannot be.
pub(crate) fn check_chain(book: &Book, refusal: &mut Refusal, field: &str, chain: &[Superior]) {
    let ascending = chain.windows(2).all(|pair| pair[0].level < pair[1].level);
    refusal.unless(ascending, field, BY_CMD_LVL_TABLE, || {
        "give at most one commander of each level, brigade first, then division, corps, army".to_owned()
    });
    let attached = chain.iter().filter(|superior| superior.attached).count();
    refusal.unless(attached <= 1, field, BY_CMD_LVL_TABLE, || "one commander at most is attached to a unit".to_owned());
    for (index, superior) in chain.iter().enumerate() {
        let reach = book.tables.morale.reach.at(superior.level).value;
        refusal.unless(
            !superior.attached || superior.distance_m <= reach,
            &format!("{field}[{index}]"),
            BY_MOR_MOD_COMMANDER,
            || "an attached commander is with his unit".to_owned(),
        );
    }
}

/// What has become of a unit's commanders while a procedure goes on: one bit for each place in its chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Staff {
    gone: u8,
    wounded: u8,
    morale_spent: u8,
    combat_spent: u8,
}

impl Staff {
    pub fn of(chain: &[Superior]) -> Self {
        let bits = |holds: fn(&Superior) -> bool| {
            let places = chain.iter().enumerate().filter(|(_, superior)| holds(superior));
            places.fold(0, |bits, (index, _)| bits | 1 << (index as u8 & 7))
        };
        Staff {
            gone: 0,
            wounded: bits(|superior| superior.wounded),
            morale_spent: bits(|superior| superior.morale_bonus_spent),
            combat_spent: bits(|superior| superior.combat_bonus_spent),
        }
    }

    fn has(bits: u8, index: usize) -> bool {
        bits & (1 << (index as u8 & 7)) != 0
    }

    fn set(bits: &mut u8, index: usize) {
        *bits |= 1 << (index as u8 & 7);
    }

    /// The commander attached to the unit, if he is still there.
    pub fn attached(self, chain: &[Superior]) -> Option<usize> {
        chain.iter().position(|superior| superior.attached).filter(|index| !Staff::has(self.gone, *index))
    }

    /// 9.2: the commanders who reach the unit, in the order of the chain.
    pub fn in_reach<'a>(self, book: &'a Book, chain: &'a [Superior]) -> impl Iterator<Item = (usize, &'a Superior)> {
        let reaches = move |(index, superior): &(usize, &Superior)| {
            !Staff::has(self.gone, *index) && superior.distance_m <= book.tables.morale.reach.at(superior.level).value
        };
        chain.iter().enumerate().filter(reaches)
    }

    /// 9.3: one commander in reach may steady the unit. Asked one by one, brigade first, before the die.
    pub fn steady<U: Referee>(
        &mut self,
        book: &Book,
        chain: &[Superior],
        owner: Owner,
        umpire: &mut U,
    ) -> Ruling<Option<Level>, U> {
        for index in 0..chain.len() {
            let here = self.in_reach(book, chain).any(|(place, _)| place == index);
            if !here || Staff::has(self.morale_spent, index) {
                continue;
            }
            let level = chain[index].level;
            umpire.read(book.tables.morale.reach.at(level));
            let piece = owner.first_piece + level.index() as u16;
            if umpire.yes(owner.side, &MORALE_BONUS, Some(piece))? {
                umpire.cite(morale_bonus_rule(level));
                Staff::set(&mut self.morale_spent, index);
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// 9.3: what the attached commander is worth in this fire or melee: the usual row of the chart, or his level's figure
    /// instead of it (SL-09). Not asked where both are the same.
    pub fn lead<U: Referee>(
        &mut self,
        book: &Book,
        chain: &[Superior],
        usual: i16,
        owner: Owner,
        umpire: &mut U,
    ) -> Ruling<Led, U> {
        let Some(index) = self.attached(chain) else {
            return Ok(Led::Nobody);
        };
        if Staff::has(self.combat_spent, index) {
            return Ok(Led::Usual);
        }
        let level = chain[index].level;
        let bonus = book.tables.morale.combat_bonus.at(level);
        if bonus.value <= usual.abs() {
            umpire.cite(combat_bonus_rule(level));
            return Ok(Led::Usual);
        }
        let piece = owner.first_piece + level.index() as u16;
        if !umpire.yes(owner.side, &COMBAT_BONUS, Some(piece))? {
            return Ok(Led::Usual);
        }
        Staff::set(&mut self.combat_spent, index);
        Ok(Led::Bonus { level, bonus })
    }
}

/// What a commander's presence is worth in one fire or melee.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Led {
    /// No commander is attached.
    Nobody,
    /// The row of the chart.
    Usual,
    /// His level's figure instead.
    Bonus { level: Level, bonus: Looked<i16> },
}

keys! {
    /// What has become of a commander.
    #[derive(Default)]
    pub enum Fate {
        /// Nothing, or he was not in danger.
        #[default]
        Unhurt = "unhurt",
        /// Lightly wounded: he rides at half speed.
        LightWound = "light-wound",
        /// Seriously wounded: he has left the field.
        SeriousWound = "serious-wound",
        /// Killed.
        Killed = "killed",
        /// Taken with his unit.
        Captured = "captured",
    }
}

/// 5.8: so many figures lost endanger the commander with the unit. One d6 for each; every hit is looked up. Gives his fate.
pub(crate) fn commander_in_danger<U: Referee>(
    book: &Book,
    chain: &[Superior],
    staff: &mut Staff,
    figures: u16,
    condition: &mut Condition,
    umpire: &mut U,
) -> Ruling<Fate, U> {
    let mut fate = Fate::Unhurt;
    for _ in 0..hits_on_commander(book, chain, *staff, figures, umpire)? {
        let Some(index) = staff.attached(chain) else {
            break;
        };
        fate = fate.max(commander_hit(book, index, staff, Some(condition), umpire)?);
    }
    Ok(fate.max(taken_with_unit(chain, staff, condition, umpire)))
}

/// 5.8: one d6 for each figure lost with a commander among them; how many hit him.
pub(crate) fn hits_on_commander<U: Referee>(
    book: &Book,
    chain: &[Superior],
    staff: Staff,
    figures: u16,
    umpire: &mut U,
) -> Ruling<u8, U> {
    if figures == 0 || staff.attached(chain).is_none() {
        return Ok(0);
    }
    let face = umpire.read(book.tables.limits.at(Limit::CommanderHitFace)) as u8;
    let dice = figures.min(engine::dice::DICE_MAX.into()) as u8;
    Ok(umpire.showing(dice, face, BY_CAS_TABLE)?.max(0) as u8)
}

/// SL-65: the commander of a unit that is gone is taken with it.
pub(crate) fn taken_with_unit<U: Referee>(
    chain: &[Superior],
    staff: &mut Staff,
    condition: &Condition,
    umpire: &mut U,
) -> Fate {
    match staff.attached(chain).filter(|_| condition.is_gone()) {
        Some(index) => {
            Staff::set(&mut staff.gone, index);
            umpire.tell(|| Event::CommanderHit { fate: Fate::Captured });
            Fate::Captured
        }
        None => Fate::Unhurt,
    }
}

/// 5.8: a commander is hit. `condition` is that of the unit he is attached to.
pub(crate) fn commander_hit<U: Referee>(
    book: &Book,
    index: usize,
    staff: &mut Staff,
    condition: Option<&mut Condition>,
    umpire: &mut U,
) -> Ruling<Fate, U> {
    let die = umpire.d6(BY_CAS_TABLE)?;
    let row = umpire.read(book.tables.morale.casualty.at(die)?);
    let row = if row == CasualtyRow::LightWound && Staff::has(staff.wounded, index) {
        umpire.cite(BY_CAS_LIGHT_TWICE);
        CasualtyRow::SeriousWound
    } else {
        row
    };
    let fate = match row {
        CasualtyRow::Killed => {
            umpire.cite(BY_CAS_KILLED);
            umpire.cite(BY_CAS_KILLED_ALL);
            Staff::set(&mut staff.gone, index);
            Fate::Killed
        }
        CasualtyRow::SeriousWound => {
            umpire.cite(BY_CAS_SERIOUS);
            Staff::set(&mut staff.gone, index);
            Fate::SeriousWound
        }
        CasualtyRow::LightWound => {
            umpire.cite(BY_CAS_LIGHT);
            Staff::set(&mut staff.wounded, index);
            Fate::LightWound
        }
        CasualtyRow::NoEffect => {
            umpire.cite(BY_CAS_NONE);
            Fate::Unhurt
        }
    };
    umpire.tell(|| Event::CommanderHit { fate });
    let markers = book.tables.morale.casualty_markers.at(row);
    if let Some(condition) = condition.filter(|condition| markers.value > 0 && !condition.is_gone()) {
        umpire.cite(if fate == Fate::Killed { BY_CAS_KILLED_UNIT } else { BY_CAS_SERIOUS_UNIT });
        let markers = umpire.read(markers);
        condition.take_markers(book, markers);
        umpire.tell(|| Event::Marked { markers });
    }
    Ok(fate)
}

/// Whether the unit of a commander with this fate tests at once.
pub(crate) fn tests_at_once(book: &Book, fate: Fate) -> bool {
    let row = match fate {
        Fate::Killed => CasualtyRow::Killed,
        Fate::SeriousWound => CasualtyRow::SeriousWound,
        Fate::LightWound => CasualtyRow::LightWound,
        Fate::Unhurt | Fate::Captured => return false,
    };
    book.tables.morale.casualty_tests.at(row).value
}

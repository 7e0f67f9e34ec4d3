//! A battle at work: what is true, and what follows from it, looked up by hex instead of searched.
//!
//! Commands run on a [`Position`]. Whoever changes the battle makes the table by hexes stale; whoever asks next has it made
//! again. So no rule can forget to keep it, and between commands a battle is plain data without it.

use std::cell::{Cell as Slot, OnceCell};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;
use engine::{Refusal, Rule, Side as Army};
use field::hex::{Cell, Hex, Side};

use super::refuse;
use super::stack::{has_front, in_front};
use super::state::{Battle, UnitId};
use super::theatre::{Theatre, index};
use crate::charts::Facing;
use crate::unit::{UNITS_MAX, formation_row};

/// The units of a stack, the top unit first.
pub(crate) type Units = ArrayVec<UnitId, UNITS_MAX>;

/// A battle, and what follows from it.
pub(crate) struct Position {
    now: Battle,
    /// Nobody will read why something is refused: only whether.
    terse: bool,
    table: OnceCell<Box<Table>>,
    /// COST: a stale table is kept for its room.
    spare: Slot<Option<Box<Table>>>,
}

impl Position {
    /// A battle about to be worked on.
    pub fn new(now: Battle) -> Position {
        Position { now, terse: false, table: OnceCell::new(), spare: Slot::new(None) }
    }

    /// The same for somebody who only wants to know what is legal.
    pub fn terse(now: Battle) -> Position {
        Position { terse: true, ..Position::new(now) }
    }

    /// Whether nobody reads refusals.
    pub const fn is_terse(&self) -> bool {
        self.terse
    }

    /// The rules say no, for one reason.
    #[cold]
    pub fn no(&self, field: &str, rule: Rule, why: impl FnOnce() -> String) -> Refusal {
        if self.terse { Refusal::new() } else { refuse::no(field, rule, why()) }
    }

    /// The command makes no sense here, whatever the rules say.
    #[cold]
    pub fn senseless(&self, field: &str, why: impl FnOnce() -> String) -> Refusal {
        if self.terse { Refusal::new() } else { refuse::senseless(field, why()) }
    }

    /// Hands the battle over to a step that gives it back, and leaves nothing behind.
    pub fn take(&mut self) -> Position {
        std::mem::replace(self, Position::new(Battle::nowhere()))
    }

    /// The battle as it is now.
    pub fn into_battle(self) -> Battle {
        self.now
    }

    /// What follows from the battle.
    #[inline]
    pub fn table(&self, theatre: &Theatre) -> &Table {
        self.table.get_or_init(|| {
            let mut table = self.spare.take().unwrap_or_default();
            table.fill(theatre, &self.now);
            table
        })
    }

    /// The battle, to change what the table by hexes does not look at: who has done what, orders, counts.
    pub fn aside(&mut self) -> &mut Battle {
        &mut self.now
    }
}

impl Deref for Position {
    type Target = Battle;

    #[inline]
    fn deref(&self) -> &Battle {
        &self.now
    }
}

impl DerefMut for Position {
    fn deref_mut(&mut self) -> &mut Battle {
        if let Some(stale) = self.table.take() {
            self.spare.set(Some(stale));
        }
        &mut self.now
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { terse: self.terse, ..Position::new(self.now.clone()) }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.now == other.now
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.now.hash(hasher);
    }
}

/// Nobody.
const NOBODY: u16 = u16::MAX;

/// What is true of a hex, one bit each, for either side.
const ZONE: u8 = 1;
const BESIDE: u8 = 4;

/// What follows from where everybody stands and how.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// The top unit of each cell.
    first: Vec<u16>,
    /// For each unit the one below it in its stack.
    below: Vec<u16>,
    /// For each cell whose zone of control it lies in, and beside whose units.
    marks: Vec<u8>,
    /// Cells that are not empty, to be emptied before the next filling.
    used: Vec<u32>,
    marked: Vec<u32>,
    /// The hexes of each side, in the order of the units.
    pub hexes: [Vec<Hex>; 2],
    /// Whether each unit could fire as it stands, whatever its range and facing.
    pub fires: Vec<bool>,
    /// Which hexes around each unit are its front.
    pub facing: Vec<Facing>,
}

impl Table {
    fn fill(&mut self, theatre: &Theatre, battle: &Battle) {
        let (room, units) = (theatre.field.map.grid().room(), battle.units.len());
        if self.first.len() == room {
            self.used.drain(..).for_each(|cell| self.first[cell as usize] = NOBODY);
            self.marked.drain(..).for_each(|cell| self.marks[cell as usize] = 0);
        } else {
            self.first = vec![NOBODY; room];
            self.marks = vec![0; room];
        }
        self.below.clear();
        self.below.resize(units, NOBODY);
        self.hexes.iter_mut().for_each(Vec::clear);
        self.fires.clear();
        self.facing.clear();
        for (number, now) in battle.units.iter().enumerate() {
            let cell = now.at.and_then(|at| theatre.field.cell(at));
            if let (Some(cell), Some(at)) = (cell, now.at) {
                if self.first[cell.index()] == NOBODY {
                    self.used.push(cell.index() as u32);
                    self.hexes[index(theatre.units[number].side)].push(at);
                }
                self.sort_in(battle, cell, number);
            }
        }
        for number in 0..units {
            self.reckon(theatre, battle, UnitId(number as u16));
        }
    }

    /// Puts a unit into its stack, by its place.
    fn sort_in(&mut self, battle: &Battle, cell: Cell, number: usize) {
        let place = battle.units[number].place;
        let mut above = NOBODY;
        let mut next = self.first[cell.index()];
        // Units come by their numbers: among equals the later goes below.
        while next != NOBODY && battle.units[usize::from(next)].place <= place {
            above = next;
            next = self.below[usize::from(next)];
        }
        self.below[number] = next;
        match above {
            NOBODY => self.first[cell.index()] = number as u16,
            above => self.below[usize::from(above)] = number as u16,
        }
    }

    /// What a unit can do where it stands, and what that means for the hexes around it.
    fn reckon(&mut self, theatre: &Theatre, battle: &Battle, id: UnitId) {
        let (card, now) = (theatre.unit(id), battle.unit(id));
        let cell = now.at.and_then(|at| theatre.field.cell(at));
        let alone = cell.is_none_or(|cell| self.first[cell.index()] == id.0 && self.below[id.index()] == NOBODY);
        let row = formation_row(card.arm, now.formation, alone);
        let chart = theatre.book.tables.formations.at(row);
        self.facing.push(chart.facing.value);
        self.fires.push(now.sp > 0 && theatre.could_ever_fire(id, now));
        let Some(at) = now.at.filter(|_| cell.is_some()) else { return };
        let zone = chart.combat.value && theatre.book.tables.state_zoc.at(now.state).value;
        let army = index(card.side) as u8;
        for side in Side::ALL {
            let Some(next) = theatre.field.cell(at.neighbour(side)) else { continue };
            let front = match chart.facing.value {
                Facing::AllRear => false,
                Facing::AllFront => true,
                Facing::Normal => in_front(now, at, at.neighbour(side)),
            };
            let held = zone && front && !theatre.field.bars_zones(next, side.opposite());
            self.marks[next.index()] |= BESIDE << army | if held { ZONE << army } else { 0 };
            self.marked.push(next.index() as u32);
        }
    }

    /// The units of a cell, the top unit first.
    #[inline]
    pub fn stack(&self, cell: Cell) -> impl Iterator<Item = UnitId> {
        let top = self.first[cell.index()];
        let next = |unit: &u16| Some(self.below[usize::from(*unit)]).filter(|below| *below != NOBODY);
        std::iter::successors((top != NOBODY).then_some(top), next).map(UnitId)
    }

    /// The top unit of a cell.
    #[inline]
    pub fn top(&self, cell: Cell) -> Option<UnitId> {
        let top = self.first[cell.index()];
        (top != NOBODY).then_some(UnitId(top))
    }

    /// Whether a unit is the only one of its cell.
    #[inline]
    pub fn is_alone(&self, cell: Cell, id: UnitId) -> bool {
        self.first[cell.index()] == id.0 && self.below[id.index()] == NOBODY
    }

    /// Whether a cell is in a zone of control of a side.
    #[inline]
    pub fn in_zone(&self, cell: Cell, army: Army) -> bool {
        self.marks[cell.index()] & ZONE << index(army) != 0
    }

    /// Whether a combat unit of a side stands next to a cell.
    #[inline]
    pub fn is_beside(&self, cell: Cell, army: Army) -> bool {
        self.marks[cell.index()] & BESIDE << index(army) != 0
    }

    /// The way the units with a front in a cell face, some units left out.
    pub fn front(&self, battle: &Battle, cell: Cell, except: &[UnitId]) -> Option<field::hex::Corner> {
        let fronted = |id: &UnitId| has_front(battle.unit(*id).formation) && !except.contains(id);
        self.stack(cell).find(fronted).map(|id| battle.unit(id).facing)
    }
}

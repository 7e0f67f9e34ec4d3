//! What follows from where everybody stands and how: stacks, zones of control, fronts, by hex instead of by search.
//!
//! A table is brought up to date by what has changed since it was last looked at, which is little. It depends on the moment
//! alone, not on how that came about; the laws compare it with one made afresh.

use std::sync::{Mutex, PoisonError};

use engine::Side as Army;
use field::hex::{Cell, Corner, Hex};

use super::choices::Choices;
use super::marching::Marching;
use super::position::Battle;
use super::stack::has_front;
use super::state::{Moment, UnitId, UnitNow};
use super::theatre::{Theatre, index};
use crate::charts::{Activity, Facing, MoraleState};
use crate::unit::{Arm, Formation, formation_row};

/// Nobody.
const NOBODY: u16 = u16::MAX;
/// LIMIT: stacks on their way whose room is kept.
const ROOMS_MAX: usize = 4;
/// No cell.
const NOWHERE: u32 = u32::MAX;

/// What the table looks at of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    at: Option<Hex>,
    facing: Corner,
    formation: Formation,
    sp: u8,
    state: MoraleState,
    place: u8,
    shell_depleted: bool,
    canister_depleted: bool,
}

/// The same in one word: equal where and only where all of it is.
///
/// COST: every unit is compared whenever a battle has changed.
#[inline]
fn word(now: &UnitNow) -> u64 {
    let (q, r) = now.at.map_or((i16::MIN, i16::MIN), |at| (at.q, at.r));
    let place = u64::from(q as u16) << 16 | u64::from(r as u16);
    let counts = u64::from(now.sp) << 8 | u64::from(now.place);
    let stands = (now.facing.index() as u64) << 6 | (now.formation as u64) << 3 | now.state as u64;
    let loads = u64::from(now.shell_depleted) << 1 | u64::from(now.canister_depleted);
    place << 32 | counts << 16 | stands << 2 | loads
}

impl Seen {
    #[inline]
    fn of(now: &UnitNow) -> Seen {
        let UnitNow { at, facing, formation, sp, state, place, shell_depleted, canister_depleted, .. } = *now;
        Seen { at, facing, formation, sp, state, place, shell_depleted, canister_depleted }
    }

    const fn nowhere() -> Seen {
        Seen {
            at: None,
            facing: Corner::new(0),
            formation: Formation::Line,
            sp: 0,
            state: MoraleState::Normal,
            place: u8::MAX,
            shell_depleted: false,
            canister_depleted: false,
        }
    }
}

/// A unit on the map, as the other side looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Foe {
    pub id: UnitId,
    pub at: Hex,
    pub sp: u8,
    /// Hexes it reaches as it stands; none if it cannot fire.
    pub reach: u16,
    pub guns: bool,
    /// Whether it has a front; otherwise it looks everywhere or nowhere.
    pub fronted: bool,
}

/// What a unit adds to the hexes around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cast {
    /// The cell it stands in; none if it casts nothing.
    cell: u32,
    /// The sides across which it has a zone of control, a bit each.
    zones: u8,
}

const CASTS_NOTHING: Cast = Cast { cell: NOWHERE, zones: 0 };

/// How many units of either side are next to a cell, and have it in their zone of control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marks {
    beside: [u8; 2],
    zones: [u8; 2],
}

/// What follows from where everybody stands and how.
#[derive(Debug, Default)]
pub(crate) struct Table {
    seen: Vec<Seen>,
    /// Each of them as a word.
    words: Vec<u64>,
    /// The top unit of each cell.
    first: Vec<u16>,
    /// For each unit the one below it in its stack.
    below: Vec<u16>,
    marks: Vec<Marks>,
    casts: Vec<Cast>,
    /// The hexes of each side, in the order of the units.
    pub hexes: [Vec<Hex>; 2],
    /// The units of each side on the map, in the order of the units.
    pub foes: [Vec<Foe>; 2],
    /// For each unit on the map its place among those of its side.
    slots: Vec<u16>,
    /// Whether each unit could fire as it stands, whatever its range and facing.
    pub fires: Vec<bool>,
    /// Which hexes around each unit are its front.
    pub facing: Vec<Facing>,
    changed: Vec<u16>,
    dirty: Vec<u32>,
    /// For each cell the last count of hexes that came by it.
    stamps: Vec<u32>,
    stamp: u32,
    /// What may be ordered, as far as it was listed; whoever lists takes it out and puts it back.
    choices: Mutex<Option<Box<Choices>>>,
    /// COST: room for stacks on their way, used again and again.
    rooms: Mutex<Vec<Marching>>,
    /// COST: a second battle to try in what would be, with a table of its own, most of which is still true.
    second: Mutex<Option<Box<Battle>>>,
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.seen == other.seen
            && self.first == other.first
            && self.below == other.below
            && self.marks == other.marks
            && self.casts == other.casts
            && self.hexes == other.hexes
            && self.foes == other.foes
            && self.fires == other.fires
            && self.facing == other.facing
    }
}

impl Table {
    /// Brings it up to date.
    pub fn refresh(&mut self, theatre: &Theatre, now: &Moment) {
        let (room, units) = (theatre.field.map.grid().room(), now.units.len());
        let anew = self.first.len() != room || self.seen.len() != units;
        if anew {
            self.make_room(room, units);
        }
        self.changed.clear();
        self.dirty.clear();
        let (mut moved, mut came) = (anew, anew);
        for number in 0..units {
            let word = word(&now.units[number]);
            if self.words[number] == word && !anew {
                continue;
            }
            self.words[number] = word;
            let (old, new) = (self.seen[number], Seen::of(&now.units[number]));
            self.changed.push(number as u16);
            moved |= old.at != new.at;
            came |= old.at.is_some() != new.at.is_some();
            self.take_out(theatre, number);
            self.seen[number] = new;
        }
        for place in 0..self.changed.len() {
            let number = usize::from(self.changed[place]);
            self.put_in(theatre, number);
        }
        self.reckon_changed(theatre, now);
        if moved {
            self.list_hexes(theatre);
        }
        if came {
            self.list_foes(theatre);
        } else {
            self.change_foes(theatre);
        }
    }

    fn make_room(&mut self, room: usize, units: usize) {
        self.seen = vec![Seen::nowhere(); units];
        self.words = vec![0; units];
        self.first = vec![NOBODY; room];
        self.below = vec![NOBODY; units];
        self.marks = vec![Marks::default(); room];
        self.casts = vec![CASTS_NOTHING; units];
        self.slots = vec![NOBODY; units];
        self.fires = vec![false; units];
        self.facing = vec![Facing::AllRear; units];
        self.stamps = vec![0; room];
        self.stamp = 0;
    }

    /// Takes a unit out of its stack, and off the hexes around it.
    fn take_out(&mut self, theatre: &Theatre, number: usize) {
        self.withdraw_cast(theatre, number);
        let Some(cell) = self.seen[number].at.and_then(|at| theatre.field.cell(at)) else { return };
        self.dirty.push(cell.index() as u32);
        let below = self.below[number];
        self.below[number] = NOBODY;
        let mut above = self.first[cell.index()];
        if usize::from(above) == number {
            self.first[cell.index()] = below;
            return;
        }
        while above != NOBODY {
            let next = self.below[usize::from(above)];
            if usize::from(next) == number {
                self.below[usize::from(above)] = below;
                return;
            }
            above = next;
        }
    }

    /// Puts a unit into its stack, by its place; among equals by its number.
    fn put_in(&mut self, theatre: &Theatre, number: usize) {
        let Some(cell) = self.seen[number].at.and_then(|at| theatre.field.cell(at)) else { return };
        self.dirty.push(cell.index() as u32);
        let key = |unit: u16, seen: &[Seen]| (seen[usize::from(unit)].place, unit);
        let own = key(number as u16, &self.seen);
        let (mut above, mut next) = (NOBODY, self.first[cell.index()]);
        while next != NOBODY && key(next, &self.seen) < own {
            above = next;
            next = self.below[usize::from(next)];
        }
        self.below[number] = next;
        match above {
            NOBODY => self.first[cell.index()] = number as u16,
            above => self.below[usize::from(above)] = number as u16,
        }
    }

    /// Whoever has changed, and whoever shares a hex with him, is reckoned again.
    fn reckon_changed(&mut self, theatre: &Theatre, now: &Moment) {
        for place in 0..self.changed.len() {
            let number = usize::from(self.changed[place]);
            if self.seen[number].at.is_none_or(|at| theatre.field.cell(at).is_none()) {
                self.reckon(theatre, now, number);
            }
        }
        self.dirty.sort_unstable();
        self.dirty.dedup();
        for place in 0..self.dirty.len() {
            let mut unit = self.first[self.dirty[place] as usize];
            while unit != NOBODY {
                self.reckon(theatre, now, usize::from(unit));
                unit = self.below[usize::from(unit)];
            }
        }
    }

    /// What a unit can do where it stands, and what that means for the hexes around it.
    fn reckon(&mut self, theatre: &Theatre, now: &Moment, number: usize) {
        self.withdraw_cast(theatre, number);
        let id = UnitId(number as u16);
        let (card, unit) = (theatre.unit(id), &now.units[number]);
        let cell = unit.at.and_then(|at| theatre.field.cell(at));
        let alone = cell.is_none_or(|cell| self.is_alone(cell, id));
        let chart = theatre.book.tables.formations.at(formation_row(card.arm, unit.formation, alone));
        let facing = chart.facing.value;
        self.facing[number] = facing;
        self.fires[number] = unit.sp > 0 && theatre.could_ever_fire(id, unit);
        let Some(cell) = cell else { return };
        let zone = chart.combat.value && theatre.book.tables.state_zoc.at(unit.state).value;
        let army = index(card.side);
        let mut zones = 0;
        for (side, next) in theatre.field.map.grid().neighbours(cell) {
            let front = match facing {
                Facing::AllRear => false,
                Facing::AllFront => true,
                Facing::Normal => unit.facing.sides().contains(&side),
            };
            let marks = &mut self.marks[next.index()];
            marks.beside[army] += 1;
            if zone && front && !theatre.field.bars_zones(next, side.opposite()) {
                marks.zones[army] += 1;
                zones |= 1 << side.index();
            }
        }
        self.casts[number] = Cast { cell: cell.index() as u32, zones };
    }

    /// Takes off what a unit adds to the hexes around it.
    fn withdraw_cast(&mut self, theatre: &Theatre, number: usize) {
        let cast = std::mem::replace(&mut self.casts[number], CASTS_NOTHING);
        let Some(cell) = self.seen[number].at.filter(|_| cast.cell != NOWHERE).and_then(|at| theatre.field.cell(at))
        else {
            return;
        };
        let army = index(theatre.units[number].side);
        for (side, next) in theatre.field.map.grid().neighbours(cell) {
            let marks = &mut self.marks[next.index()];
            marks.beside[army] -= 1;
            marks.zones[army] -= cast.zones >> side.index() & 1;
        }
    }

    /// The hexes of either side, each once, in the order of the units.
    fn list_hexes(&mut self, theatre: &Theatre) {
        self.hexes.iter_mut().for_each(Vec::clear);
        self.stamp += 1;
        for (number, cast) in self.casts.iter().enumerate().filter(|(_, cast)| cast.cell != NOWHERE) {
            let fresh = std::mem::replace(&mut self.stamps[cast.cell as usize], self.stamp) != self.stamp;
            if let Some(at) = self.seen[number].at.filter(|_| fresh) {
                self.hexes[index(theatre.units[number].side)].push(at);
            }
        }
    }

    fn list_foes(&mut self, theatre: &Theatre) {
        self.foes.iter_mut().for_each(Vec::clear);
        for number in 0..self.seen.len() {
            let side = index(theatre.units[number].side);
            if let Some(foe) = self.foe(theatre, number) {
                self.slots[number] = self.foes[side].len() as u16;
                self.foes[side].push(foe);
            }
        }
    }

    fn change_foes(&mut self, theatre: &Theatre) {
        for place in 0..self.changed.len() {
            let number = usize::from(self.changed[place]);
            if let Some(foe) = self.foe(theatre, number) {
                self.foes[index(theatre.units[number].side)][usize::from(self.slots[number])] = foe;
            }
        }
    }

    fn foe(&self, theatre: &Theatre, number: usize) -> Option<Foe> {
        let (card, seen, id) = (&theatre.units[number], &self.seen[number], UnitId(number as u16));
        let effect = theatre.book.tables.formations.at(formation_row(card.arm, seen.formation, true));
        let fires = effect.combat.value && seen.state != MoraleState::Routed;
        Some(Foe {
            id,
            at: seen.at?,
            sp: seen.sp,
            reach: if fires { theatre.reach(id) } else { 0 },
            guns: card.arm == Arm::Artillery,
            fronted: effect.facing.value == Facing::Normal,
        })
    }

    /// The choices as they were last listed. Somebody who lists while somebody else does begins with none.
    pub fn take_choices(&self) -> Box<Choices> {
        self.choices.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
    }

    /// Keeps the choices for the next who lists.
    pub fn keep_choices(&self, choices: Box<Choices>) {
        *self.choices.lock().unwrap_or_else(PoisonError::into_inner) = Some(choices);
    }

    /// A stack that has not set out, in room that was used before.
    pub fn fresh_march(&self, activity: Activity) -> Marching {
        let room = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).pop();
        room.map_or_else(
            || Marching::new(activity),
            |mut room| {
                room.clear();
                room.activity = activity;
                room
            },
        )
    }

    /// Keeps the room of a stack for the next.
    pub fn keep_march(&self, marching: Marching) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if rooms.len() < ROOMS_MAX {
            rooms.push(marching);
        }
    }

    /// A copy of a battle, in the room of the last one.
    pub fn copy_of(&self, battle: &Battle) -> Box<Battle> {
        let mut copy = self.second.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
        (*copy).clone_from(battle);
        copy
    }

    /// Keeps the room of a copy for the next.
    pub fn keep_copy(&self, copy: Box<Battle>) {
        *self.second.lock().unwrap_or_else(PoisonError::into_inner) = Some(copy);
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
        self.marks[cell.index()].zones[index(army)] > 0
    }

    /// Whether a combat unit of a side stands next to a cell.
    #[inline]
    pub fn is_beside(&self, cell: Cell, army: Army) -> bool {
        self.marks[cell.index()].beside[index(army)] > 0
    }

    /// The way the units with a front in a cell face, some units left out.
    pub fn front(&self, now: &Moment, cell: Cell, except: &[UnitId]) -> Option<Corner> {
        let fronted = |id: &UnitId| has_front(now.unit(*id).formation) && !except.contains(id);
        self.stack(cell).find(fronted).map(|id| now.unit(id).facing)
    }
}

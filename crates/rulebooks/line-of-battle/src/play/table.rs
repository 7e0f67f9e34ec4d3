//! What follows from where everybody stands and how: stacks, zones of control, fronts, by hex instead of by search.
//!
//! A table is brought up to date by what has changed since it was last looked at, which is little. It depends on the moment
//! alone, not on how that came about; the laws compare it with one made afresh.

use std::sync::{Mutex, PoisonError};

use arrayvec::ArrayVec;
use engine::Side as Army;
use field::hex::{Cell, Corner, Hex};

use super::choices::Choices;
use super::marching::Marching;
use super::position::Battle;
use super::stack::has_front;
use super::state::{Moment, UnitId, UnitNow};
use super::stations::{Foe, Foes, Stations};
use super::theatre::{Theatre, index};
use super::victory::{Toll, is_out};
use crate::charts::{Activity, Facing, MoraleState};
use crate::unit::{Arm, Formation, formation_row};

/// Nobody.
const NOBODY: u16 = u16::MAX;
/// LIMIT: units that are remembered as touched; where there are more, all are looked at.
const TOUCHED_MAX: usize = 24;
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
/// COST: where anything may have changed, every unit is compared.
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

    /// Whether a unit stands where another does and as it does, whatever either has left.
    fn stands_as(&self, other: &Seen) -> bool {
        let Seen { sp, shell_depleted, canister_depleted, .. } = *other;
        Seen { sp, shell_depleted, canister_depleted, ..*self } == *other
    }

    /// Whether it was destroyed or Routed, as [`is_out`] says of a unit.
    fn is_out(&self) -> bool {
        self.sp == 0 || self.at.is_some() && self.state == MoraleState::Routed
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

/// Whether a unit could fire as it stands, whatever its range and facing.
fn can_fire(theatre: &Theatre, now: &Moment, number: usize) -> bool {
    let unit = &now.units[number];
    unit.sp > 0 && theatre.could_ever_fire(UnitId(number as u16), unit)
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
    /// The hexes of each side.
    pub stations: [Stations; 2],
    /// For each cell the lowest number of its stack, as it is listed among the hexes of its side.
    listed: Vec<u16>,
    /// The units of each side on the map.
    pub foes: [Foes; 2],
    /// What both sides have lost.
    pub toll: Toll,
    /// How many units of each side are neither destroyed nor Routed.
    pub fighting: [u16; 2],
    /// Whether each unit could fire as it stands, whatever its range and facing.
    pub fires: Vec<bool>,
    /// Which hexes around each unit are its front.
    pub facing: Vec<Facing>,
    /// Who may have changed since it was last brought up to date; everybody, if `anybody`.
    touched: ArrayVec<UnitId, TOUCHED_MAX>,
    anybody: bool,
    /// Who has come, gone or taken another place.
    changed: Vec<u16>,
    /// Who has changed, and has kept his place in his stack.
    kept: Vec<u16>,
    dirty: Vec<Cell>,
    /// What may be ordered, as far as it was listed; whoever lists takes it out and puts it back.
    choices: Mutex<Option<Box<Choices>>>,
    /// COST: room for stacks on their way, used again and again.
    #[allow(clippy::vec_box, reason = "a stack on its way is handed from one to the next, and is large")]
    rooms: Mutex<Vec<Box<Marching>>>,
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
            && self.stations == other.stations
            && self.foes == other.foes
            && self.toll == other.toll
            && self.fighting == other.fighting
            && self.fires == other.fires
            && self.facing == other.facing
    }
}

impl Table {
    /// A unit may have changed.
    pub fn touch(&mut self, id: UnitId) {
        if self.touched.last() == Some(&id) {
            return;
        }
        self.anybody |= self.touched.try_push(id).is_err();
    }

    /// Anybody may have changed.
    pub fn touch_all(&mut self) {
        self.anybody = true;
    }

    /// Brings it up to date.
    pub fn refresh(&mut self, theatre: &Theatre, now: &Moment) {
        let (room, units) = (theatre.field.map.grid().room(), now.units.len());
        let anew = self.first.len() != room || self.seen.len() != units;
        if anew {
            self.make_room(room, units);
        }
        self.changed.clear();
        self.kept.clear();
        self.dirty.clear();
        if std::mem::take(&mut self.anybody) || anew {
            (0..units).for_each(|number| self.look_at(theatre, now, number, anew));
        } else {
            for place in 0..self.touched.len() {
                self.look_at(theatre, now, self.touched[place].index(), anew);
            }
        }
        self.touched.clear();
        // COST: most of those who were touched have changed in nothing that is looked at here.
        if self.changed.is_empty() && self.kept.is_empty() && !anew {
            return;
        }
        for place in 0..self.changed.len() {
            let number = usize::from(self.changed[place]);
            self.put_in(theatre, number);
        }
        self.reckon_changed(theatre, now);
        self.list_hexes(theatre);
        self.list_foes(theatre);
        if anew {
            self.toll = theatre.toll_of(now);
        }
        debug_assert_eq!(self.toll, theatre.toll_of(now));
    }

    /// Takes note of a unit that has changed.
    fn look_at(&mut self, theatre: &Theatre, now: &Moment, number: usize, anew: bool) {
        let word = word(&now.units[number]);
        if self.words[number] == word && !anew {
            return;
        }
        self.words[number] = word;
        let (old, new) = (self.seen[number], Seen::of(&now.units[number]));
        let cell = new.at.and_then(|at| theatre.field.cell(at));
        let keeps_place = !anew && (new.at, new.place) == (old.at, old.place);
        match cell {
            // COST: what a unit has left changes nothing for its stack and for the hexes around it.
            _ if keeps_place && new.stands_as(&old) => {
                self.fires[number] = can_fire(theatre, now, number);
                self.kept.push(number as u16);
            }
            Some(cell) if keeps_place => {
                self.soil(cell);
                self.kept.push(number as u16);
            }
            _ => {
                self.changed.push(number as u16);
                self.take_out(theatre, number);
            }
        }
        let fighting = &mut self.fighting[index(theatre.units[number].side)];
        *fighting += u16::from(!is_out(&now.units[number]));
        *fighting -= u16::from(!old.is_out());
        if old.sp != new.sp && !anew {
            self.recount(theatre, number, new.sp);
        }
        self.seen[number] = new;
    }

    /// A unit has so many Strength Points now.
    ///
    /// COST: what both sides have lost is counted on, and not from the beginning.
    fn recount(&mut self, theatre: &Theatre, number: usize, sp: u8) {
        let id = UnitId(number as u16);
        let share = |seen: &[Seen]| theatre.share_of_toll(id, |other| seen[other.index()].sp);
        let before = share(&self.seen);
        self.seen[number].sp = sp;
        self.toll.recount(theatre.unit(id).side, before, share(&self.seen));
    }

    fn make_room(&mut self, room: usize, units: usize) {
        self.seen = vec![Seen::nowhere(); units];
        self.words = vec![0; units];
        self.first = vec![NOBODY; room];
        self.below = vec![NOBODY; units];
        self.marks = vec![Marks::default(); room];
        self.casts = vec![CASTS_NOTHING; units];
        self.listed = vec![NOBODY; room];
        self.fighting = [0; 2];
        self.fires = vec![false; units];
        self.facing = vec![Facing::AllRear; units];
        self.stations.iter_mut().for_each(Stations::clear);
        self.foes.iter_mut().for_each(Foes::clear);
    }

    /// Somebody has come to a cell or gone from it, or is otherwise than before. They are few: each is noted once.
    fn soil(&mut self, cell: Cell) {
        if !self.dirty.contains(&cell) {
            self.dirty.push(cell);
        }
    }

    /// Takes a unit out of its stack, and off the hexes around it.
    fn take_out(&mut self, theatre: &Theatre, number: usize) {
        self.withdraw_cast(theatre, number);
        let Some(cell) = self.seen[number].at.and_then(|at| theatre.field.cell(at)) else { return };
        self.soil(cell);
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
        self.soil(cell);
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
        for place in 0..self.dirty.len() {
            let mut unit = self.first[self.dirty[place].index()];
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
        self.fires[number] = can_fire(theatre, now, number);
        let Some(cell) = cell else { return };
        let zone = chart.combat.value && theatre.book.tables.state_zoc.at(unit.state).value;
        let army = index(card.side);
        let fronts = match facing {
            Facing::Normal if zone => unit.facing.sides().into_iter().fold(0, |bits, side| bits | 1 << side.index()),
            Facing::AllFront if zone => u8::MAX,
            _ => 0,
        };
        let mut zones = 0;
        for (side, next) in theatre.field.map.grid().neighbours(cell) {
            let marks = &mut self.marks[next.index()];
            marks.beside[army] += 1;
            if fronts >> side.index() & 1 == 1 && !theatre.field.bars_zones(next, side.opposite()) {
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

    /// Lists the stacks of the cells that have changed, each by its lowest number. All of them are struck first: a number may
    /// have come from one to another.
    fn list_hexes(&mut self, theatre: &Theatre) {
        let side = |head: u16| index(theatre.units[usize::from(head)].side);
        let mut changed = [false; 2];
        for place in 0..self.dirty.len() {
            let cell = self.dirty[place];
            let known = self.listed[cell.index()];
            if known == NOBODY || known == self.head(cell) {
                continue;
            }
            let now = self.seen[usize::from(known)].at.and_then(|at| theatre.field.cell(at));
            let free = |to: &Cell| self.listed[to.index()] == NOBODY && self.head(*to) == known;
            if let Some(to) = now.filter(free) {
                let grid = theatre.field.map.grid();
                self.stations[side(known)].shift(UnitId(known), grid.hex(cell), grid.hex(to));
                (self.listed[cell.index()], self.listed[to.index()]) = (NOBODY, known);
            } else {
                self.stations[side(known)].strike(UnitId(known));
                changed[side(known)] = true;
            }
        }
        for cell in &self.dirty {
            let (known, head) = (self.listed[cell.index()], self.head(*cell));
            if head != NOBODY && head != known {
                self.stations[side(head)].enter(UnitId(head), theatre.field.map.grid().hex(*cell));
                changed[side(head)] = true;
            }
            self.listed[cell.index()] = head;
        }
        for (stations, changed) in self.stations.iter_mut().zip(changed) {
            if changed {
                stations.lay_out();
            }
        }
    }

    /// The lowest number of a stack.
    fn head(&self, cell: Cell) -> u16 {
        self.stack(cell).fold(NOBODY, |least, unit| least.min(unit.0))
    }

    fn list_foes(&mut self, theatre: &Theatre) {
        for number in self.changed.iter().chain(&self.kept).copied().map(usize::from) {
            let foe = self.foe(theatre, number);
            self.foes[index(theatre.units[number].side)].change(UnitId(number as u16), foe);
        }
    }

    fn foe(&self, theatre: &Theatre, number: usize) -> Option<Foe> {
        let (card, seen, id) = (&theatre.units[number], &self.seen[number], UnitId(number as u16));
        let effect = theatre.book.tables.formations.at(formation_row(card.arm, seen.formation, true));
        let fires = effect.combat.value && seen.state != MoraleState::Routed;
        Some(Foe {
            id,
            at: seen.at?,
            facing: seen.facing,
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
    pub fn fresh_march(&self, activity: Activity) -> Box<Marching> {
        let room = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).pop();
        fresh_march(room, activity)
    }

    /// The same for whoever has the table to himself.
    pub fn fresh_march_alone(&mut self, activity: Activity) -> Box<Marching> {
        let room = self.rooms.get_mut().unwrap_or_else(PoisonError::into_inner).pop();
        fresh_march(room, activity)
    }

    /// Keeps the room of a stack for the next.
    pub fn keep_march(&self, marching: Box<Marching>) {
        keep_march(&mut self.rooms.lock().unwrap_or_else(PoisonError::into_inner), marching);
    }

    /// The same for whoever has the table to himself.
    pub fn keep_march_alone(&mut self, marching: Box<Marching>) {
        keep_march(self.rooms.get_mut().unwrap_or_else(PoisonError::into_inner), marching);
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

    /// Whether units other than these are in a cell.
    pub fn has_others(&self, cell: Cell, units: &[UnitId]) -> bool {
        self.stack(cell).any(|id| !units.contains(&id))
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

fn fresh_march(room: Option<Box<Marching>>, activity: Activity) -> Box<Marching> {
    let Some(mut room) = room else { return Box::new(Marching::new(activity)) };
    room.clear();
    room.activity = activity;
    room
}

#[allow(clippy::vec_box, reason = "a stack on its way is handed from one to the next, and is large")]
fn keep_march(rooms: &mut Vec<Box<Marching>>, marching: Box<Marching>) {
    if rooms.len() < ROOMS_MAX {
        rooms.push(marching);
    }
}

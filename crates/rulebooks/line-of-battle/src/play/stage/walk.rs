//! A way over the map for one stack: step by step towards something, as far as its Movement Points go.
//!
//! It keeps the rules it can keep cheaply (prices, fronts, enemies, zones of control, closing) and leaves the last word to
//! [`Theatre::check_move`](super::super::theatre::Theatre); so nearly everything it finds is legal, and what is not is not offered.

use arrayvec::ArrayVec;
use engine::Side as Army;
use engine::chart::Key;
use field::hex::{Cell, Corner, Hex, Layer, Side};

use super::almanac::{BARRED, Onward, Pace};
use super::look::{Group, Look};
use crate::charts::{Activity, AllowanceRow, Limit, MoraleState, MoveCost, ZeroMa};
use crate::command::Order;
use crate::movement::{ExitLicence, column_of};
use crate::play::command::Step;
use crate::play::walks::corner_towards;
use crate::unit::{Arm, Formation};

/// LIMIT: steps of a walk.
const STEPS_MAX: usize = 48;
/// LIMIT: hexes of a walk.
const HEXES_MAX: usize = 24;
/// Halves of a Movement Point.
const HALVES: i32 = 2;

/// Where a walk has come to.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: Hex,
    facing: Corner,
    left: i32,
    steps: u8,
}

/// What a stack has to spend, and whether an enemy zone of control holds it where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purse {
    /// Halves of a Movement Point.
    pub left: i32,
    /// Whether it may make the minimum move.
    pub minimum: bool,
    pub held: bool,
    pub licence: ExitLicence,
}

impl Purse {
    /// What a stack has that has done nothing yet.
    pub(super) fn of(look: &Look<'_>, group: &Group, activity: Activity, formation: Formation) -> Purse {
        let touched = group.nearest.is_some_and(|(hexes, _)| hexes <= 1);
        let held = group.arrived && touched && look.theatre.in_zone_of(look.battle, group.at, look.side.enemy());
        let left = allowance(look, group, activity, formation);
        let licence = if held { look.theatre.exit_licence(look.battle, group.units[0]) } else { ExitLicence::None };
        Purse { left, minimum: left > 0 && activity == Activity::Move, held, licence }
    }

    /// Whether it may not leave the hex it begins in at all.
    fn is_pinned(&self, group: &Group) -> bool {
        let open = group.formation == Formation::OpenOrder && !group.is_fronted(group.formation);
        self.held && !open && self.licence == ExitLicence::None
    }

    /// Whether it may leave the hex it begins in for this one.
    pub(super) fn may_leave(&self, look: &Look<'_>, group: &Group, next: Hex, touched: bool) -> bool {
        if !self.held {
            return true;
        }
        let open = group.formation == Formation::OpenOrder && !group.is_fronted(group.formation);
        match self.licence {
            _ if open => !touched,
            ExitLicence::None => false,
            ExitLicence::Attack => look.theatre.in_zone_of(look.battle, next, look.side.enemy()),
            ExitLicence::WonCharge | ExitLicence::Stopped | ExitLicence::NewOrder | ExitLicence::NewAttack => true,
        }
    }
}

/// How a stack goes all along one way.
struct Gait<'a> {
    /// What it costs to leave each hex across each side.
    prices: &'a [[u8; 6]],
    fronted: bool,
    /// Whether it keeps out of the hexes of friends, to march at the rate of the road.
    alone_by_road: bool,
    /// Whether it is in Open Order, which no zone of control holds.
    open: bool,
    /// What a turn costs.
    turn: i32,
    enemy: Army,
}

/// One step of a walk: across which side into which cell, whether it has to turn first, and the price of the hex.
struct Stride {
    side: Side,
    to: Cell,
    turns: bool,
    price: i32,
}

/// What a walk goes by: every step is to bring it nearer, in halves of a Movement Point over even ground.
#[derive(Clone, Copy, Debug)]
pub(super) enum Aim<'a> {
    /// To a hex as the crow flies.
    To(Hex),
    /// Away from a hex.
    From(Hex),
    /// To a hex by ways that were worked out beforehand.
    By(&'a Layer<Onward>, Hex),
}

impl Aim<'_> {
    /// How far a hex is from it: by its cell, or off the map as the crow flies.
    #[inline]
    fn far(self, cell: Option<Cell>, hex: Hex) -> i32 {
        match (self, cell) {
            (Aim::By(ways, _), Some(cell)) => i32::from(ways[cell].far),
            (Aim::To(at) | Aim::By(_, at), _) => HALVES * i32::from(hex.distance(at)),
            (Aim::From(at), _) => -HALVES * i32::from(hex.distance(at)),
        }
    }

    /// The sides across which a hex lies that is nearer, a bit each; as the crow flies all of these are nearer by one hex.
    #[inline]
    fn nearer_sides(self, cell: Cell, hex: Hex) -> u8 {
        match self {
            Aim::To(at) => NEARER[signs(hex, at)],
            Aim::From(at) => FARTHER[signs(hex, at)],
            Aim::By(ways, _) => ways[cell].nearer,
        }
    }
}

/// In which of its directions a hex lies from another, as one number: east or west, south or north, and along the third axis.
#[inline]
const fn signs(from: Hex, to: Hex) -> usize {
    let (q, r) = (to.q - from.q, to.r - from.r);
    ((q.signum() + 1) * 9 + (r.signum() + 1) * 3 + (q + r).signum() + 1) as usize
}

/// Ways in which three signs can be.
const SIGNS: usize = 27;
/// The sides that lead nearer to a hex, by where it lies.
const NEARER: [u8; SIGNS] = leading(-1);
/// The sides that lead away from it.
const FARTHER: [u8; SIGNS] = leading(1);

/// The sides in the front of each corner, a bit each.
const FRONTS: [u8; 6] = {
    let (mut all, mut corner) = ([0; 6], 0);
    while corner < 6 {
        let [left, right] = Corner::new(corner as u8).sides();
        all[corner] = 1 << left.index() | 1 << right.index();
        corner += 1;
    }
    all
};

/// The sides across which a hex is so much farther, by where it lies: all hexes in the same directions are alike.
const fn leading(farther: i16) -> [u8; SIGNS] {
    let mut all = [0; SIGNS];
    let mut place = 0;
    while place < 25 {
        let to = Hex::at(place % 5 - 2, place / 5 - 2);
        let here = Hex::at(0, 0);
        let mut side = 0;
        while side < 6 {
            let next = here.neighbour(Side::new(side));
            if reach(next, to) == reach(here, to) + farther {
                all[signs(here, to)] |= 1 << side;
            }
            side += 1;
        }
        place += 1;
    }
    all
}

/// Hexes from one to another.
const fn reach(from: Hex, to: Hex) -> i16 {
    let (q, r) = (to.q - from.q, to.r - from.r);
    (q.abs() + r.abs() + (q + r).abs()) / 2
}

/// A way, and where it ends.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub steps: ArrayVec<Step, STEPS_MAX>,
    pub at: Hex,
    pub facing: Corner,
    pub formation: Formation,
    /// Halves of a Movement Point left.
    pub left: i32,
    full: i32,
    in_company: bool,
    marks: ArrayVec<Mark, HEXES_MAX>,
    /// Whether nothing more can be entered: an enemy zone of control, or the minimum move.
    held: bool,
    /// Whether only the minimum move took it here.
    pub minimum: bool,
    may_close: bool,
    purse: Purse,
}

impl Walk {
    /// A stack that has not moved yet, with what it has to spend.
    pub(super) fn begin(look: &Look<'_>, group: &Group, activity: Activity, ends_in: Formation) -> Walk {
        // Infantry marches as what it ends in; horse and guns as what they begin in.
        let formation = if group.arm == Arm::Infantry { ends_in } else { group.formation };
        Walk::with(group, Purse::of(look, group, activity, formation))
    }

    /// The same where it is known what it has to spend.
    #[inline]
    pub(super) fn with(group: &Group, purse: Purse) -> Walk {
        let full = purse.left;
        Walk {
            steps: ArrayVec::new(),
            at: group.at,
            facing: group.facing,
            formation: group.formation,
            left: full,
            full,
            in_company: group.in_company || group.units.len() > 1,
            marks: ArrayVec::new(),
            held: false,
            minimum: false,
            may_close: may_close(group),
            purse,
        }
    }

    /// Whether it has entered a hex.
    pub(super) fn has_moved(&self) -> bool {
        !self.marks.is_empty()
    }

    /// Takes off what was paid before the first step.
    pub(super) fn pay(&mut self, halves: u8) -> bool {
        self.left -= i32::from(halves);
        self.left >= 0
    }

    /// A march of infantry that is to end in line: what a line has to spend, less what is spent; back along the way if
    /// that is too much.
    pub(super) fn become_line(&mut self, look: &Look<'_>, group: &Group) {
        let less = self.full - allowance(look, group, Activity::Move, Formation::Line);
        for mark in &mut self.marks {
            mark.left -= less;
        }
        (self.left, self.full) = (self.left - less, self.full - less);
        while self.left < 0 && self.has_moved() {
            self.step_back();
        }
    }

    /// Whether it could go so many hexes, were all of them the cheapest there are.
    ///
    /// COST: who is too far from where he has to be does not set out.
    pub(super) fn could_go(&self, look: &Look<'_>, hexes: u16) -> bool {
        let least = look.theatre.almanac.cheapest(Pace::of(self.formation, self.in_company));
        i32::from(hexes) * i32::from(least) <= self.left
    }

    /// Forbids hexes next to the enemy.
    pub(super) fn keep_off(&mut self) {
        self.may_close = false;
    }

    /// Changes formation where it is, if it has the points.
    pub(super) fn form(&mut self, look: &Look<'_>, group: &Group, to: Formation, corner: Corner) -> bool {
        let zoned = self.held || self.purse.held && !self.has_moved();
        if to == self.formation || self.minimum || zoned && to != Formation::Limbered || self.steps.is_full() {
            return false;
        }
        let alone = !self.in_company;
        let (old, new) = (column_of(self.formation, alone), column_of(to, alone));
        let price = look.theatre.book.tables.allowance.at(AllowanceRow::FormationChange, old.index());
        let Ok(MoveCost::Hex(price)) = price.map(|looked| looked.value) else { return false };
        let price = price.thousandths() * HALVES / 1_000;
        if price > self.left {
            return false;
        }
        self.left -= price;
        if old != new && group.arm != Arm::Infantry {
            let full = allowance(look, group, Activity::Move, to);
            self.left = full * self.left / self.full.max(1) / HALVES * HALVES;
            self.full = full;
        }
        (self.formation, self.facing) = (to, corner);
        self.steps.push(Step::Form(to, corner));
        true
    }

    /// Goes on as long as every step brings it nearer to its aim, and for so many hexes at most.
    ///
    /// COST: as the crow flies every step is one hex nearer, or farther: who is to come within some distance has his steps counted.
    pub(super) fn towards(&mut self, look: &Look<'_>, group: &Group, aim: Aim<'_>, most: u16) {
        self.go(look, group, aim, |gone, _| gone == most);
    }

    /// The same until somebody has had enough of where it is.
    pub(super) fn towards_until(&mut self, look: &Look<'_>, group: &Group, aim: Aim<'_>, enough: impl Fn(Hex) -> bool) {
        self.go(look, group, aim, |_, at| enough(at));
    }

    /// COST: what stays as it is on the way is looked up once, and the way goes from cell to cell.
    #[inline]
    fn go(&mut self, look: &Look<'_>, group: &Group, aim: Aim<'_>, enough: impl Fn(u16, Hex) -> bool) {
        debug_assert!(!self.has_moved(), "a stack goes one way at a time");
        if self.purse.is_pinned(group) {
            return;
        }
        let Some(mut cell) = look.theatre.field.cell(self.at) else { return };
        let turn = i32::from(look.theatre.book.limit(Limit::TurnCost)) * HALVES;
        let gait = Gait {
            prices: look.theatre.almanac.prices(Pace::of(self.formation, self.in_company)),
            fronted: group.is_fronted(self.formation),
            alone_by_road: !self.in_company && self.formation != Formation::Line,
            open: self.formation == Formation::OpenOrder && !self.in_company,
            turn,
            enemy: look.side.enemy(),
        };
        for gone in 0..HEXES_MAX as u16 {
            if self.held || enough(gone, self.at) || self.steps.len() + 2 >= STEPS_MAX {
                return;
            }
            // COST: on most steps of most marches the next hex is so far from every enemy that none can be in it or next to it.
            let far_off = group.nearest.is_none_or(|(hexes, _)| hexes > gone + 2);
            let Some(stride) = self.best_stride(look, group, (aim, cell), &gait, far_off) else { return };
            let steps = self.steps.len() as u8;
            self.marks.push(Mark { at: self.at, facing: self.facing, left: self.left, steps });
            if stride.turns {
                self.facing = self.corner_for(look, stride.side, aim);
                self.left -= turn;
                self.steps.push(Step::Turn(self.facing));
            }
            self.minimum = stride.price > self.left;
            self.steps.push(Step::Enter(stride.side));
            self.at = self.at.neighbour(stride.side);
            self.left = (self.left - stride.price).max(0);
            cell = stride.to;
            let zone = !far_off && look.table.in_zone(cell, gait.enemy);
            self.held = self.minimum || zone && !gait.open;
        }
    }

    /// The cheapest step that brings it nearer.
    #[inline(always)]
    fn best_stride(
        &self,
        look: &Look<'_>,
        group: &Group,
        (aim, cell): (Aim<'_>, Cell),
        gait: &Gait<'_>,
        far_off: bool,
    ) -> Option<Stride> {
        let grid = look.theatre.field.map.grid();
        let prices = &gait.prices[cell.index()];
        let aside = if gait.fronted { !FRONTS[self.facing.index()] } else { 0 };
        let begins = !self.has_moved();
        let rested = begins && self.left == self.full && self.full > 0;
        let mut nearer = aim.nearer_sides(cell, self.at);
        let (mut best, mut least) = (None, i32::MAX);
        while nearer != 0 {
            let side = Side::ALL[nearer.trailing_zeros() as usize];
            nearer &= nearer - 1;
            let price = prices[side.index()];
            let turns = aside >> side.index() & 1 == 1;
            let pays = i32::from(price) + if turns { gait.turn } else { 0 };
            let too_dear = pays > self.left && (turns || !rested);
            if too_dear || pays >= least || price == BARRED {
                continue;
            }
            let Some(to) = grid.neighbour(cell, side) else { continue };
            // As the crow flies all of them are equally near.
            let there = match aim {
                Aim::To(_) | Aim::From(_) => 0,
                Aim::By(ways, _) => i32::from(ways[to].far),
            };
            debug_assert!(aim.far(Some(to), self.at.neighbour(side)) < aim.far(Some(cell), self.at));
            if there + pays < least && self.may_enter(look, group, (to, side), gait, (begins, far_off)) {
                least = there + pays;
                best = Some(Stride { side, to, turns, price: i32::from(price) });
            }
        }
        best
    }

    /// Of the two corners that have a side in their front, the one whose other front hex lies nearer to the aim.
    fn corner_for(&self, look: &Look<'_>, side: Side, aim: Aim<'_>) -> Corner {
        let other = |corner: Corner| {
            let [left, right] = corner.sides();
            let next = self.at.neighbour(if left == side { right } else { left });
            aim.far(look.theatre.field.cell(next), next)
        };
        let [one, two] = Group::fronts(side);
        if other(one) <= other(two) { one } else { two }
    }

    /// Whether it may go on to a hex.
    ///
    /// COST: nobody is in most hexes or next to them, and that is said at once; so the way is found without a call.
    #[inline]
    fn may_enter(
        &self,
        look: &Look<'_>,
        group: &Group,
        (cell, side): (Cell, Side),
        gait: &Gait<'_>,
        (begins, far_off): (bool, bool),
    ) -> bool {
        // Every step leads nearer to its aim: nobody comes to the same hex twice.
        debug_assert!(self.marks.iter().all(|mark| mark.at != self.at.neighbour(side)));
        let lonely = look.table.top(cell).is_none() && (far_off || !look.table.is_beside(cell, gait.enemy));
        lonely && !(begins && self.purse.held) || self.may_enter_among(look, group, (cell, side), gait, begins)
    }

    /// The same where somebody is, or where it has to leave a zone of control.
    #[inline(never)]
    fn may_enter_among(
        &self,
        look: &Look<'_>,
        group: &Group,
        (cell, side): (Cell, Side),
        gait: &Gait<'_>,
        begins: bool,
    ) -> bool {
        if look.is_held_at(cell) || gait.alone_by_road && look.has_friends_at(cell, group) {
            return false;
        }
        let touched = look.table.is_beside(cell, gait.enemy);
        if touched && !(self.may_close && in_reach(look, group, self.at.neighbour(side))) {
            return false;
        }
        !begins || !self.purse.held || self.purse.may_leave(look, group, self.at.neighbour(side), touched)
    }

    /// Goes back along its way to the last hex where it may stop: alone, or where it began.
    pub(super) fn stop_alone(&mut self, look: &Look<'_>, group: &Group) {
        while self.has_moved() && look.has_friends(self.at, group) {
            self.step_back();
        }
    }

    /// Takes back the last hex.
    pub(super) fn step_back(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        (self.at, self.facing, self.left) = (mark.at, mark.facing, mark.left);
        self.steps.truncate(usize::from(mark.steps));
        (self.held, self.minimum) = (false, false);
    }

    /// Turns to look at a hex, if it has a front, looks elsewhere and has the points.
    pub(super) fn face(&mut self, look: &Look<'_>, group: &Group, hex: Hex) -> bool {
        if !group.is_fronted(self.formation) || self.minimum || hex == self.at || self.steps.is_full() {
            return false;
        }
        let corner = corner_towards(self.at, hex);
        let unlimbered = self.formation == Formation::Unlimbered;
        let turn = if unlimbered { 0 } else { i32::from(look.theatre.book.limit(Limit::TurnCost)) * HALVES };
        if corner == self.facing || turn > self.left || group.state == MoraleState::Routed {
            return false;
        }
        self.left -= turn;
        self.facing = corner;
        self.steps.push(Step::Turn(corner));
        true
    }

    /// Whether it has the points to enter the hex across a side, whoever holds it.
    pub(super) fn can_pay(&self, look: &Look<'_>, side: Side) -> bool {
        let pace = Pace::of(self.formation, self.in_company);
        let cell = look.theatre.field.cell(self.at);
        cell.is_some_and(|cell| {
            let price = look.theatre.almanac.price(pace, cell, side);
            price != BARRED && i32::from(price) <= self.left
        })
    }

    /// Turns so that a side is in its front; false if it cannot.
    pub(super) fn front(&mut self, look: &Look<'_>, group: &Group, side: Side) -> bool {
        if !group.is_fronted(self.formation) || self.facing.sides().contains(&side) {
            return true;
        }
        let turn = i32::from(look.theatre.book.limit(Limit::TurnCost)) * HALVES;
        if turn > self.left || self.minimum || self.steps.is_full() {
            return false;
        }
        self.left -= turn;
        self.facing = Group::fronts(side)[0];
        self.steps.push(Step::Turn(self.facing));
        true
    }
}

/// Halves of a Movement Point of a stack in a formation.
fn allowance(look: &Look<'_>, group: &Group, activity: Activity, formation: Formation) -> i32 {
    let zero = look.battle.formation(group.brigade).zero.unwrap_or(ZeroMa::Full);
    let alone = !group.in_company && group.units.len() == 1;
    let column = column_of(formation, alone);
    look.theatre.almanac.allowance(activity, column, group.state, zero)
}

/// Whether a stack as it stands may close with the enemy under its orders.
pub(super) fn may_close(group: &Group) -> bool {
    let formed = matches!(group.formation, Formation::Line | Formation::OpenOrder | Formation::Mounted);
    formed && !group.is_broken() && matches!(group.order.order, Order::Attack | Order::None)
}

/// S 27: whether the enemies next to a hex are near enough for a stack without orders.
pub(super) fn in_reach(look: &Look<'_>, group: &Group, next: Hex) -> bool {
    if group.order.order != Order::None {
        return true;
    }
    let most = look.theatre.book.limit(Limit::NoOrdersReach);
    look.foes.all().iter().filter(|foe| foe.at.distance(next) == 1).all(|foe| foe.at.distance(group.at) <= most)
}

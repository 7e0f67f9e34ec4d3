//! Every way a stack may go, tried hex by hex.
//!
//! COST: a stack sets out once and not once a way, a straight way is gone on with where the shorter one ended, and all of it
//! happens in room that is used again. The legality of each step is the one that commands are checked by; a test compares the
//! list with that of whole commands tried one by one.

use arrayvec::ArrayVec;
use engine::Umpire;
use field::hex::{Corner, Hex, Side};

use super::choices::Rooms;
use super::command::{Command, SomeLeaders, SomeUnits, Step, Steps};
use super::marching::{Chance, Marching, front_sides, guide, is_march_formation};
use super::position::Terse;
use super::quiet::silent;
use super::radius::Bound;
use super::stack::has_front;
use super::state::{Done, LeaderId, UnitId};
use super::theatre::Theatre;
use crate::Event;
use crate::charts::Activity;
use crate::command::{Order, Wish};
use crate::movement::Manoeuvre;
use crate::unit::{Arm, Formation, UNITS_MAX, has_formation};

/// Whoever hears the commands; he may have had enough.
pub(super) type Listener<'a> = &'a mut dyn FnMut(Command) -> bool;

/// Hexes of the straight ways that are tried.
const LENGTHS: [u8; 3] = [1, 2, LONGEST_WAY as u8];
/// The longest of them.
pub(super) const LONGEST_WAY: u16 = 4;
/// Hexes within which whoever stands on a straight way matters to more than that way: units are taken along and left behind.
pub(super) const JOINED_WITHIN: u16 = 2;

/// Where among the orders of a group those across each side begin, clockwise from the north, and where the last of them end.
pub(super) type Ways = [usize; 7];

/// Where the ways that are tried from a hex end, all of them straight, and the hex itself.
pub(super) fn ends_from(hex: Hex) -> impl Iterator<Item = Hex> {
    let along = move |side: Side| {
        let farther = (1..).zip(std::iter::successors(Some(hex.neighbour(side)), move |at| Some(at.neighbour(side))));
        farther.take(usize::from(LONGEST_WAY)).filter(|(length, _)| LENGTHS.contains(length)).map(|(_, at)| at)
    };
    Side::ALL.into_iter().flat_map(along).chain([hex])
}

/// LIMIT: changes of formation within one order that are tried with what is remembered.
const CHANGES_MAX: usize = 2;

/// Orders of one stack, tried one after another.
///
/// COST: a stack sets out once for all of them, and all of it happens in room that is used again.
#[derive(Debug)]
pub(crate) struct Trials {
    tried: Vec<Tried>,
    used: usize,
    walking: Marching,
    /// Which of those tried the walking stack is like, but for where it has gone.
    like: Option<usize>,
}

/// A stack that has set out for an activity, in company or not, to change formation so.
#[derive(Debug)]
struct Tried {
    stacked: bool,
    changes: ArrayVec<Formation, CHANGES_MAX>,
    base: Marching,
    ready: bool,
}

impl Default for Trials {
    fn default() -> Self {
        Trials { tried: Vec::new(), used: 0, walking: Marching::new(Activity::Move), like: None }
    }
}

impl Trials {
    /// Another stack tries its orders from now on.
    pub fn begin(&mut self) {
        (self.used, self.like) = (0, None);
    }

    /// Whether the stack may do this: the same that a whole command is checked by.
    pub fn is_legal(
        &mut self,
        theatre: &Theatre,
        battle: &Terse<'_>,
        (units, leaders): (&[UnitId], &[LeaderId]),
        activity: Activity,
        steps: &[Step],
    ) -> bool {
        let formed = steps.iter().filter_map(|step| if let Step::Form(to, _) = step { Some(*to) } else { None });
        let Some(first) = units.first().filter(|_| formed.clone().count() <= CHANGES_MAX) else {
            return theatre.check_move(battle, units, leaders, activity, steps).is_ok();
        };
        let stacked = theatre.will_be_stacked(battle, units, battle.unit(*first).at, steps);
        let same = |tried: &Tried| {
            tried.base.activity == activity
                && tried.stacked == stacked
                && formed.clone().eq(tried.changes.iter().copied())
        };
        let known = self.tried[..self.used].iter().position(same);
        let place = known.unwrap_or_else(|| {
            let who = (units, leaders);
            self.set_out(theatre, battle, who, activity, stacked, formed.clone().collect())
        });
        if !self.tried[place].ready {
            return false;
        }
        let mut umpire = silent();
        let (walking, base) = (&mut self.walking, &self.tried[place].base);
        if self.like == Some(place) && walking.is_still(base) {
            walking.go_back(base);
        } else {
            walking.copy(base);
        }
        self.like = Some(place);
        let (way, charge) = match steps.split_last() {
            Some((Step::Charge(side), way)) if activity == Activity::Move => (way, Some(*side)),
            _ => (steps, None),
        };
        way.iter().all(|step| theatre.step(battle, walking, *step, Chance::Supposed, &mut umpire).is_ok())
            && match charge {
                Some(side) => theatre.check_charge(battle, walking, side, &mut umpire).is_ok(),
                None => theatre.check_stop(battle, walking, &mut umpire).is_ok(),
            }
    }

    fn set_out(
        &mut self,
        theatre: &Theatre,
        battle: &Terse<'_>,
        who: (&[UnitId], &[LeaderId]),
        activity: Activity,
        stacked: bool,
        changes: ArrayVec<Formation, CHANGES_MAX>,
    ) -> usize {
        if self.used == self.tried.len() {
            let base = Marching::new(activity);
            self.tried.push(Tried { stacked, changes: ArrayVec::new(), base, ready: false });
        }
        let means = |to: &Formation| Manoeuvre::ChangeFormation { to: *to, enemy_distance: None };
        let manoeuvres: ArrayVec<Manoeuvre, CHANGES_MAX> = changes.iter().map(means).collect();
        let tried = &mut self.tried[self.used];
        tried.base.activity = activity;
        (tried.stacked, tried.changes) = (stacked, changes);
        tried.ready = theatre.set_out(battle, &mut tried.base, who, (stacked, &manoeuvres, &[]), &mut silent()).is_ok();
        self.used += 1;
        self.used - 1
    }
}

/// Whether a stack could set out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SetOut {
    Untried,
    Refused,
    Ready,
}

/// Stacks that try their ways.
pub(super) struct Walker<'a, U> {
    theatre: &'a Theatre,
    battle: &'a Terse<'a>,
    umpire: U,
    /// The stack as it sets out, alone on its way and in company; and on the way that is being tried.
    pub rooms: Rooms,
    set_out: [SetOut; 2],
    /// Which of the two the walking stack is like, but for where it has gone.
    like: Option<usize>,
    /// The formation it takes first, and the corner it faces then.
    change: Option<(Formation, Corner)>,
    units: SomeUnits,
    leaders: SomeLeaders,
    /// What binds its units. COST: it is the same however they set out.
    bounds: ArrayVec<Bound, UNITS_MAX>,
    /// Whether its units, as they are formed, fit into a hex where nobody is; once that was asked.
    fits_alone: Option<bool>,
}

impl<'a, U: Umpire<Event = Event>> Walker<'a, U> {
    pub fn new(theatre: &'a Theatre, battle: &'a Terse<'a>, umpire: U, rooms: Rooms) -> Self {
        Walker {
            theatre,
            battle,
            umpire,
            rooms,
            set_out: [SetOut::Untried; 2],
            like: None,
            change: None,
            units: SomeUnits::new(),
            leaders: SomeLeaders::new(),
            bounds: ArrayVec::new(),
            fits_alone: None,
        }
    }

    /// Another stack tries its ways from now on.
    pub fn take(&mut self, units: &[UnitId], leaders: &[LeaderId]) {
        self.units = units.into();
        self.leaders = leaders.into();
        self.bounds.clear();
        self.first_form(None);
    }

    fn first_form(&mut self, change: Option<(Formation, Corner)>) {
        self.change = change;
        self.set_out = [SetOut::Untried; 2];
        (self.like, self.fits_alone) = (None, None);
    }

    /// Whether the stack can set out at all, in company or not.
    fn sets_out(&mut self, stacked: bool) -> bool {
        let place = usize::from(stacked);
        if self.set_out[place] == SetOut::Untried {
            let changes: &[Manoeuvre] = match self.change {
                Some((to, _)) => &[Manoeuvre::ChangeFormation { to, enemy_distance: None }],
                None => &[],
            };
            let who = (&*self.units, &*self.leaders);
            let base = &mut self.rooms.bases[place];
            let going = (stacked, changes, &*self.bounds);
            let mut ready = self.theatre.set_out(self.battle, base, who, going, &mut self.umpire).is_ok();
            if ready && self.bounds.is_empty() {
                self.bounds.extend(base.bounds.iter().take(UNITS_MAX).copied());
            }
            if let Some((to, corner)) = self.change.filter(|_| ready) {
                let step = Step::Form(to, corner);
                ready = self.theatre.step(self.battle, base, step, Chance::Supposed, &mut self.umpire).is_ok();
            }
            self.set_out[place] = if ready { SetOut::Ready } else { SetOut::Refused };
        }
        self.set_out[place] == SetOut::Ready
    }

    /// Begins a way, in company or not. Whether it can be begun at all.
    fn begin(&mut self, stacked: bool) -> bool {
        let place = usize::from(stacked);
        let ready = self.sets_out(stacked);
        if ready {
            let (walking, base) = (&mut self.rooms.walking, &self.rooms.bases[place]);
            if self.like == Some(place) && walking.is_still(base) {
                walking.go_back(base);
            } else {
                walking.copy(base);
            }
            self.like = Some(place);
        }
        ready
    }

    /// Whether the orders of the stack let it end a way in a hex.
    fn may_end(&mut self, stacked: bool, at: Hex) -> bool {
        self.sets_out(stacked) && {
            let base = &self.rooms.bases[usize::from(stacked)];
            let may = self.theatre.may_end_move(base, at);
            debug_assert_eq!(
                may,
                self.theatre.check_permission(self.battle, base, Wish::Move, at, &mut self.umpire).is_ok()
            );
            may
        }
    }

    fn goes(&mut self, step: Step) -> bool {
        self.theatre.step(self.battle, &mut self.rooms.walking, step, Chance::Supposed, &mut self.umpire).is_ok()
    }

    fn stops(&mut self) -> bool {
        self.theatre.check_stop(self.battle, &self.rooms.walking, &mut self.umpire).is_ok()
    }

    /// The same after a way whose end orders have been asked about.
    ///
    /// COST: only on the march does it depend on how a stack is formed when it arrives, so nobody else has to be asked again.
    fn stops_as_permitted(&mut self) -> bool {
        let walking = &self.rooms.walking;
        if walking.bounds.iter().any(|bound| bound.order == Order::Move) {
            return self.stops();
        }
        self.theatre.may_stop_as_permitted(self.battle, walking, &mut self.fits_alone)
    }

    fn order(&self, steps: Steps) -> Command {
        Command::Move { units: self.units.clone(), leaders: self.leaders.clone(), steps }
    }

    /// The steps before the first hex: the change of formation, and a turn where it is needed.
    fn before(&self, turn: Option<Corner>) -> Steps {
        let change = self.change.map(|(to, corner)| Step::Form(to, corner));
        change.into_iter().chain(turn.map(Step::Turn)).collect()
    }

    fn is_crowded(&self, hex: Hex) -> bool {
        self.theatre.is_crowded(self.battle, hex, &self.units)
    }

    /// Straight ways of these lengths across a side, after a turn if one is needed.
    pub fn straight(
        &mut self,
        from: Option<Hex>,
        side: Side,
        turn: Option<Corner>,
        lengths: &[u8],
        list: &mut Vec<Command>,
    ) {
        let crowd = self.units.len() > 1 || from.is_some_and(|from| self.is_crowded(from));
        let (mut ahead, mut seen, mut company) = (from, 0, crowd);
        // How far the walk has come, and in what company; nothing before it has begun or after it failed.
        let mut walked: Option<(u8, bool)> = None;
        let mut failed = None;
        let mut steps = self.before(turn);
        for length in lengths.iter().copied() {
            while seen < length {
                ahead = ahead.map(|at| at.neighbour(side));
                steps.push(Step::Enter(side));
                company |= ahead.is_some_and(|at| self.is_crowded(at));
                seen += 1;
            }
            // COST: orders are asked before the way is gone, for many a stack may only go nearer to its leader.
            if failed == Some(company) || ahead.is_some_and(|at| !self.may_end(company, at)) {
                continue;
            }
            let gone = match walked {
                Some((gone, known)) if known == company => Some(gone),
                _ => (self.begin(company) && turn.is_none_or(|corner| self.goes(Step::Turn(corner)))).then_some(0),
            };
            let arrives = gone.is_some_and(|gone| (gone..length).all(|_| self.goes(Step::Enter(side))));
            if !arrives {
                (walked, failed) = (None, Some(company));
                continue;
            }
            walked = Some((length, company));
            let stops = if ahead.is_some() { self.stops_as_permitted() } else { self.stops() };
            if stops {
                list.push(self.order(steps.clone()));
            }
        }
    }

    /// A Charge across a side, after a turn if one is needed.
    fn charge(&mut self, from: Hex, side: Side, turn: Option<Corner>, list: &mut Vec<Command>) {
        let company = self.units.len() > 1 || self.is_crowded(from);
        let legal = self.begin(company)
            && turn.is_none_or(|corner| self.goes(Step::Turn(corner)))
            && self.theatre.check_charge(self.battle, &self.rooms.walking, side, &mut self.umpire).is_ok();
        if legal {
            list.push(self.order(self.before(turn).with(Step::Charge(side))));
        }
    }

    /// Some steps that are neither straight nor on the spot, tried as a whole.
    fn winding(&mut self, from: Hex, steps: &Steps, list: &mut Vec<Command>) {
        let company = self.theatre.will_be_stacked(self.battle, &self.units, Some(from), steps);
        let legal = self.begin(company) && steps.iter().all(|step| self.goes(*step)) && self.stops();
        if legal {
            list.push(self.order(steps.clone()));
        }
    }

    /// Coming on and staying there.
    pub fn arrival(&mut self, on: Option<Hex>, list: &mut Vec<Command>) {
        let company = self.units.len() > 1 || on.is_some_and(|on| self.is_crowded(on));
        if self.begin(company) && self.stops() {
            list.push(self.order(Steps::new()));
        }
    }

    /// Charges, a hex or a few in every direction, other fronts and formations. Where among them each direction begins.
    pub fn moves(&mut self, hex: Hex, list: &mut Vec<Command>) -> Ways {
        let mut ways = Ways::default();
        let Some(guide) = guide(self.battle, &self.units) else { return ways };
        let now = *self.battle.unit(guide);
        for side in Side::ALL {
            ways[side.index()] = list.len();
            self.way(hex, side, list);
        }
        ways[Side::ALL.len()] = list.len();
        self.joins(hex, now.formation, now.facing, list);
        self.stands(hex, now.formation, now.facing, list);
        ways
    }

    /// The Charge across a side, or straight ways.
    pub fn way(&mut self, hex: Hex, side: Side, list: &mut Vec<Command>) {
        let Some(guide) = guide(self.battle, &self.units) else { return };
        let now = self.battle.unit(guide);
        let turn = turn_towards(now.formation, now.facing, side);
        if self.theatre.holder(self.battle, hex.neighbour(side)) == Some(self.battle.active.enemy()) {
            self.charge(hex, side, turn, list);
        } else {
            self.straight(Some(hex), side, turn, &LENGTHS, list);
        }
    }

    /// A unit taken along from the next hex, and one left there.
    fn joins(&mut self, hex: Hex, formation: Formation, facing: Corner, list: &mut Vec<Command>) {
        for side in Side::ALL {
            let next = hex.neighbour(side);
            let way = self.before(turn_towards(formation, facing, side)).with(Step::Enter(side));
            for friend in self.theatre.units_at(self.battle, next, self.battle.active) {
                if self.battle.unit(friend).done == Done::Nothing {
                    let steps = way.clone().with(Step::PickUp(friend)).with(Step::Enter(side));
                    self.winding(hex, &steps, list);
                }
            }
            if let [_, .., last] = *self.units {
                let steps = way.with(Step::Drop(last)).with(Step::Enter(side));
                self.winding(hex, &steps, list);
            }
        }
    }

    /// Other fronts and formations on the spot; and who has made ready to march, marches.
    fn stands(&mut self, hex: Hex, formation: Formation, facing: Corner, list: &mut Vec<Command>) {
        let company = self.units.len() > 1 || self.is_crowded(hex);
        if has_front(formation) {
            for corner in Corner::ALL.into_iter().filter(|corner| *corner != facing) {
                if self.begin(company) && self.goes(Step::Turn(corner)) && self.stops() {
                    list.push(self.order(Steps::new().with(Step::Turn(corner))));
                }
            }
        }
        let arm = self.units.first().map_or(Arm::Infantry, |id| self.theatre.unit(*id).arm);
        let open_order = self.units.iter().all(|id| self.theatre.unit(*id).open_order);
        let formations = [
            Formation::Line,
            Formation::Column,
            Formation::OpenOrder,
            Formation::Mounted,
            Formation::Limbered,
            Formation::Unlimbered,
        ];
        let takes = |to: &Formation| *to != formation && has_formation(arm, *to);
        let foe = self.battle.active.enemy();
        let held = self.theatre.in_zone_of(self.battle, hex, foe);
        let enemy = self.theatre.nearest(self.battle, hex, foe);
        let corner = enemy.map_or(facing, |(_, at)| corner_towards(hex, at));
        for to in formations.into_iter().filter(takes) {
            if to == Formation::OpenOrder && !open_order {
                continue;
            }
            // Whoever is held changes no formation but to limber: nobody needs to try.
            if held && to != Formation::Limbered {
                continue;
            }
            self.first_form(Some((to, corner)));
            if self.begin(company) && self.stops() {
                list.push(self.order(self.before(None)));
            }
            if is_march_formation(to) {
                Side::ALL.into_iter().for_each(|side| self.straight(Some(hex), side, None, &[1], list));
            }
        }
        self.first_form(None);
    }
}

/// The turn before a side can be crossed, where the formation has a front and another.
pub(super) fn turn_towards(formation: Formation, facing: Corner, side: Side) -> Option<Corner> {
    if !has_front(formation) || front_sides(facing).contains(&side) {
        return None;
    }
    Corner::ALL.into_iter().find(|corner| corner.sides().contains(&side))
}

/// The corner that looks most nearly at a hex: straight across a side the one clockwise of it.
pub(super) fn corner_towards(from: Hex, to: Hex) -> Corner {
    from.corner_before(to).unwrap_or(Corner::new(0))
}

//! From a place on the map to the orders that lead there, as the rules need them: dice, wheel or face, advance.
//!
//! Before the dice have fallen only the roll is ordered; the way is shown as average dice would have it.

use engine::stage::{Intent, PieceId, Proposal, Spot};
use engine::{Decimal, Halt, Play, Refusal, counted};
use field::ground::{Length, Point, YARD};
use field::plane::{Flank, Footprint, Heading, Manoeuvre, Turn, arc_length};

use super::super::movement::{bit, nobody};
use super::super::state::{Battle, Moving, OfficerId, UNITS_MAX, Unit, UnitId};
use super::super::{Command, Theatre, degrees_of, turn_of};
use super::scene::spot;
use crate::charts::Penalty;
use crate::fire::Stance;
use crate::unit::Formation;

/// Nearer than this is there.
const THERE: Length = 5 * YARD;
/// A turn that is not worth making.
const SMALL_TURN: Turn = Turn::degrees(3);
/// From this turn on one faces rather than wheels.
const FACING_TURN: Turn = Turn::degrees(60);
/// What an average die shows, in thousandths.
const AVERAGE_DIE: i32 = 3_500;
/// LIMIT: shorter steps that are tried before the way is given up.
const TRIES: usize = 12;

/// A move as it is thought out: on a copy of the battle, without dice and without anybody's reactions.
struct Plan<'a> {
    theatre: &'a Theatre,
    battle: Battle,
    moving: Moving,
    orders: Vec<Command>,
    way: Vec<Spot>,
    short: Option<String>,
}

fn refused(field: &str, why: impl Into<String>) -> Refusal {
    let why = why.into();
    let mut refusal = Refusal::new();
    refusal.unless_senseless(false, field, || why);
    refusal
}

impl Theatre {
    /// The orders that would do what somebody wants of a piece.
    pub(in super::super) fn think_out(
        &self,
        battle: &Battle,
        piece: PieceId,
        intent: &Intent,
    ) -> Result<Proposal<Command>, Refusal> {
        if usize::from(piece.0) >= UNITS_MAX {
            return self.ride(battle, OfficerId::at(usize::from(piece.0) - UNITS_MAX), intent);
        }
        let id = UnitId(piece.0);
        if id.index() >= battle.units.len() || !battle.unit(id).is_on_field() {
            return Err(refused("piece", format!("no unit {} is on the map", id.0)));
        }
        match *intent {
            Intent::March { to, heading } => self.plan_march(battle, id, Some(to), heading.map(Heading)),
            Intent::Face { heading } => self.plan_march(battle, id, None, Some(Heading(heading))),
            Intent::Fire { target } => self.plan_fire(battle, id, UnitId(target.0)),
            Intent::Charge { target } => self.plan_charge(battle, id, UnitId(target.0)),
        }
    }

    /// Refuses an order that would not be obeyed.
    fn would_obey(&self, battle: &Battle, command: &Command) -> Result<(), Refusal> {
        let mut copy = battle.clone();
        match self.obey(&mut copy, command, &mut nobody()) {
            Ok(()) => Ok(()),
            Err(Halt::Refused(refusal)) => Err(*refusal),
            Err(Halt::Fault(fault)) => Err(refused("piece", fault.to_string())),
            Err(Halt::Pause(never)) => match never {},
        }
    }

    /// An officer rides, and joins whoever of his command stands there.
    fn ride(&self, battle: &Battle, officer: OfficerId, intent: &Intent) -> Result<Proposal<Command>, Refusal> {
        let Intent::March { to, .. } = *intent else {
            return Err(refused("intent", "an officer rides, and does nothing else by himself"));
        };
        let Some(post) = self.posts.get(officer.index()) else {
            return Err(refused("piece", format!("there is no officer {}", officer.0)));
        };
        let at = place_of(to);
        let mut own = battle.on_field().filter(|unit| self.belongs_to(battle, *unit, post.hq));
        let join = own.find(|unit| self.footprint(battle, *unit).distance_to(at) == 0);
        let command = Command::MoveOfficer { officer, to: at, join };
        self.would_obey(battle, &command)?;
        let from = battle.officers[officer.index()].at;
        let inches = self.in_inches(from.distance(at));
        let heading = Heading::towards(from, at).unwrap_or_default().0;
        Ok(Proposal {
            orders: vec![command],
            way: vec![spot(from), to],
            heading,
            cost: counted(inches, "inch", "inches"),
            short: None,
        })
    }

    fn plan_fire(&self, battle: &Battle, id: UnitId, target: UnitId) -> Result<Proposal<Command>, Refusal> {
        if target.index() >= battle.units.len() || !battle.unit(target).is_on_field() {
            return Err(refused("target", format!("no unit {} is on the map", target.0)));
        }
        let stands = self.all_that_bear(battle, id, target).count_ones();
        let command = Command::FireAll { unit: id, stance: Stance::Hold, target };
        self.would_obey(battle, &command)?;
        let unit = battle.unit(id);
        Ok(Proposal {
            orders: vec![command],
            way: vec![spot(unit.centre), spot(battle.unit(target).centre)],
            heading: unit.heading.0,
            cost: format!("{} of {}", stands, counted(unit.condition.stands, "stand", "stands")),
            short: None,
        })
    }

    fn plan_charge(&self, battle: &Battle, id: UnitId, target: UnitId) -> Result<Proposal<Command>, Refusal> {
        let column_die = self.has_column_die(battle, id);
        self.check_charge(battle, id, target, column_die)?;
        let route = self.charge_route(battle, id, target)?;
        let dice = self.charge_dice(battle, id);
        Ok(Proposal {
            orders: vec![Command::AnnounceCharge { unit: id, target, column_die, behind: None }],
            way: vec![spot(battle.unit(id).centre), spot(route.contact.centre)],
            heading: route.contact.heading.0,
            cost: format!(
                "{} inches to go, with {}",
                self.in_inches(route.length),
                counted(dice, "average die", "average dice")
            ),
            short: None,
        })
    }

    fn plan_march(
        &self,
        battle: &Battle,
        id: UnitId,
        to: Option<Spot>,
        heading: Option<Heading>,
    ) -> Result<Proposal<Command>, Refusal> {
        let rolled = match battle.moving {
            Some(moving) if moving.unit == id => Some(moving),
            Some(moving) => {
                let name = self.name(battle, moving.unit);
                return Err(refused("piece", format!("{name} is still moving: end its move first")));
            }
            None => None,
        };
        let begins = self.opening(battle, id);
        if rolled.is_none() {
            self.would_obey(battle, &begins)?;
        }
        let mut plan = Plan {
            theatre: self,
            battle: battle.clone(),
            moving: rolled.unwrap_or_else(|| self.average(battle, id, &begins)),
            orders: Vec::new(),
            way: vec![spot(battle.unit(id).centre)],
            short: None,
        };
        plan.battle.moving = Some(plan.moving);
        let at_first = plan.allowed();
        plan.go(to.map(place_of), heading);
        let (gone, slowed) = (self.in_inches(plan.moving.gone), at_first - plan.allowed());
        let slowed = if slowed > 0 { format!(", {} for what slows it", self.in_inches(slowed)) } else { String::new() };
        let about = if rolled.is_none() { ", with average dice" } else { "" };
        // Nobody rolls for a way on which there is not a step.
        let begins = if plan.orders.is_empty() { Vec::new() } else { vec![begins] };
        Ok(Proposal {
            orders: if rolled.is_some() { plan.orders } else { begins },
            way: plan.way,
            heading: plan.battle.unit(id).heading.0,
            cost: format!("{gone} of {} inches{slowed}{about}", self.in_inches(at_first)),
            short: plan.short,
        })
    }

    /// The order that begins a unit's move.
    fn opening(&self, battle: &Battle, id: UnitId) -> Command {
        let column_die = self.has_column_die(battle, id);
        match battle.unit(id).prone {
            true => Command::StandUp { unit: id, column_die, road_die: false },
            false => Command::Move { unit: id, column_die, road_die: false },
        }
    }

    /// A move with average dice.
    fn average(&self, battle: &Battle, id: UnitId, begins: &Command) -> Moving {
        let mut copy = battle.clone();
        let rolled =
            self.obey(&mut copy, begins, &mut nobody()).ok().and(copy.moving).filter(|moving| moving.unit == id);
        let mut moving = rolled.unwrap_or(Moving {
            unit: id,
            dice: 0,
            rolled: 0,
            gone: 0,
            penalties: 0,
            by_road: false,
            prolongs: false,
            asked: Default::default(),
            tempted: Default::default(),
        });
        moving.rolled = (i32::from(moving.dice) * AVERAGE_DIE / 1_000) as i16;
        moving
    }
}

impl Plan<'_> {
    fn id(&self) -> UnitId {
        self.moving.unit
    }

    fn block(&self) -> Footprint {
        self.theatre.footprint(&self.battle, self.id())
    }

    /// How far it may go in all, with whatever has slowed it so far.
    fn allowed(&self) -> Length {
        self.theatre.allowed(&self.battle, &self.moving, self.moving.penalties, &mut nobody())
    }

    fn left(&self) -> Length {
        (self.allowed() - self.moving.gone).max(0)
    }

    /// Goes somewhere, and faces some way at the end, as far as it can.
    fn go(&mut self, to: Option<Point>, heading: Option<Heading>) {
        if self.battle.unit(self.id()).formation == Formation::Unlimbered && !self.moving.prolongs {
            self.limber();
        }
        let formation = self.battle.unit(self.id()).formation;
        if formation == Formation::Square || formation == Formation::Unlimbered && !self.moving.prolongs {
            self.short = Some(format!("a unit in {formation} stays where it is: change its formation first"));
            return;
        }
        if let Some(to) = to {
            self.turn_for(to);
            self.advance(to);
            let apart = self.block().centre.distance(to);
            if apart > THERE && self.short.is_none() {
                self.short = Some(format!("its dice carry it no farther: {} yards are left", apart / YARD));
            }
        }
        if let Some(heading) = heading {
            self.face(heading);
        }
    }

    /// Tries a step; whether it can be made.
    fn step(&mut self, command: Command, manoeuvre: Manoeuvre, costs: Option<Penalty>) -> bool {
        match self.theatre.plan_step(&self.battle, manoeuvre, costs) {
            Ok(weighed) => {
                (self.moving.gone, self.moving.penalties) = (weighed.gone, weighed.penalties);
                let id = self.id();
                let unit = self.battle.unit_mut(id);
                (unit.centre, unit.heading) = (weighed.end.centre, weighed.end.heading);
                self.battle.moving = Some(self.moving);
                self.way.push(spot(weighed.end.centre));
                self.orders.push(command);
                true
            }
            Err(refusal) => {
                self.short = refusal.reasons.first().map(|reason| reason.why.clone()).or(self.short.take());
                false
            }
        }
    }

    fn limber(&mut self) {
        let id = self.id();
        let arm = self.theatre.arm(&self.battle, id);
        let mut changed = Unit { formation: Formation::Limbered, ..*self.battle.unit(id) };
        changed.files = self.theatre.most_files(arm, &changed, u8::MAX);
        let shape = self.theatre.weigh_shape(&self.battle, &self.moving, changed, Penalty::Limber, &mut nobody());
        if let Ok((changed, penalties)) = shape {
            *self.battle.unit_mut(id) = changed;
            self.moving.penalties = penalties;
            self.battle.moving = Some(self.moving);
            self.orders.push(Command::Limber);
        }
    }

    fn any_way(&self) -> bool {
        self.battle.unit(self.id()).formation == Formation::Skirmish || self.moving.prolongs
    }

    /// Turns until a place lies ahead or within an eighth of a turn of it.
    fn turn_for(&mut self, to: Point) {
        let block = self.block();
        let Some(bearing) = Heading::towards(block.centre, to) else { return };
        let off = block.heading.turn_to(bearing);
        if off.abs() > Turn::EIGHTH && !self.any_way() && block.centre.distance(to) > THERE && !self.turn(off) {
            // Among friends there may be room for no more than has to be turned, or for facing on the spot.
            let least = Turn((off.abs().0 - Turn::EIGHTH.0 + SMALL_TURN.0) * off.0.signum());
            let short = self.short.take();
            let turned = self.wheel(least) || self.face_by_quarters(off);
            self.short = if turned { None } else { short };
        }
    }

    /// Faces by quarters where the turn is great, and wheels the rest as far as it can be paid for; whether it could.
    fn turn(&mut self, off: Turn) -> bool {
        off.abs() > FACING_TURN && self.face_by_quarters(off) || self.wheel(off)
    }

    /// Faces to the flank or about, which is done once in a move.
    fn face_by_quarters(&mut self, off: Turn) -> bool {
        let degrees = if off.abs() > Turn::degrees(135) { 180 } else { 90 * off.0.signum() };
        let command = Command::Face { degrees: Decimal::from_int(degrees) };
        self.moving.penalties & bit(Penalty::Face) == 0
            && self.step(command, Manoeuvre::Face(Turn::degrees(degrees)), Some(Penalty::Face))
    }

    /// Wheels as far as it can be paid for; whether it could, or need not.
    fn wheel(&mut self, off: Turn) -> bool {
        let block = self.block();
        let whole = arc_length(2 * block.half_front, off).max(1);
        let part = i64::from(off.0) * i64::from(whole.min(self.left() - 1).max(0)) / i64::from(whole);
        let degrees = Decimal::from_thousandths((part * 36_000 / 65_536) as i32 * 10);
        let turn = turn_of(degrees);
        let on = if turn.0 > 0 { Flank::Right } else { Flank::Left };
        turn.abs() <= SMALL_TURN || self.step(Command::Wheel { on, degrees }, Manoeuvre::Wheel { on, turn }, None)
    }

    /// Goes straight or obliquely at a place, as far as the rules let it.
    fn advance(&mut self, to: Point) {
        let block = self.block();
        let Some(bearing) = Heading::towards(block.centre, to) else { return };
        let off = block.heading.turn_to(bearing);
        if off.abs() > Turn::EIGHTH && !self.any_way() {
            return;
        }
        let degrees = degrees_of(off);
        let turn = turn_of(degrees);
        let from = block.front_centre();
        let mut wanted = block.centre.distance(to).min(self.left());
        let far = field::plane::moved(from, block.heading.turned(turn).direction(), wanted);
        let way = self.theatre.straight(from, far);
        let reach = self.theatre.reach(&self.battle, &self.moving, self.moving.penalties, &way, wanted);
        wanted = wanted.min(reach.length);
        for _ in 0..TRIES {
            let inches = self.theatre.in_inches(wanted);
            let length = self.theatre.on_ground(inches);
            if length <= 0 {
                return;
            }
            let manoeuvre = if turn.0 == 0 { Manoeuvre::Advance(length) } else { Manoeuvre::Oblique { turn, length } };
            if self.step(Command::Advance { inches, oblique_degrees: degrees }, manoeuvre, None) {
                return;
            }
            wanted = wanted / 4 * 3;
        }
    }

    /// Turns to a heading, if it is not nearly there.
    fn face(&mut self, heading: Heading) {
        for _ in 0..2 {
            let off = self.block().heading.turn_to(heading);
            if off.abs() > SMALL_TURN {
                self.turn(off);
            }
        }
        let off = self.block().heading.turn_to(heading);
        if off.abs() > SMALL_TURN && self.short.is_none() {
            let degrees = off.abs().0 * 360 / 65_536;
            self.short = Some(format!("it does not get all the way round: {degrees} degrees are left"));
        }
    }
}

fn place_of(spot: Spot) -> Point {
    let part = |value: i64| Length::try_from(value.clamp(Length::MIN.into(), Length::MAX.into())).unwrap_or(0);
    Point::new(part(spot.x), part(spot.y))
}

//! From what somebody points at to the orders that would do it: by the cheapest way, as far as the rules let him.

use engine::Refusal;
use engine::stage::{Intent, PieceId, Proposal, Spot};
use field::ground::Point;
use field::hex::{Hex, Side};

use super::almanac::{BARRED, Pace};
use super::look::{Group, Look};
use super::paths::Paths;
use super::pieces::{self, Named};
use super::scene::{corner, heading, middle};
use super::walk::Purse;
use crate::charts::{Activity, MoveColumn};
use crate::movement::ExitLicence;
use crate::play::command::{Command, Shot, SomeLeaders, SomeUnits, Step};
use crate::play::position::{Battle, Position, Terse};
use crate::play::refuse::senseless;
use crate::play::stack::in_front;
use crate::play::state::{FormationId, LeaderId, UnitId, WagonId};
use crate::play::theatre::Theatre;
use crate::play::walks::corner_towards;
use crate::turn::TurnStep;

type Proposed = Result<Proposal<Command>, Refusal>;

/// The orders that would do what somebody wants of a piece.
pub(super) fn of(theatre: &Theatre, battle: &Battle, piece: PieceId, intent: &Intent) -> Proposed {
    theatre.check_order_time(battle)?;
    match (pieces::named(piece), intent) {
        (Named::Unit(unit), _) => unit_proposal(theatre, battle, unit, intent),
        (Named::Leader(leader), Intent::March { to, .. }) => leader_ride(theatre, battle, leader, *to),
        (Named::Headquarters(of), Intent::March { to, .. }) => headquarters_ride(theatre, battle, of, *to),
        (Named::Wagon(wagon), Intent::March { to, .. }) => wagon_drive(theatre, battle, wagon, *to),
        _ => Err(senseless("intent", "leaders, HQs and wagons move; they neither turn, fire nor Charge")),
    }
}

impl Theatre {
    /// Pieces are pointed at in the Activity Phase.
    fn check_order_time(&self, battle: &Battle) -> Result<(), Refusal> {
        if battle.advance.is_some() && battle.step == TurnStep::Activity && !battle.over {
            return Ok(());
        }
        self.check_step(battle, TurnStep::Activity)
    }

    fn hex_at(&self, spot: Spot) -> Result<Hex, Refusal> {
        let point = Point::new(
            spot.x.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
            spot.y.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
        );
        let cell = self.lattice.cell_at(point).ok_or_else(|| senseless("to", "that is not on the map"))?;
        Ok(self.field.map.grid().hex(cell))
    }
}

/// Somebody's stack, and how its orders are given: afresh, or after a won Charge.
struct Wanted<'a> {
    look: Look<'a>,
    group: Group,
    /// Whether it goes on after a won Charge.
    goes_on: bool,
}

fn unit_proposal(theatre: &Theatre, battle: &Battle, unit: UnitId, intent: &Intent) -> Proposed {
    let Some(card) = theatre.units.get(unit.index()) else { return Err(senseless("piece", "there is no such unit")) };
    if card.side != battle.active {
        return Err(senseless("piece", format!("{} belongs to the other side", card.name)));
    }
    let goes_on = battle.advance.as_ref().is_some_and(|advance| advance.units.iter().any(|going| going.unit == unit));
    let comes = || card.entry.and_then(|entry| theatre.entry_hex(battle, entry, card.side));
    let Some(at) = battle.unit(unit).at.or_else(comes).filter(|_| battle.unit(unit).sp > 0) else {
        return Err(senseless("piece", format!("{} is not on the map", card.name)));
    };
    let terse = Terse(battle);
    let look = Look::new(theatre, &terse);
    let mut group = look.group(unit, at);
    // The top unit speaks for those below it; any other unit for itself.
    if group.units.first() != Some(&unit) {
        group.units.clear();
        group.units.push(unit);
        group.in_company = true;
        group.leader = None;
        look.weigh(&mut group);
    }
    let wanted = Wanted { look, group, goes_on };
    match *intent {
        Intent::March { to, heading } => wanted.march(theatre.hex_at(to)?, heading),
        Intent::Face { heading } => wanted.face(heading),
        Intent::Fire { target } => wanted.fire(target),
        Intent::Charge { target } => wanted.charge(target),
    }
}

impl Wanted<'_> {
    fn purse(&self) -> Purse {
        let (look, group) = (&self.look, &self.group);
        let going = look.battle.advance.as_ref().filter(|_| self.goes_on);
        match going {
            Some(advance) => {
                let left =
                    advance.units.iter().map(|going| going.march.left.thousandths() * 2 / 1_000).min().unwrap_or(0);
                Purse { left, minimum: false, held: false, licence: ExitLicence::WonCharge }
            }
            None => {
                let mut purse = Purse::of(look, group, Activity::Move, group.formation);
                if !group.arrived {
                    purse.left -= i32::from(entry_price(look, group));
                }
                purse
            }
        }
    }

    fn command(&self, steps: Vec<Step>) -> Command {
        if self.goes_on {
            return Command::GoOn { steps: steps.into() };
        }
        let leaders = self.group.leader.into_iter().collect();
        Command::Move { units: self.group.units.as_slice().into(), leaders, steps: steps.into() }
    }

    fn check(&self, steps: &[Step]) -> Result<(), Refusal> {
        let (look, group) = (&self.look, &self.group);
        if self.goes_on {
            return look.theatre.check_go_on(look.battle.battle(), steps);
        }
        let leaders: Vec<LeaderId> = group.leader.into_iter().collect();
        look.theatre.check_move(look.battle.battle(), &group.units, &leaders, Activity::Move, steps).map(|_| ())
    }

    /// The proposal of some steps, with the way they take.
    fn proposal(&self, steps: Vec<Step>, spent: i32, purse: i32, short: Option<String>) -> Proposal<Command> {
        let (look, group) = (&self.look, &self.group);
        let (mut at, mut facing) = (group.at, group.facing);
        let mut way = vec![middle(look.theatre, at)];
        for step in &steps {
            match step {
                Step::Enter(side) | Step::Charge(side) => {
                    at = at.neighbour(*side);
                    way.push(middle(look.theatre, at));
                }
                Step::Turn(corner) | Step::Form(_, corner) => facing = *corner,
                Step::PickUp(_) | Step::Drop(_) => {}
            }
        }
        let cost = format!("{} of {}", points(spent), engine::counted(points(purse), "MP", "MPs"));
        Proposal { orders: vec![self.command(steps)], way, heading: heading(facing), cost, short }
    }

    /// Goes to a hex by the cheapest way, or as near to it as it gets.
    fn march(&self, to: Hex, wanted: Option<u16>) -> Proposed {
        let (look, group) = (&self.look, &self.group);
        let purse = self.purse();
        let paths = Paths::of(look, group, purse);
        let front = wanted.map(corner).filter(|_| group.is_fronted(group.formation));
        let turned = |facing| u8::from(front.is_some_and(|front| front != facing));
        let mut far = 0;
        let mut why: Option<Refusal> = None;
        // Each time the nearest hex from which nothing nearer has been refused.
        while let Some(number) = paths.best(|node| {
            let apart = node.at.distance(to);
            let fits = apart >= far && (node.hexes > 0 || apart == 0 || node.cost > 0);
            fits.then(|| (apart, turned(node.facing)))
        }) {
            let node = paths.nodes[number];
            let steps = paths.steps(number);
            match self.check(&steps) {
                Ok(()) => {
                    let short = self.short(to, &node, front.is_some_and(|front| front != node.facing), why.as_ref());
                    return Ok(self.proposal(steps, node.cost, paths.purse, short));
                }
                Err(refusal) => {
                    far = node.at.distance(to) + 1;
                    why.get_or_insert(refusal);
                }
            }
        }
        Err(why.unwrap_or_else(|| {
            let name = &look.theatre.unit(group.units[0]).name;
            senseless("to", format!("{name} cannot get any nearer to hex {}", look.theatre.number(to)))
        }))
    }

    /// Why a march ends where it does, if that is not where it was to go.
    fn short(&self, to: Hex, node: &super::paths::Node, unturned: bool, why: Option<&Refusal>) -> Option<String> {
        let theatre = self.look.theatre;
        if node.at == to {
            return unturned.then(|| "no MP is left to turn".to_owned());
        }
        let apart = engine::counted(node.at.distance(to), "hex", "hexes");
        Some(match why.and_then(|refusal| refusal.reasons.first()) {
            Some(reason) => format!("{apart} short of hex {}: {}", theatre.number(to), reason.why),
            None if node.minimum => format!("{apart} short of hex {}: one hex is all it can make", theatre.number(to)),
            None => format!(
                "{apart} short of hex {}: its MPs, the ground or the enemy let it no nearer",
                theatre.number(to)
            ),
        })
    }

    fn face(&self, wanted: u16) -> Proposed {
        let (theatre, group) = (self.look.theatre, &self.group);
        let to = corner(wanted);
        let purse = self.purse().left;
        let steps = vec![Step::Turn(to)];
        self.check(&steps)?;
        let free = group.formation == crate::unit::Formation::Unlimbered || !group.is_fronted(group.formation);
        let cost = if free { 0 } else { 2 * i32::from(theatre.book.limit(crate::charts::Limit::TurnCost)) };
        Ok(self.proposal(steps, cost, purse, None))
    }

    fn target(&self, target: PieceId) -> Result<Hex, Refusal> {
        let (theatre, battle) = (self.look.theatre, self.look.battle);
        let Named::Unit(unit) = pieces::named(target) else {
            return Err(senseless("target", "point at a combat unit"));
        };
        let enemy = theatre.units.get(unit.index()).is_some_and(|card| card.side != battle.active);
        let at = battle.units.get(unit.index()).and_then(|now| now.at).filter(|_| enemy);
        at.ok_or_else(|| senseless("target", "point at an enemy on the map"))
    }

    fn fire(&self, target: PieceId) -> Proposed {
        let (look, group) = (&self.look, &self.group);
        if self.goes_on {
            return Err(senseless("intent", "after a won Charge it goes on, Charges again or halts; it does not fire"));
        }
        let to = self.target(target)?;
        let turns = group.is_fronted(group.formation) && !in_front(look.battle.unit(group.units[0]), group.at, to);
        let steps: Vec<Step> = turns.then(|| Step::Turn(corner_towards(group.at, to))).into_iter().collect();
        let units = SomeUnits::from(group.units.as_slice());
        let shots = vec![Shot { units: units.clone(), at: to }];
        look.theatre.check_fire(look.battle.battle(), &units, &[], &steps, &shots)?;
        let facing = if turns { corner_towards(group.at, to) } else { group.facing };
        let short = turns.then(|| "it turns first, which may draw an Opening Volley".to_owned());
        Ok(Proposal {
            orders: vec![Command::Fire { units, leaders: SomeLeaders::new(), steps: steps.into(), shots }],
            way: vec![middle(look.theatre, group.at)],
            heading: heading(facing),
            cost: format!("range {}", engine::counted(group.at.distance(to), "hex", "hexes")),
            short: short
                .filter(|_| group.at.distance(to) <= look.theatre.book.limit(crate::charts::Limit::VolleyRange)),
        })
    }

    fn charge(&self, target: PieceId) -> Proposed {
        let to = self.target(target)?;
        let (look, group) = (&self.look, &self.group);
        let paths = Paths::of(look, group, self.purse());
        let fronted = group.is_fronted(group.formation);
        let side_to = |from: Hex| Side::ALL.into_iter().find(|side| from.neighbour(*side) == to);
        let number = paths.best(|node| {
            let side = side_to(node.at)?;
            (!node.minimum && (!fronted || node.facing.sides().contains(&side))).then_some(node.hexes)
        });
        let side = number.and_then(|number| side_to(paths.nodes[number].at));
        let (Some(number), Some(side)) = (number, side) else {
            let name = &look.theatre.unit(group.units[0]).name;
            return Err(senseless(
                "target",
                format!("{name} cannot get next to hex {} with the MPs it has", look.theatre.number(to)),
            ));
        };
        let mut steps = paths.steps(number);
        steps.push(Step::Charge(side));
        self.check(&steps)?;
        Ok(self.proposal(steps, paths.nodes[number].cost, paths.purse, None))
    }
}

/// Halves of a Movement Point as people write them.
fn points(halves: i32) -> String {
    if halves % 2 == 0 { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
}

/// What the hex costs in which a stack comes on.
pub(super) fn entry_price(look: &Look<'_>, group: &Group) -> u8 {
    let pace = Pace::of(group.formation, group.in_company);
    let Some(cell) = look.theatre.field.cell(group.at) else { return 0 };
    let grid = look.theatre.field.map.grid();
    let prices = grid.neighbours(cell).map(|(side, next)| look.theatre.almanac.price(pace, next, side.opposite()));
    prices.filter(|price| *price != BARRED).max().unwrap_or(0)
}

fn leader_ride(theatre: &Theatre, battle: &Battle, leader: LeaderId, to: Spot) -> Proposed {
    let from = theatre.rider(battle, leader)?;
    let (path, proposal) = ride(theatre, battle, from, theatre.hex_at(to)?, Pace::Leader)?;
    theatre.check_leader(battle, leader, &path)?;
    Ok(Proposal { orders: vec![Command::MoveLeader { leader, path: path.into() }], ..proposal })
}

fn headquarters_ride(theatre: &Theatre, battle: &Battle, formation: FormationId, to: Spot) -> Proposed {
    let from = theatre.movable_hq(battle, formation)?;
    let (path, proposal) = ride(theatre, battle, from, theatre.hex_at(to)?, Pace::Leader)?;
    theatre.check_ride(battle, from, &path)?;
    Ok(Proposal { orders: vec![Command::MoveHq { formation, path: path.into() }], ..proposal })
}

fn wagon_drive(theatre: &Theatre, battle: &Battle, wagon: WagonId, to: Spot) -> Proposed {
    let from = theatre.movable_wagon(battle, wagon)?;
    let (path, proposal) = ride(theatre, battle, from, theatre.hex_at(to)?, Pace::Wagon)?;
    theatre.check_drive(battle, wagon, &path)?;
    Ok(Proposal { orders: vec![Command::MoveWagon { wagon, path: path.into() }], ..proposal })
}

/// The cheapest ride or drive to a hex, as far as it goes.
fn ride(
    theatre: &Theatre,
    battle: &Battle,
    from: Hex,
    to: Hex,
    pace: Pace,
) -> Result<(Vec<Side>, Proposal<Command>), Refusal> {
    let terse = Terse(battle);
    let look = Look::new(theatre, &terse);
    let grid = theatre.field.map.grid();
    let column = if pace == Pace::Wagon { MoveColumn::Wagon } else { MoveColumn::Leader };
    let full = theatre.book.tables.allowance_of(column).map_or(0, |looked| looked.value.thousandths() * 2 / 1_000);
    let mut marches = field::hex::Marches::new();
    let start = grid.cell(from).ok_or_else(|| senseless("to", "he is not on the map"))?;
    let reached = marches.reach(grid, &Rider { look: &look, pace }, start, full.max(0) as u32);
    let nearest = reached.iter().min_by_key(|reached| (grid.hex(reached.cell).distance(to), reached.cost)).copied();
    let end = nearest.ok_or_else(|| senseless("to", "nobody can ride there"))?;
    let cells: Vec<_> = marches.way_to(grid, end.cell).unwrap_or_default().to_vec();
    let path: Vec<Side> = cells.windows(2).filter_map(|pair| grid.side_to(pair[0], pair[1])).collect();
    let apart = grid.hex(end.cell).distance(to);
    let short =
        (apart > 0).then(|| format!("{} short of hex {}", engine::counted(apart, "hex", "hexes"), theatre.number(to)));
    let proposal = Proposal {
        orders: Vec::new(),
        way: cells.iter().map(|cell| middle(theatre, grid.hex(*cell))).collect(),
        heading: 0,
        cost: format!("{} of {}", points(end.cost as i32), engine::counted(points(full), "MP", "MPs")),
        short,
    };
    Ok((path, proposal))
}

/// Prices of a ride: round the enemy.
struct Rider<'a> {
    look: &'a Look<'a>,
    pace: Pace,
}

impl field::hex::Tolls for Rider<'_> {
    fn toll(&self, from: field::hex::Cell, side: Side, to: field::hex::Cell) -> Option<u16> {
        let theatre = self.look.theatre;
        let price = theatre.almanac.price(self.pace, from, side);
        let barred = price == BARRED || self.look.is_held(theatre.field.map.grid().hex(to));
        (!barred).then_some(u16::from(price))
    }

    fn cheapest(&self) -> u16 {
        1
    }
}

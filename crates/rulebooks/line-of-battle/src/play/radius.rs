//! Who is in command, and what the order in force permits.

use engine::Ruling;
use engine::book::Procedure;
use field::hex::Hex;

use super::position::Position;
use super::quiet::silent;
use super::state::{FormationId, InForce, LeaderId, UnitId};
use super::theatre::Theatre;
use crate::Referee;
use crate::charts::Level;
use crate::command::{CommandRadius, Order, Permission, PermissionSituation, RadiusSituation, Verdict, Wish};
use crate::movement::ExitLicence;
use crate::unit::Arm;

impl Theatre {
    /// Where the Command Radius of a formation is measured from, and orders to it go: its HQ, or its leader.
    pub(crate) fn centre(&self, battle: &impl Position, formation: FormationId) -> Option<Hex> {
        battle.formation(formation).hq.or_else(|| battle.leader_of(formation).and_then(|(_, leader)| leader.at))
    }

    /// The order that binds a formation: its own, or that of the formation above.
    pub(crate) fn order_in_force(&self, battle: &impl Position, formation: FormationId) -> InForce {
        for above in self.chain(formation) {
            let now = battle.formation(above);
            // S 10: what a Command has accepted binds its divisions once they have accepted it themselves.
            if now.reserve && (above == formation || !self.relays(above)) {
                return InForce { order: Order::Reserve, goal: None };
            }
            if now.order.order != Order::None {
                return now.order;
            }
        }
        InForce::NONE
    }

    /// The order that binds a unit. RULING: guns are bound by orders to their battalion only.
    pub(crate) fn order_of(&self, battle: &impl Position, unit: UnitId) -> InForce {
        let card = self.unit(unit);
        if card.arm == Arm::Artillery {
            let own = battle.formation(card.formation).order;
            let marches = self.formation(card.formation).artillery && own.order == Order::Move;
            return if marches { own } else { InForce::NONE };
        }
        if battle.reserves.contains(&unit) {
            return InForce { order: Order::Reserve, goal: None };
        }
        self.order_in_force(battle, card.formation)
    }

    /// The order of the formation to which a unit belongs, even where it does not bind the unit: guns are units of their division,
    /// whatever it has been ordered.
    pub(crate) fn order_over(&self, battle: &impl Position, unit: UnitId) -> InForce {
        let (card, own) = (self.unit(unit), self.order_of(battle, unit));
        let free = card.arm == Arm::Artillery && own.order == Order::None;
        if free { self.order_in_force(battle, card.formation) } else { own }
    }

    /// Whether the Move order of a unit's formation binds it no longer: it has been deployed from, or carried out.
    fn is_released(&self, battle: &impl Position, unit: UnitId) -> bool {
        self.chain(self.unit(unit).formation).any(|above| {
            let now = battle.formation(above);
            now.order.order == Order::Move && (now.deployed || self.has_arrived(battle, above))
        })
    }

    /// Whether the leader or HQ of a formation stands where its Move order sends it.
    pub(crate) fn has_arrived(&self, battle: &impl Position, formation: FormationId) -> bool {
        let now = battle.formation(formation);
        let Some(goal) = now.order.goal.filter(|_| now.order.order == Order::Move) else { return false };
        let leader = battle.leader_of(formation).and_then(|(_, leader)| leader.at);
        leader == Some(goal) || now.hq == Some(goal)
    }

    /// The leader or HQ that a unit is too far from, if it is: the first link of its chain that does not hold.
    ///
    /// RULING: a formation without a leader on the map is no link. A Stopped division lacks nobody: it gets away from the enemy
    /// first.
    pub(crate) fn lacks<U: Referee>(
        &self,
        battle: &impl Position,
        unit: UnitId,
        umpire: &mut U,
    ) -> Ruling<Option<Hex>, U> {
        if battle.unit(unit).posted.is_some() || self.withdraws(battle, unit) {
            return Ok(None);
        }
        let Some(mut from) = battle.unit(unit).at else { return Ok(None) };
        let card = self.unit(unit);
        let command = self.formation(card.formation).command;
        for formation in self.chain(card.formation) {
            let level = self.formation(formation).level;
            if level == Level::Army {
                break;
            }
            let Some(centre) = self.centre(battle, formation) else { continue };
            let situation = RadiusSituation { level, distance: from.distance(centre), posting: false };
            if !CommandRadius::run(&self.book, &situation, umpire)?.in_radius {
                return Ok(Some(centre));
            }
            // A battery has its battalion only.
            if card.arm == Arm::Artillery {
                break;
            }
            from = battle.leader_of(formation).and_then(|(_, leader)| leader.at).unwrap_or(centre);
            if formation == command {
                break;
            }
        }
        Ok(None)
    }

    /// What binds a unit when it starts its activity: its order, and the leader it is too far from.
    pub(crate) fn bound<U: Referee>(&self, battle: &impl Position, unit: UnitId, umpire: &mut U) -> Ruling<Bound, U> {
        self.bound_under(battle, unit, self.order_of(battle, unit), umpire)
    }

    /// The same where its order is known.
    pub(crate) fn bound_under<U: Referee>(
        &self,
        battle: &impl Position,
        unit: UnitId,
        order: InForce,
        umpire: &mut U,
    ) -> Ruling<Bound, U> {
        let mut bound = self.bound_at_all(battle, unit, order, umpire)?;
        let marches = bound.order == Order::Move && !bound.released;
        if let Some(at) = bound.at.filter(|_| bound.lacks.is_none() && bound.reserve.is_none() && !marches) {
            let anywhere = Intent { ends: at, enemy_hexes: 0, marches: true, led: true };
            bound.goes_freely = self.permits(&bound, Wish::Move, anywhere, &mut silent()) == Ok(Verdict::Permitted);
        }
        Ok(bound)
    }

    /// The same for whoever does not ask whether it may move wherever it likes.
    pub(crate) fn bound_at_all<U: Referee>(
        &self,
        battle: &impl Position,
        unit: UnitId,
        InForce { order, goal }: InForce,
        umpire: &mut U,
    ) -> Ruling<Bound, U> {
        // Where somebody keeps what is told, the radius is cited.
        if !U::KEEPS
            && let Some(known) = battle.battle().known_bound(unit)
        {
            debug_assert_eq!(self.find_bound(battle, unit, InForce { order, goal }, &mut silent()), Ok(known));
            return Ok(known);
        }
        let bound = self.find_bound(battle, unit, InForce { order, goal }, umpire)?;
        battle.battle().keep_bound(unit, bound);
        Ok(bound)
    }

    fn find_bound<U: Referee>(
        &self,
        battle: &impl Position,
        unit: UnitId,
        InForce { order, goal }: InForce,
        umpire: &mut U,
    ) -> Ruling<Bound, U> {
        let now = battle.unit(unit);
        let mut bound = Bound {
            order,
            goal: goal.filter(|_| order == Order::Move),
            tether: None,
            at: now.at,
            lacks: self.lacks(battle, unit, umpire)?,
            released: order == Order::Move && self.is_released(battle, unit),
            reserve: if order == Order::Reserve { self.reserve_leader(battle, unit) } else { None },
            artillery: self.unit(unit).arm == Arm::Artillery,
            goes_freely: false,
            went_deployed: false,
        };
        let goes_away = now.posted.is_some() || self.withdraws(battle, unit);
        if order == Order::None && bound.lacks.is_none() && now.at.is_some() && !goes_away {
            bound.tether = self.tether_of(battle, unit);
        }
        Ok(bound)
    }

    /// P5: whether a unit gets out of reach of the enemy because its division is Stopped: before it has, it is not in No Orders.
    fn withdraws(&self, battle: &impl Position, unit: UnitId) -> bool {
        let division = self.formation(self.unit(unit).formation).division;
        battle.formation(division).stopped && !self.is_running(battle, unit)
    }

    /// The leader or HQ nearest above a unit, within whose radius it moves where it has no orders.
    pub(super) fn tether_of(&self, battle: &impl Position, unit: UnitId) -> Option<Tether> {
        let mut chain = self.chain(self.unit(unit).formation);
        chain.find_map(|formation| {
            let level = self.formation(formation).level;
            let centre = self.centre(battle, formation).filter(|_| level != Level::Army)?;
            let rides = battle.formation(formation).hq.is_none();
            let leader = battle.leader_of(formation).map(|(id, _)| id).filter(|_| rides);
            Some(Tether { centre, hexes: self.book.tables.radius.at(level).value, leader })
        })
    }

    /// Whether what binds a unit lets it do something.
    pub(crate) fn permits<U: Referee>(
        &self,
        bound: &Bound,
        wish: Wish,
        intent: Intent,
        umpire: &mut U,
    ) -> Ruling<Verdict, U> {
        let at = bound.at.unwrap_or(intent.ends);
        let situation = PermissionSituation {
            order: bound.order,
            wish,
            in_radius: bound.lacks.is_none(),
            ends_nearer: bound
                .lacks
                .or(bound.reserve.map(|near| near.at))
                .is_some_and(|leader| leader.distance(intent.ends) < leader.distance(at)),
            leaves_radius: !intent.led && bound.tether.is_some_and(|tether| !tether.holds(intent.ends)),
            strays: !intent.marches || bound.goal.is_some_and(|goal| goal.distance(intent.ends) > goal.distance(at)),
            released: bound.released,
            leader_hexes: bound.reserve.filter(|_| !intent.led).map_or(0, |near| near.at.distance(intent.ends)),
            enemy_hexes: intent.enemy_hexes,
            artillery: bound.artillery,
        };
        Ok(Permission::run(&self.book, &situation, umpire)?.verdict)
    }

    /// The leader near whom a Reserve stays.
    fn reserve_leader(&self, battle: &impl Position, unit: UnitId) -> Option<Near> {
        let own = self.unit(unit).formation;
        let binds = |above: &FormationId| battle.formation(*above).reserve && (*above == own || !self.relays(*above));
        let held = self.chain(own).find(binds);
        let formation = held.or(battle.reserves.contains(&unit).then_some(own))?;
        let (leader, now) = battle.leader_of(formation)?;
        Some(Near { leader, at: now.at? })
    }

    /// S 7: why a unit may leave an EZOC.
    pub(crate) fn exit_licence(&self, battle: &impl Position, unit: UnitId) -> ExitLicence {
        self.exit_licence_under(battle, unit, || self.order_of(battle, unit).order)
    }

    /// The same for whoever can tell its order.
    pub(crate) fn exit_licence_under(
        &self,
        battle: &impl Position,
        unit: UnitId,
        order: impl Fn() -> Order,
    ) -> ExitLicence {
        let division = self.formation(self.unit(unit).formation).division;
        let now = battle.formation(division);
        let fresh = now.accepted > 0 && battle.turn <= now.accepted + 1;
        let attacks = || order() == Order::Attack;
        match (now.stopped, fresh) {
            (true, _) => ExitLicence::Stopped,
            (false, true) if attacks() => ExitLicence::NewAttack,
            (false, true) => ExitLicence::NewOrder,
            (false, false) if attacks() => ExitLicence::Attack,
            (false, false) => ExitLicence::None,
        }
    }
}

/// The leader or HQ within whose radius a unit without orders moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tether {
    pub centre: Hex,
    pub hexes: u16,
    /// The leader, where he is the one who is measured from: he may go along.
    pub leader: Option<LeaderId>,
}

impl Tether {
    /// Whether a hex is within the radius.
    pub fn holds(self, hex: Hex) -> bool {
        self.centre.distance(hex) <= self.hexes
    }
}

/// The leader near whom a Reserve stays, and where he is: he may go along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Near {
    pub leader: LeaderId,
    pub at: Hex,
}

/// What binds a unit when it starts its activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    /// The order in force.
    pub order: Order,
    /// The destination of a Move order. RULING: along a path to it means that no move ends farther from it.
    pub goal: Option<Hex>,
    /// Without orders: within whose radius it moves.
    pub tether: Option<Tether>,
    /// Where it is.
    pub at: Option<Hex>,
    /// The leader or HQ it is too far from.
    pub lacks: Option<Hex>,
    /// Under a Move order: whether it has deployed or arrived.
    pub released: bool,
    /// The leader near whom it stays in Reserve.
    pub reserve: Option<Near>,
    pub artillery: bool,
    /// Whether it may move wherever it likes, within its tether. COST: whether a way may be ended is asked some ten times for each stack.
    pub goes_freely: bool,
    /// Whether it has entered a hex in another formation than one that marches, on the way it is on.
    pub went_deployed: bool,
}

impl Bound {
    /// The leader to whom it keeps, where he may go along.
    pub fn leader(&self) -> Option<LeaderId> {
        self.tether.and_then(|tether| tether.leader).or(self.reserve.map(|near| near.leader))
    }

    /// Whether it lets a unit end a move in a hex, where that is told by distances alone; nothing where the order has to be asked.
    ///
    /// COST: the same as [`Theatre::permits`] says of a move, which is asked for every hex that a stack might go to.
    pub fn lets_end(&self, ends: Hex, led: bool) -> Option<bool> {
        if self.goes_freely {
            return Some(led || self.tether.is_none_or(|tether| tether.holds(ends)));
        }
        let (lacks, at) = (self.lacks?, self.at.unwrap_or(ends));
        Some(lacks.distance(ends) < lacks.distance(at))
    }

    /// Whether it binds as another did, for a unit that ends its way in one of these hexes: a leader who has ridden may
    /// hold all of them still.
    pub fn lets_end_as(&self, other: &Bound, mut ends: impl Iterator<Item = Hex>) -> bool {
        let same_reach = match (self.tether, other.tether) {
            (Some(now), Some(then)) if now != then => {
                (now.leader, now.hexes) == (then.leader, then.hexes)
                    && ends.all(|end| now.holds(end) == then.holds(end))
            }
            (now, then) => now == then,
        };
        same_reach && *self == Bound { tether: self.tether, ..*other }
    }
}

/// What a stack means to do, as orders look at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Intent {
    /// Where it stops.
    pub ends: Hex,
    /// For fire the range, otherwise hexes from where it began to the enemy it goes for.
    pub enemy_hexes: u16,
    /// Whether it goes in a formation of the march.
    pub marches: bool,
    /// Whether the leader it is tethered to, or near whom it stays in Reserve, goes along.
    pub led: bool,
}

/// Why an order forbids it, in words that say what would be right.
pub(crate) fn forbidden(theatre: &Theatre, verdict: Verdict, bound: &Bound) -> String {
    use crate::charts::Limit;
    let limit = |limit| theatre.book.limit(limit);
    match verdict {
        Verdict::Permitted => "it may".to_owned(),
        Verdict::OutOfRadius => {
            let leader = bound.lacks.map_or_else(String::new, |leader| format!(" in hex {}", theatre.number(leader)));
            format!("out of its leader's radius it may fire from where it stands, or end a move nearer to him{leader}")
        }
        Verdict::LeavesRadius => {
            let (hexes, centre) =
                bound.tether.map_or((0, String::new()), |tether| (tether.hexes, theatre.number(tether.centre)));
            format!("without orders it stays within {hexes} hexes of its leader in hex {centre}: move him first")
        }
        Verdict::Strays => {
            let goal = bound.goal.map_or_else(String::new, |goal| format!(" in hex {}", theatre.number(goal)));
            format!(
                "under a Move order it goes in Column, Mounted or Limbered, and not away from its destination{goal}: \
                 take the initiative to deploy first"
            )
        }
        Verdict::OnTheMarch => {
            "under a Move order it neither deploys nor closes: take the initiative to deploy first".to_owned()
        }
        Verdict::ReserveTooFar => {
            format!("a Reserve stays within {} hexes of its leader", limit(Limit::ReserveLeader))
        }
        Verdict::ReserveHolds => format!(
            "a Reserve does not close, and fires only within {} hexes: release it first",
            limit(Limit::ReserveRange)
        ),
        Verdict::EnemyTooFar => format!(
            "without orders it closes only with enemies within {} hexes of where it began",
            limit(Limit::NoOrdersReach)
        ),
    }
}

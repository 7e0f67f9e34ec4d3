//! Retreats on the map (P12), withdrawals of Open Order units (9.4), and retreats by choice.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Choices, Question, Refusal, Ruling, Side as Army};
use field::hex::{Corner, Hex, Side};

use super::command::{SomeLeaders, SomeUnits};
use super::deed::Deed;
use super::ground::Passage;
use super::position::{Battle, Position};
use super::refuse::senseless;
use super::stack::{Derived, all_artillery, has_front};
use super::stage::piece_of;
use super::state::{Done, UnitId};
use super::theatre::Theatre;
use crate::charts::{Limit, MoraleState};
use crate::morale::town_effect;
use crate::questions::{LEADER_GOES, NEW_FACING, RETREAT_FROM, RETREAT_ROUTE};
use crate::retreat::{Friends, ROUTE_MAX, Retreat, RetreatHex, RetreatSituation};
use crate::rules::*;
use crate::unit::{Arm, Formation, SP_MAX};
use crate::{Event, Referee};

/// Every choice of sides that a retreat can have, by a mask of the sides: the names in front, and how many.
const SIDE_CHOICES: [[&str; 6]; 64] = {
    let names = ["n", "ne", "se", "s", "sw", "nw"];
    let mut all = [[""; 6]; 64];
    let mut mask = 0;
    while mask < 64 {
        let (mut side, mut count) = (0, 0);
        while side < 6 {
            if mask >> side & 1 == 1 {
                all[mask][count] = names[side];
                count += 1;
            }
            side += 1;
        }
        mask += 1;
    }
    all
};
static SIDE_NAMES: [[&str; 6]; 64] = SIDE_CHOICES;

/// Some of the sides of a hex.
type SomeSides = ArrayVec<Side, 6>;

/// A stack that has to go.
struct Fleeing<'a> {
    units: &'a [UnitId],
    leaders: SomeLeaders,
    side: Army,
    from: Hex,
    /// The hex it flees from.
    source: Hex,
}

impl Theatre {
    /// What the loser of a shot or Charge does: nothing, retreat, or die. `check` is the retreat, the losses after it, and the
    /// SPs before the shot.
    pub(crate) fn beaten<U: Referee>(
        &self,
        battle: &mut Battle,
        target: &Derived,
        at: Hex,
        source: Hex,
        check: (u8, u8, u8),
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let (hexes, losses, before) = check;
        let left: SomeUnits = target.ids.iter().copied().filter(|id| battle.unit(*id).sp > 0).collect();
        if left.is_empty() {
            self.leave_legs(battle, at, &target.ids);
            self.stranded(battle, at, self.unit(target.ids[0]).side);
            return Ok(());
        }
        if hexes > 0 {
            return self.retreat(battle, &left, at, source, (hexes, losses, before), false, umpire);
        }
        self.take_losses(battle, &left, losses, umpire);
        if left.iter().all(|id| battle.unit(*id).sp == 0) {
            self.leave_legs(battle, at, &target.ids);
            self.stranded(battle, at, self.unit(target.ids[0]).side);
            return Ok(());
        }
        Ok(())
    }

    /// P12 step 2: where a stack may go on to: farther from the source; if there is none, equally far.
    fn ways_back(&self, battle: &impl Position, fleeing: &Fleeing<'_>, at: Hex, been: &[Hex]) -> SomeSides {
        let table = battle.table(self);
        let in_town = self.field.cell(at).is_some_and(|cell| self.field.passages[cell].town);
        // Whether a unit as it is formed is never allowed across a side.
        let is_barred = |id: &UnitId, passage: &Passage, side: Side| {
            let formation = match battle.unit(*id).formation {
                Formation::Unlimbered => Formation::Limbered,
                formation => formation,
            };
            let leaves_the_road = in_town && formation.keeps_to_roads() && !passage.has_road(side.opposite());
            leaves_the_road || passage.tolls[side.opposite().index()].for_unit(formation, false).is_none()
        };
        // COST: a way is looked for hex by hex, and each hex is looked up once.
        let open = |side: &Side| {
            let next = at.neighbour(*side);
            let Some(cell) = self.field.cell(next).filter(|_| !been.contains(&next)) else { return false };
            let passage = &self.field.passages[cell];
            table.top(cell).is_none_or(|top| self.unit(top).side == fleeing.side)
                && !fleeing.units.iter().any(|id| is_barred(id, passage, *side))
        };
        let here = fleeing.source.distance(at);
        let apart = |side: &Side| fleeing.source.distance(at.neighbour(*side));
        let farther: SomeSides = Side::ALL.into_iter().filter(|side| apart(side) > here && open(side)).collect();
        if !farther.is_empty() {
            return farther;
        }
        Side::ALL.into_iter().filter(|side| apart(side) == here && open(side)).collect()
    }

    /// The leaders in a hex who go with a stack that leaves it, as their owner likes: as a rule with the last of it.
    fn leaders_along<U: Referee>(
        &self,
        battle: &impl Position,
        from: Hex,
        side: Army,
        friends_stay: bool,
        umpire: &mut U,
    ) -> Ruling<SomeLeaders, U> {
        let usual: &'static [&'static str] = if friends_stay { &["stay", "go"] } else { &["go", "stay"] };
        let mut along = SomeLeaders::new();
        for leader in self.leaders_at(battle, from, side).iter().copied() {
            let chosen = umpire.choose(side, &LEADER_GOES, Some(piece_of(leader).0), usual)?;
            if usual.get(chosen) == Some(&"go") {
                along.push(leader);
            }
        }
        Ok(along)
    }

    /// The owner chooses one of several sides.
    fn choose_side<U: Referee>(
        &self,
        side: Army,
        about: UnitId,
        at: Hex,
        ways: &[Side],
        umpire: &mut U,
    ) -> Ruling<Option<Side>, U> {
        let mask = ways.iter().fold(0_usize, |mask, side| mask | 1 << side.index());
        let (Some(first), names) = (ways.first(), &SIDE_NAMES[mask % 64]) else { return Ok(None) };
        if ways.len() == 1 {
            return Ok(Some(*first));
        }
        umpire.name_choices(&RETREAT_ROUTE, || {
            let to = |name: &&str| Side::named(name).map_or(at, |side| at.neighbour(side));
            names[..ways.len()].iter().map(|name| format!("to hex {}", self.number(to(name)))).collect()
        });
        let chosen = umpire.choose(side, &RETREAT_ROUTE, Some(about.0), &names[..ways.len()])?;
        Ok(Side::named(names[chosen.min(5)]))
    }

    /// Lays out a way of so many hexes, and on as long as friends stand at its end.
    fn lay_route<U: Referee>(
        &self,
        battle: &impl Position,
        fleeing: &Fleeing<'_>,
        hexes: u8,
        umpire: &mut U,
    ) -> Ruling<Vec<Hex>, U> {
        let mut been = vec![fleeing.from];
        let about = fleeing.units.first().copied().unwrap_or(UnitId(0));
        loop {
            let at = been.last().copied().unwrap_or(fleeing.from);
            let gone = been.len() - 1;
            let among_friends = gone > 0 && self.holder(battle, at).is_some();
            if gone >= ROUTE_MAX || gone >= usize::from(hexes) && !among_friends {
                break;
            }
            let ways = self.ways_back(battle, fleeing, at, &been);
            let Some(side) = self.choose_side(fleeing.side, about, at, &ways, umpire)? else { break };
            been.push(at.neighbour(side));
        }
        been.remove(0);
        Ok(been)
    }

    /// LIMIT: the Strength Points of some units in one hex, as many as may stack: nobody's retreat is held up by one too many.
    fn strength(&self, battle: &impl Position, units: &[UnitId]) -> u8 {
        units.iter().map(|id| battle.unit(*id).sp).sum::<u8>().min(SP_MAX)
    }

    fn retreat_hex(&self, battle: &impl Position, fleeing: &Fleeing<'_>, hex: Hex) -> RetreatHex {
        let friends = self.units_at(battle, hex, fleeing.side);
        let kind = match friends.as_slice() {
            [] => Friends::None,
            [one] if battle.unit(*one).formation == Formation::OpenOrder => Friends::OpenOrderCapable,
            _ if friends.iter().any(|id| battle.unit(*id).formation == Formation::Unlimbered) => {
                Friends::UnlimberedArtillery
            }
            _ if all_artillery(self, &friends) => Friends::LimberedArtillery,
            _ => Friends::Others,
        };
        RetreatHex {
            ezoc: self.in_zone_of(battle, hex, fleeing.side.enemy()),
            friends: kind,
            friends_sp: self.strength(battle, &friends),
            can_displace: !self.displacements(battle, &friends, hex, fleeing.source).is_empty(),
        }
    }

    /// Where friends in the last hex could be pushed to: no EZOC, nobody there whom they would touch. Guns are never pushed, so
    /// nobody who stands with them is.
    fn displacements(&self, battle: &impl Position, friends: &[UnitId], at: Hex, source: Hex) -> SomeSides {
        let Some(side) = friends.first().map(|id| self.unit(*id).side) else { return SomeSides::new() };
        if friends.iter().any(|id| self.unit(*id).arm == Arm::Artillery) {
            return SomeSides::new();
        }
        let pushed = Fleeing { units: friends, leaders: SomeLeaders::new(), side, from: at, source };
        let mut ways = self.ways_back(battle, &pushed, at, &[at]);
        ways.retain(|way| {
            let next = at.neighbour(*way);
            self.holder(battle, next).is_none() && !self.in_zone_of(battle, next, side.enemy())
        });
        ways
    }

    /// P12: a stack retreats. `check` is the hexes, the losses at the end, and its SPs before the shot or Charge.
    #[allow(clippy::too_many_arguments, reason = "who, from where, from whom, how far")]
    pub(crate) fn retreat<U: Referee>(
        &self,
        battle: &mut Battle,
        units: &[UnitId],
        from: Hex,
        source: Hex,
        check: (u8, u8, u8),
        by_choice: bool,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let (hexes, losses, before) = check;
        let Some(top) = units.first().copied() else { return Ok(()) };
        let side = self.unit(top).side;
        umpire.tell(|| Event::Deed(Deed::Retreats { units: units.to_vec(), from }));
        let open = self.is_open_order_capable(battle, top);
        let friends_stay = self.units_at(battle, from, side).iter().any(|id| !units.contains(id));
        let leaders = self.leaders_along(battle, from, side, friends_stay, umpire)?;
        let fleeing = Fleeing { units, leaders, side, from, source };
        self.lift(battle, &fleeing);
        let route = self.lay_route(battle, &fleeing, hexes, umpire)?;
        let sp = self.strength(battle, units);
        // P12 steps 4 and 7 spare a stack that is artillery throughout: among guns, the first unit that is none speaks for it.
        let speaks = units.iter().copied().find(|id| self.unit(*id).arm != Arm::Artillery).unwrap_or(top);
        let situation = RetreatSituation {
            side,
            arm: self.unit(speaks).arm,
            formation: battle.unit(speaks).formation,
            state: battle.unit(top).state,
            sp,
            sp_before: Some(before.min(SP_MAX).max(sp)),
            open_order_capable: open,
            hexes,
            losses,
            by_choice,
            friends_stay,
            route: route.iter().map(|hex| self.retreat_hex(battle, &fleeing, *hex)).collect(),
        };
        Retreat::check(&self.book, &situation)?;
        let outcome = Retreat::run(&self.book, &situation, umpire)?;
        let end = match usize::from(outcome.hexes).checked_sub(1) {
            Some(last) => route.get(last).copied().unwrap_or(from),
            None => from,
        };
        for place in &outcome.shakes {
            let hex = route.get(usize::from(*place)).copied().unwrap_or(end);
            let friends = self.units_at(battle, hex, side);
            self.shake(battle, &friends, umpire)?;
        }
        if outcome.displaces {
            self.displace(battle, end, &fleeing, umpire)?;
        }
        self.take_losses(battle, units, sp.saturating_sub(outcome.sp), umpire);
        let gone = &route[..usize::from(outcome.hexes).min(route.len())];
        self.arrive_beaten(battle, &fleeing, (end, gone), by_choice, umpire)?;
        if outcome.legs_behind {
            self.leave_legs(battle, from, units);
        }
        if outcome.legs_at_end {
            self.leave_legs(battle, end, units);
        }
        Ok(())
    }

    /// Takes a stack off the map while it runs.
    fn lift(&self, battle: &mut Battle, fleeing: &Fleeing<'_>) {
        for id in fleeing.units {
            let now = battle.unit_mut(*id);
            now.at = None;
            (now.retreated, now.idle) = (true, 0);
        }
    }

    /// Puts what is left of a stack where its retreat ended.
    fn arrive_beaten<U: Referee>(
        &self,
        battle: &mut Battle,
        fleeing: &Fleeing<'_>,
        (end, route): (Hex, &[Hex]),
        by_choice: bool,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let left: SomeUnits = fleeing.units.iter().copied().filter(|id| battle.unit(*id).sp > 0).collect();
        for id in &left {
            let now = battle.unit(*id);
            // S 50: by choice DG units end ready to march; Routed ones stay as they are. Guns limber in any case.
            let ends_in = match (now.formation, now.state) {
                (Formation::Unlimbered, _) => Formation::Limbered,
                (_, MoraleState::Disorganized) if by_choice => Theatre::marching(self.unit(*id).arm),
                (formation, _) => formation,
            };
            // COST: who is not touched need not be looked at again.
            if ends_in != now.formation {
                battle.unit_mut(*id).formation = ends_in;
            }
        }
        // They went with the stack, as far as it came.
        for id in &fleeing.leaders {
            let leader = &mut battle.aside().leaders[id.index()];
            // A retreat by choice is an activity of the stack: who goes along has moved in this phase.
            (leader.at, leader.moved) = (Some(end), leader.moved || by_choice);
        }
        if left.is_empty() {
            return self.overrun(battle, route, fleeing.side.enemy(), umpire);
        }
        let facing = self.new_facing(battle, &left, end, umpire)?;
        self.place(battle, &left, end, facing);
        for hex in route {
            self.settle_in_town(battle, &left, *hex, umpire)?;
        }
        super::victory::occupy_told(self, battle, umpire);
        umpire.tell(|| Event::Deed(Deed::Stands { units: left.to_vec(), at: end }));
        self.overrun(battle, route, fleeing.side.enemy(), umpire)
    }

    /// Line and unlimbered guns in a Town are disorganized at once, by whatever way they came, and also if they only run through it.
    fn settle_in_town<U: Referee>(
        &self,
        battle: &mut Battle,
        units: &[UnitId],
        at: Hex,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if !self.field.at(at).is_some_and(|ground| ground.town) {
            return Ok(());
        }
        for id in units {
            let now = battle.unit(*id);
            if matches!(now.formation, Formation::Line | Formation::Unlimbered) {
                let state = town_effect(&self.book, now.state, umpire)?;
                battle.unit_mut(*id).state = state;
            }
        }
        Ok(())
    }

    /// Units below whoever of their side is in a hex, facing as they do.
    pub(crate) fn place(&self, battle: &mut Battle, units: &[UnitId], at: Hex, facing: Corner) {
        let Some(side) = units.first().map(|id| self.unit(*id).side) else { return };
        let there = self.units_at(battle, at, side);
        for id in units {
            let now = battle.unit_mut(*id);
            (now.at, now.facing) = (Some(at), facing);
        }
        let stay = there.iter().filter(|id| !units.contains(id));
        for (place, id) in stay.chain(units).enumerate() {
            battle.unit_mut(*id).place = place as u8;
        }
    }

    /// The owner sets the facing free, unless friends with a front are there.
    pub(crate) fn new_facing<U: Referee>(
        &self,
        battle: &impl Position,
        units: &[UnitId],
        at: Hex,
        umpire: &mut U,
    ) -> Ruling<Corner, U> {
        let Some(top) = units.first().copied() else { return Ok(Corner::new(0)) };
        let side = self.unit(top).side;
        if let Some(facing) = self.facing_there(battle, at, side, units) {
            return Ok(facing);
        }
        if !units.iter().any(|id| has_front(battle.unit(*id).formation)) {
            return Ok(battle.unit(top).facing);
        }
        let choices = Choices::Number { least: 0, most: 5 };
        let answer = umpire.ask(Question { kind: &NEW_FACING, side, about: Some(top.0), choices })?;
        Ok(Corner::new(answer as u8))
    }

    /// Friends in the last hex go one hex on.
    fn displace<U: Referee>(
        &self,
        battle: &mut Battle,
        at: Hex,
        fleeing: &Fleeing<'_>,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let friends = self.units_at(battle, at, fleeing.side);
        let ways = self.displacements(battle, &friends, at, fleeing.source);
        let about = friends.first().copied().unwrap_or(UnitId(0));
        let Some(side) = self.choose_side(fleeing.side, about, at, &ways, umpire)? else { return Ok(()) };
        let to = at.neighbour(side);
        let facing = battle.unit(about).facing;
        let leaders = self.leaders_at(battle, at, fleeing.side);
        self.place(battle, &friends, to, facing);
        friends.iter().for_each(|id| battle.unit_mut(*id).idle = 0);
        for id in leaders.iter().copied() {
            if !fleeing.leaders.contains(&id) {
                battle.aside().leaders[id.index()].at = Some(to);
            }
        }
        self.settle_in_town(battle, &friends, to, umpire)?;
        super::victory::occupy_told(self, battle, umpire);
        umpire.tell(|| Event::Deed(Deed::Stands { units: friends.to_vec(), at: to }));
        self.overrun(battle, &[to], fleeing.side.enemy(), umpire)
    }

    /// Every first step of a withdrawal that has a second one, and where the second may lead.
    fn withdrawals(
        &self,
        battle: &impl Position,
        fleeing: &Fleeing<'_>,
        at: Hex,
        been: &[Hex],
        left: u16,
    ) -> SomeSides {
        let mut ways = self.ways_back(battle, fleeing, at, been);
        ways.retain(|side| {
            let next = at.neighbour(*side);
            if left <= 1 {
                return self.may_stop(battle, next, fleeing.units);
            }
            let been: Vec<Hex> = been.iter().copied().chain([next]).collect();
            !self.withdrawals(battle, fleeing, next, &been, left - 1).is_empty()
        });
        ways
    }

    /// Whether an Open Order Capable target has two hexes to withdraw.
    pub(crate) fn can_withdraw(&self, battle: &impl Position, target: &Derived, at: Hex, source: Hex) -> bool {
        let Some(top) = target.ids.first() else { return false };
        if target.ids.len() != 1 || battle.unit(*top).formation != Formation::OpenOrder {
            return false;
        }
        let (side, leaders) = (self.unit(*top).side, SomeLeaders::new());
        let fleeing = Fleeing { units: &target.ids, leaders, side, from: at, source };
        let hexes = self.book.limit(Limit::Withdrawal);
        !self.withdrawals(battle, &fleeing, at, &[at], hexes).is_empty()
    }

    /// 9.4: an Open Order unit withdraws two hexes: no losses, no markers, no effect on friends.
    pub(crate) fn withdraw<U: Referee>(
        &self,
        battle: &mut Battle,
        units: &[UnitId],
        from: Hex,
        source: Hex,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let Some(top) = units.first().copied() else { return Ok(()) };
        let side = self.unit(top).side;
        umpire.tell(|| Event::Deed(Deed::Retreats { units: units.to_vec(), from }));
        let leaders = self.leaders_along(battle, from, side, false, umpire)?;
        let fleeing = Fleeing { units, leaders, side, from, source };
        let mut been = vec![from];
        for left in (1..=self.book.limit(Limit::Withdrawal)).rev() {
            let at = been.last().copied().unwrap_or(from);
            let ways = self.withdrawals(battle, &fleeing, at, &been, left);
            let Some(way) = self.choose_side(side, top, at, &ways, umpire)? else { break };
            been.push(at.neighbour(way));
        }
        let end = been.last().copied().unwrap_or(from);
        let facing = self.facing_there(battle, end, side, units).unwrap_or(battle.unit(top).facing);
        self.place(battle, units, end, facing);
        units.iter().for_each(|id| battle.unit_mut(*id).idle = 0);
        for id in &fleeing.leaders {
            battle.aside().leaders[id.index()].at = Some(end);
        }
        super::victory::occupy_told(self, battle, umpire);
        umpire.tell(|| Event::Deed(Deed::Stands { units: units.to_vec(), at: end }));
        self.overrun(battle, &been[1..], side.enemy(), umpire)
    }

    /// Whether a DG or Routed stack may retreat by choice.
    pub(crate) fn check_retreat_ten(
        &self,
        battle: &impl Position,
        units: &[UnitId],
        hexes: u8,
    ) -> Result<Hex, Refusal> {
        let at = self.check_actors(battle, units)?;
        self.check_zeros(battle, units)?;
        let Some(at) = at else {
            return Err(battle.senseless("units", || "it is not on the map: it comes on by a move".to_owned()));
        };
        let most = self.book.limit(Limit::RetreatTen);
        if hexes == 0 || u16::from(hexes) > most {
            let why = || format!("a retreat by choice is 1 to {most} hexes, and not {hexes}");
            return Err(battle.no("hexes", LB_STATE_RETREAT10, why));
        }
        let weak = |id: &UnitId| matches!(battle.unit(*id).state, MoraleState::Disorganized | MoraleState::Routed);
        if let Some(steady) = units.iter().find(|id| !weak(id)) {
            let why = || format!("{} is neither DG nor Routed: move it instead", self.unit(*steady).name);
            return Err(battle.no("units", LB_STATE_RETREAT10, why));
        }
        Ok(at)
    }

    /// Whether a retreat by choice of so many hexes may end farther from the nearest enemy.
    pub(crate) fn gets_away(&self, battle: &impl Position, units: &[UnitId], at: Hex, hexes: u8) -> bool {
        let Some(side) = units.first().map(|id| self.unit(*id).side) else { return false };
        let Some((near, _)) = self.nearest(battle, at, side.enemy()) else { return false };
        let enemies = self.hexes_of(battle, side.enemy()).iter();
        enemies.copied().filter(|source| source.distance(at) == near).any(|source| {
            let fleeing = Fleeing { units, leaders: SomeLeaders::new(), side, from: at, source };
            self.ends_farther(battle, &fleeing, &mut vec![at], hexes, near)
        })
    }

    /// Whether a way back of so many hexes more may end where no enemy is so near.
    fn ends_farther(
        &self,
        battle: &impl Position,
        fleeing: &Fleeing<'_>,
        been: &mut Vec<Hex>,
        hexes: u8,
        near: u16,
    ) -> bool {
        let at = been.last().copied().unwrap_or(fleeing.from);
        if hexes == 0 {
            let farther = self.nearest(battle, at, fleeing.side.enemy()).is_none_or(|(hexes, _)| hexes > near);
            return farther && self.may_stop(battle, at, fleeing.units);
        }
        self.ways_back(battle, fleeing, at, been).into_iter().any(|side| {
            been.push(at.neighbour(side));
            let farther = self.ends_farther(battle, fleeing, been, hexes - 1, near);
            been.pop();
            farther
        })
    }

    /// The nearest enemy's hex; of several the owner names one.
    fn goes_away_from<U: Referee>(
        &self,
        battle: &impl Position,
        at: Hex,
        top: UnitId,
        umpire: &mut U,
    ) -> Ruling<Option<Hex>, U> {
        let enemies = self.hexes_of(battle, battle.active.enemy());
        let Some(near) = enemies.iter().map(|hex| hex.distance(at)).min() else { return Ok(None) };
        let mut nearest: Vec<Hex> = enemies.iter().copied().filter(|hex| hex.distance(at) == near).collect();
        nearest.sort();
        let last = nearest.len() as u16 - 1;
        umpire.name_choices(&RETREAT_FROM, || {
            nearest.iter().map(|hex| format!("the enemy in hex {}", self.number(*hex))).collect()
        });
        let chosen = umpire.number(battle.active, &RETREAT_FROM, Some(top.0), 0, last)?;
        Ok(nearest.get(usize::from(chosen)).copied())
    }

    /// A DG or Routed stack retreats instead of any activity.
    pub(crate) fn retreat_ten<U: Referee>(
        &self,
        battle: &mut Battle,
        units: &[UnitId],
        hexes: u8,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let at = self.check_retreat_ten(battle, units, hexes)?;
        let mut ordered: Vec<UnitId> = units.to_vec();
        ordered.sort_by_key(|id| battle.unit(*id).place);
        let Some(source) = self.goes_away_from(battle, at, ordered[0], umpire)? else {
            return Err(senseless("units", "there is no enemy to retreat from").into());
        };
        self.finish_activity(battle, units.iter().copied(), Done::RetreatTen);
        let before: u8 = units.iter().map(|id| battle.unit(*id).sp).sum();
        self.retreat(battle, &ordered, at, source, (hexes, 0, before), true, umpire)
    }
}

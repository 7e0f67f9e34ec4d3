//! A stack sets out and arrives: who may act, what it has to spend, reinforcements, and where everybody stands afterwards.

use engine::{Refusal, Ruling, Side as Army};
use field::hex::{Corner, Hex};

use super::command::Step;
use super::deed::Deed;
use super::movement::{Dropped, Marching};
use super::position::Position;
use super::refuse::{no, senseless};
use super::stack::has_front;
use super::state::{Done, LeaderId, UnitId};
use super::theatre::{Entry, Theatre};
use crate::charts::{Activity, ZeroMa};
use crate::formations::StackingOutcome;
use crate::movement::{self, MANOEUVRES_MAX, Manoeuvre, March, MovementSituation, Piece};
use crate::rules::*;
use crate::{Event, Referee};

/// S 44: how far from its hex a reinforcement may come on.
const ENTRY_REACH: u16 = 5;

impl Theatre {
    /// Whether units may begin an activity together, and where they are.
    pub(crate) fn check_actors(&self, battle: &Position, units: &[UnitId]) -> Result<Option<Hex>, Refusal> {
        let Some(first) = units.first() else {
            return Err(senseless("units", "name at least one unit"));
        };
        if let Some(unknown) = units.iter().find(|id| id.index() >= self.units.len()) {
            return Err(senseless("units", format!("there is no unit {}", unknown.0)));
        }
        let at = battle.unit(*first).at;
        for (place, id) in units.iter().enumerate() {
            let (card, now) = (self.unit(*id), battle.unit(*id));
            let name = &card.name;
            if card.side != battle.active {
                return Err(senseless("units", format!("{name} belongs to the other side")));
            }
            if units[..place].contains(id) {
                return Err(senseless("units", format!("{name} is named twice")));
            }
            if now.sp == 0 {
                return Err(senseless("units", format!("{name} is destroyed")));
            }
            if now.at != at {
                return Err(no(
                    "units",
                    LB_SEQ_ACTIVITY,
                    format!("{name} is in another hex: one stack acts at a time"),
                ));
            }
            if now.done != Done::Nothing {
                return Err(no("units", LB_SEQ_ACTIVITY, format!("{name} has done its activity of this phase")));
            }
        }
        Ok(at)
    }

    /// P3: what the Zero Rule leaves a unit; refused before the brigade is rolled for.
    fn zero_of(&self, battle: &Position, unit: UnitId) -> Result<ZeroMa, Refusal> {
        let brigade = self.unit(unit).formation;
        match battle.formation(brigade).zero {
            Some(zero) => Ok(zero),
            None if self.needs_zero(battle, brigade) => {
                let why =
                    format!("roll for {} first: its leader is a Zero and it attacks", self.formation(brigade).name);
                Err(no("units", LB_ZERO_ROLL, why))
            }
            None => Ok(ZeroMa::Full),
        }
    }

    /// A stack that is about to move.
    pub(crate) fn begin_march<U: Referee>(
        &self,
        battle: &Position,
        units: &[UnitId],
        leaders: &[LeaderId],
        activity: Activity,
        steps: &[Step],
        umpire: &mut U,
    ) -> Ruling<Marching, U> {
        if steps.len() > MANOEUVRES_MAX {
            return Err(senseless("steps", format!("a move has at most {MANOEUVRES_MAX} steps")).into());
        }
        let at = self.check_actors(battle, units)?;
        self.check_followers(battle, at, leaders)?;
        let stacked = self.will_be_stacked(battle, units, at, steps);
        let changes: Vec<Manoeuvre> = steps
            .iter()
            .filter_map(|step| match step {
                Step::Form(to, _) => Some(Manoeuvre::ChangeFormation { to: *to, enemy_distance: None }),
                _ => None,
            })
            .collect();
        let guided = at.is_some_and(|at| self.has_artillery_leader(battle, at, units, leaders));
        let mut ordered = units.to_vec();
        ordered.sort_by_key(|id| (battle.unit(*id).place, id.0));
        let mut marching = Marching {
            units: ordered,
            leaders: leaders.to_vec(),
            marches: Vec::new(),
            situations: Vec::new(),
            at,
            began: at,
            facing: units.first().map_or(Corner::new(0), |id| battle.unit(*id).facing),
            heading: None,
            path: at.into_iter().collect(),
            moved: false,
            dropped: Vec::new(),
            activity,
            stirred: false,
            charged: false,
        };
        for id in &marching.units.clone() {
            let situation = self.unit_situation(battle, *id, &marching, stacked, guided, &changes)?;
            marching.marches.push(March::begin(&self.book, &situation, umpire)?);
            marching.situations.push(situation);
        }
        if at.is_none() {
            self.come_on(battle, &mut marching, umpire)?;
        }
        Ok(marching)
    }

    /// What movement asks about a unit that sets out from where a stack is.
    fn unit_situation(
        &self,
        battle: &Position,
        id: UnitId,
        marching: &Marching,
        stacked: bool,
        guided: bool,
        changes: &[Manoeuvre],
    ) -> Result<MovementSituation, Refusal> {
        let (card, now) = (self.unit(id), battle.unit(id));
        Ok(MovementSituation {
            piece: Piece::Unit,
            arm: card.arm,
            formation: now.formation,
            stacked,
            artillery_leader: guided,
            state: now.state,
            activity: marching.activity,
            zero: self.zero_of(battle, id)?,
            in_ezoc: marching.at.is_some_and(|at| self.in_zone_of(battle, at, card.side.enemy())),
            exit: self.exit_licence(battle, id),
            in_town: marching.at.and_then(|at| self.field.at(at)).is_some_and(|ground| ground.town),
            sp: now.sp,
            manoeuvres: changes.to_vec(),
        })
    }

    /// A moving stack takes along a unit it meets: both go on with the MPs of whoever has fewer left.
    pub(super) fn pick_up<U: Referee>(
        &self,
        battle: &Position,
        marching: &mut Marching,
        unit: UnitId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let at = self.check_actors(battle, &[unit])?;
        let name = &self.unit(unit).name;
        if at.is_none() || at != marching.at || marching.units.contains(&unit) {
            return Err(senseless("steps", format!("{name} is not there to be picked up")).into());
        }
        let turned = has_front(battle.unit(unit).formation) && battle.unit(unit).facing != marching.facing;
        if turned {
            return Err(no(
                "steps",
                LB_ACT_FACING,
                format!("{name} faces another way than the stack: turn as it does"),
            )
            .into());
        }
        let changes = marching.situations.first().map_or_else(Vec::new, |situation| situation.manoeuvres.clone());
        let situation = self.unit_situation(battle, unit, marching, true, false, &changes)?;
        let mut march = March::begin(&self.book, &situation, umpire)?;
        let least = marching.marches.iter().map(|march| march.left).min().unwrap_or(march.left);
        march.left = march.left.min(least);
        march.moved = true;
        marching.units.push(unit);
        marching.marches.push(march);
        marching.situations.push(situation);
        Ok(())
    }

    /// A moving stack leaves a unit behind, which has then done its activity.
    pub(super) fn leave_behind(&self, battle: &Position, marching: &mut Marching, unit: UnitId) -> Result<(), Refusal> {
        let place = marching.units.iter().position(|id| *id == unit).filter(|_| marching.units.len() > 1);
        let (Some(place), Some(at)) = (place, marching.at) else {
            return Err(senseless("steps", "a stack leaves one of its units behind, and not the last"));
        };
        let march = marching.marches[place];
        let mut comers = vec![(unit, march.formation)];
        comers.extend(
            marching
                .dropped
                .iter()
                .filter(|dropped| dropped.at == at)
                .map(|dropped| (dropped.unit, dropped.march.formation)),
        );
        if self.stacking(battle, at, &comers) != StackingOutcome::Allowed {
            return Err(no("steps", LB_FORM_TABLE, "it may not stop in this hex with those who are there"));
        }
        let friends = self.facing_there(battle, at, self.unit(unit).side, &marching.units);
        if has_front(march.formation) && friends.is_some_and(|facing| facing != marching.facing) {
            return Err(no("steps", LB_ACT_FACING, "the units there face another way"));
        }
        marching.dropped.push(Dropped { unit, march, at, facing: marching.facing });
        marching.units.remove(place);
        marching.marches.remove(place);
        marching.situations.remove(place);
        Ok(())
    }

    /// Leaders who go along: in the hex, or to arrive with the units, and not moved yet.
    fn check_followers(&self, battle: &Position, at: Option<Hex>, leaders: &[LeaderId]) -> Result<(), Refusal> {
        for id in leaders {
            let Some(leader) = battle.leaders.get(id.index()) else {
                return Err(senseless("leaders", format!("there is no leader {}", id.0)));
            };
            let own = self.formation(leader.post).side == battle.active;
            let here = leader.at == at && (at.is_some() || self.leader_entry(battle, *id).is_some());
            if !own || !here || leader.fate != crate::charts::LeaderFate::Unhurt {
                return Err(senseless("leaders", "he is not with the stack"));
            }
            if leader.moved {
                return Err(no("leaders", LB_SEQ_ACTIVITY, "he has moved in this phase"));
            }
        }
        Ok(())
    }

    /// Whether other combat units share a hex with the stack on its way: then there is no road rate.
    fn will_be_stacked(&self, battle: &Position, units: &[UnitId], at: Option<Hex>, steps: &[Step]) -> bool {
        if units.len() > 1 || steps.iter().any(|step| matches!(step, Step::PickUp(_))) {
            return true;
        }
        let mut here = at;
        let mut path: Vec<Hex> = at.into_iter().collect();
        for step in steps {
            if let (Step::Enter(side), Some(from)) = (step, here) {
                let to = from.neighbour(*side);
                path.push(to);
                here = Some(to);
            }
        }
        self.unit_ids().any(|id| !units.contains(&id) && battle.unit(id).at.is_some_and(|at| path.contains(&at)))
    }

    fn has_artillery_leader(&self, battle: &Position, at: Hex, units: &[UnitId], leaders: &[LeaderId]) -> bool {
        let side = battle.active;
        self.leaders_at(battle, at, side).iter().chain(leaders).any(|id| {
            let post = battle.leaders[id.index()].post;
            self.formation(post).artillery && units.iter().any(|unit| self.is_under(self.unit(*unit).formation, post))
        })
    }

    /// S 44: where a unit comes on: its own hex, or the nearest free one at the edge.
    pub(crate) fn entry_hex(&self, battle: &Position, entry: Entry, side: Army) -> Option<Hex> {
        let free = |hex: &Hex| self.field.has(*hex) && self.holder(battle, *hex).is_none_or(|holder| holder == side);
        let edge = |hex: &Hex| hex.neighbours().any(|next| !self.field.has(next));
        let near = entry.at.within(ENTRY_REACH).filter(|hex| free(hex) && (edge(hex) || *hex == entry.at));
        near.min_by_key(|hex| (hex.distance(entry.at), *hex))
    }

    /// Units that arrive pay for the hex they come on in.
    fn come_on<U: Referee>(&self, battle: &Position, marching: &mut Marching, umpire: &mut U) -> Ruling<(), U> {
        let entries: Vec<Option<Entry>> = marching.units.iter().map(|id| self.unit(*id).entry).collect();
        let Some(entry) = entries.first().copied().flatten() else {
            return Err(senseless("units", "it is not on the map").into());
        };
        if entries.iter().any(|other| *other != Some(entry)) {
            return Err(senseless("units", "they arrive at different times or places").into());
        }
        if battle.turn < entry.turn {
            let why = format!("it arrives on turn {}, and this is turn {}", entry.turn, battle.turn);
            return Err(no("units", LB_NOEFF_ENTRY_HEX, why).into());
        }
        if marching.leaders.iter().any(|id| self.leader_entry(battle, *id) != Some(entry)) {
            return Err(senseless("leaders", "he does not arrive with these units").into());
        }
        let side = marching.side(self);
        let Some(hex) = self.entry_hex(battle, entry, side) else {
            return Err(no("units", LB_NOEFF_ENTRY_HEX, "the enemy holds every hex where it could come on").into());
        };
        let Some(ground) = self.field.at(hex) else {
            return Err(senseless("units", "it has no hex to come on").into());
        };
        let road = ground.entries.iter().find_map(|way| way.road);
        let way = movement::Hex { terrain: ground.terrain.clone(), road, ..movement::Hex::default() };
        self.enter_all(battle, marching, hex, way, umpire)?;
        marching.began = Some(hex);
        marching.path.push(hex);
        Ok(())
    }

    /// Puts a stack where its march has brought it.
    pub(crate) fn settle<U: Referee>(&self, battle: &mut Position, marching: &Marching, umpire: &mut U) {
        for dropped in &marching.dropped {
            let now = &mut battle.units[dropped.unit.index()];
            (now.formation, now.state) = (dropped.march.formation, dropped.march.state);
            self.place(battle, &[dropped.unit], dropped.at, dropped.facing);
        }
        let Some(at) = marching.at else { return };
        let side = marching.side(self);
        let mut order: Vec<UnitId> = self.units_at(battle, at, side).to_vec();
        order.retain(|id| !marching.units.contains(id));
        order.extend(&marching.units);
        // A stack that balks among friends faces as they do.
        let facing = self.facing_there(battle, at, side, &marching.units).unwrap_or(marching.facing);
        for (id, march) in marching.units.iter().zip(&marching.marches) {
            let arrived = battle.unit(*id).at.is_none();
            let now = &mut battle.units[id.index()];
            (now.at, now.facing) = (Some(at), facing);
            (now.formation, now.state) = (march.formation, march.state);
            if arrived {
                self.note_arrival(battle, *id);
                umpire.tell(|| Event::Deed(Deed::Arrived { unit: *id }));
            }
        }
        for (place, id) in order.iter().enumerate() {
            battle.units[id.index()].place = place as u8;
        }
        for id in &marching.leaders {
            let leader = &mut battle.leaders[id.index()];
            (leader.at, leader.moved) = (Some(at), true);
        }
        let lost = marching.marches.iter().map(|march| march.sps_lost).max().unwrap_or(0);
        if lost > 0 {
            self.take_losses(battle, &marching.units, lost, umpire);
        }
        super::victory::occupy_told(self, battle, umpire);
        umpire.tell(|| Event::Deed(Deed::Stands { units: marching.units.clone(), at }));
    }

    fn note_arrival(&self, battle: &mut Position, id: UnitId) {
        let division = self.formation(self.unit(id).formation).division;
        let turn = battle.turn;
        let now = &mut battle.formations[division.index()];
        if now.arrived == 0 && self.units_of(division).all(|unit| self.unit(unit).entry.is_some()) {
            now.arrived = turn;
        }
    }
}

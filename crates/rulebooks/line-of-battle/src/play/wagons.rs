//! Ammunition wagons: their moves, what they give in the Rally Phase (S 28), and their loss (S 43).

use engine::book::Procedure;
use engine::{Refusal, Ruling, Side as Army};
use field::hex::{Cell, Hex, Marches, Side, Tolls};

use super::deed::Deed;
use super::position::{Battle, Position};
use super::quiet::silent;
use super::refuse::refusal_of;
use super::state::{UnitId, WagonId};
use super::theatre::Theatre;
use crate::charts::{Activity, Level, Limit, MoraleState, ZeroMa};
use crate::movement::{self, ExitLicence, Manoeuvre, MovementSituation, Piece, Stop};
use crate::rally::{Replenishment, ReplenishmentSituation};
use crate::rules::*;
use crate::unit::{Arm, Formation};
use crate::{Event, Referee};

/// What a piece that is no combat unit pays.
pub(crate) const fn rider_situation(piece: Piece) -> MovementSituation {
    MovementSituation {
        piece,
        arm: Arm::Infantry,
        formation: Formation::Line,
        stacked: false,
        artillery_leader: false,
        state: MoraleState::Normal,
        activity: Activity::Move,
        zero: ZeroMa::Full,
        in_ezoc: false,
        exit: ExitLicence::None,
        in_town: false,
        sp: 1,
        manoeuvres: Vec::new(),
    }
}

/// Prices of limbered guns, in half MPs; nobody goes through the enemy.
struct ByLimber<'a> {
    theatre: &'a Theatre,
    battle: &'a Battle,
    side: Army,
}

impl Tolls for ByLimber<'_> {
    fn toll(&self, _: Cell, side: Side, to: Cell) -> Option<u16> {
        let top = self.battle.table(self.theatre).top(to);
        if top.is_some_and(|top| self.theatre.unit(top).side != self.side) {
            return None;
        }
        let price = self.theatre.field.passages[to].tolls[side.opposite().index()].for_limbered()?;
        Some((price.thousandths() / 500) as u16)
    }

    fn cheapest(&self) -> u16 {
        0
    }
}

impl Theatre {
    /// Where a wagon begins its move; or why it may not.
    pub(crate) fn movable_wagon(&self, battle: &impl Position, id: WagonId) -> Result<Hex, Refusal> {
        let (Some(card), Some(now)) = (self.wagons.get(id.index()), battle.wagons.get(id.index())) else {
            let count = self.wagons.len();
            return Err(battle.senseless("wagon", || format!("there are {count} wagons, counted from 0")));
        };
        if card.side != battle.active || now.lost {
            return Err(battle.senseless("wagon", || format!("{} is lost, or of the other side", card.name)));
        }
        if now.moved {
            let why = || format!("{} has moved in this phase: it moves again in the next", card.name);
            return Err(battle.no("wagon", LB_SEQ_ACTIVITY, why));
        }
        let comes = card.entry.filter(|entry| entry.turn <= battle.turn);
        let comes = comes.and_then(|entry| self.entry_hex(battle, entry, card.side));
        now.at.or(comes).ok_or_else(|| battle.senseless("wagon", || format!("{} is not on the map", card.name)))
    }

    /// Where a wagon would get to if every Intersection Roll goes well; or why it cannot go there.
    pub(crate) fn check_wagon(&self, battle: &impl Position, from: Hex, path: &[Side]) -> Result<Hex, Refusal> {
        self.drive(battle, (from, false), path, false, &mut silent()).map_err(refusal_of)
    }

    /// The same for a wagon that may still have to come on.
    pub(crate) fn check_drive(&self, battle: &impl Position, id: WagonId, path: &[Side]) -> Result<Hex, Refusal> {
        let from = (self.movable_wagon(battle, id)?, battle.wagons[id.index()].at.is_none());
        self.drive(battle, from, path, false, &mut silent()).map_err(refusal_of)
    }

    /// Drives a wagon along a path, with dice at the intersections of Towns or without.
    fn drive<U: Referee>(
        &self,
        battle: &impl Position,
        (from, arrives): (Hex, bool),
        path: &[Side],
        thrown: bool,
        umpire: &mut U,
    ) -> Ruling<Hex, U> {
        let situation = rider_situation(Piece::Wagon);
        let mut march = self.set_out_alone(battle, &situation, (from, arrives), umpire)?;
        let (mut at, mut heading) = (from, None);
        for (number, side) in path.iter().enumerate() {
            let next = at.neighbour(*side);
            let field = || format!("path[{number}]");
            let Some(ground) = self.field.at(next) else {
                return Err(battle.senseless(&field(), || "there the map ends: stop before it".to_owned()).into());
            };
            if self.holder(battle, next) == Some(battle.active.enemy()) {
                let why = || "enemy combat units are there: drive round them".to_owned();
                return Err(battle.no(&field(), LB_HOUSE_WAGON, why).into());
            }
            let way = &ground.entries[side.opposite().index()];
            let corner = way.road.is_some() && heading.is_some_and(|heading| heading != *side);
            let entry = movement::Hex { town_corner: thrown && corner, ..way.clone() };
            match march.make(&self.book, &situation, &Manoeuvre::Enter(entry), umpire)? {
                None => {}
                Some(Stop::Intersection) => return Ok(at),
                Some(_) => {
                    let left = march.left;
                    let why =
                        || format!("{left} MPs are left, too few for this hex, or no wagon goes there: stop before it");
                    return Err(battle.no(&field(), LB_TEM_MA, why).into());
                }
            }
            (at, heading) = (next, Some(*side));
        }
        Ok(at)
    }

    /// A wagon moves.
    pub(crate) fn move_wagon<U: Referee>(
        &self,
        battle: &mut Battle,
        wagon: WagonId,
        path: &[Side],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        self.check_drive(battle, wagon, path)?;
        let from = (self.movable_wagon(battle, wagon)?, battle.wagons[wagon.index()].at.is_none());
        let at = self.drive(battle, from, path, true, umpire)?;
        let now = &mut battle.aside().wagons[wagon.index()];
        (now.at, now.moved) = (Some(at), true);
        umpire.tell(|| Event::Deed(Deed::Wagon { wagon, at }));
        Ok(())
    }

    /// Whether a wagon serves a battery: one of its own corps, or of the army.
    fn serves(&self, wagon: usize, battery: UnitId) -> bool {
        let (owner, card) = (self.wagons[wagon].formation, self.unit(battery));
        let of_army = self.formation(owner).level == Level::Army || self.formation(owner).above.is_none();
        let same = self.formation(owner).command == self.formation(card.formation).command;
        self.wagons[wagon].side == card.side && (of_army || same)
    }

    /// S 28: depleted batteries of the active side refill, each from the nearest wagon that has enough of anything it lacks.
    pub(crate) fn replenish<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        if battle.wagons.is_empty() || !self.book.switches.replenishment {
            return Ok(());
        }
        let empty = |id: &UnitId| {
            let now = battle.unit(*id);
            self.unit(*id).side == battle.active && (now.shell_depleted || now.canister_depleted)
        };
        let batteries: Vec<UnitId> = self.unit_ids().filter(empty).collect();
        for id in batteries {
            let (now, card) = (*battle.unit(id), self.unit(id));
            let Some(at) = now.at else { continue };
            let price = u16::from(now.sp);
            for (number, mps) in self.wagons_near(battle, id, at) {
                let wagon = battle.wagons[number];
                let helps =
                    now.shell_depleted && wagon.shell >= price || now.canister_depleted && wagon.canister >= price;
                if !helps {
                    continue;
                }
                let situation = ReplenishmentSituation {
                    sp: now.sp,
                    shell_depleted: now.shell_depleted,
                    canister_depleted: now.canister_depleted,
                    in_ezoc: self.in_zone_of(battle, at, card.side.enemy()),
                    mps_to_wagon: mps,
                    shell_points: wagon.shell,
                    canister_points: wagon.canister,
                };
                let outcome = Replenishment::run(&self.book, &situation, umpire)?;
                let wagon = &mut battle.aside().wagons[number];
                (wagon.shell, wagon.canister) = (outcome.shell_points, outcome.canister_points);
                let (shell_depleted, canister_depleted) = (outcome.shell_depleted, outcome.canister_depleted);
                let unit = battle.unit_mut(id);
                (unit.shell_depleted, unit.canister_depleted) = (shell_depleted, canister_depleted);
                umpire.tell(|| Event::Deed(Deed::Ammunition { unit: id, shell_depleted, canister_depleted }));
                break;
            }
        }
        Ok(())
    }

    /// The wagons that serve a battery, with the MPs to each, nearest first; those beyond reach are left out.
    fn wagons_near(&self, battle: &Battle, battery: UnitId, at: Hex) -> Vec<(usize, u16)> {
        let reach = self.book.limit(Limit::ReplenishMps);
        let grid = self.field.map.grid();
        let tolls = ByLimber { theatre: self, battle, side: self.unit(battery).side };
        let mut marches = Marches::new();
        let mut near: Vec<(usize, u16)> = Vec::new();
        for (number, wagon) in battle.wagons.iter().enumerate() {
            let ends = (self.field.cell(at), wagon.at.and_then(|hex| self.field.cell(hex)));
            let (Some(from), Some(to)) = ends else { continue };
            if !self.serves(number, battery) {
                continue;
            }
            let price = marches.way(grid, &tolls, from, to).map(|(_, price)| price.div_ceil(2) as u16);
            near.extend(price.filter(|price| *price <= reach).map(|price| (number, price)));
        }
        near.sort_by_key(|(number, price)| (*price, *number));
        near
    }

    /// S 43: an enemy combat unit enters hexes; wagons of a side that are alone there are destroyed.
    pub(crate) fn destroy_wagons<U: Referee>(&self, battle: &mut Battle, hex: Hex, side: Army, umpire: &mut U) {
        for number in 0..battle.wagons.len() {
            if battle.wagons[number].at == Some(hex) && self.wagons[number].side == side {
                umpire.cite(LB_HOUSE_WAGON);
                let wagon = &mut battle.aside().wagons[number];
                (wagon.at, wagon.lost) = (None, true);
                umpire.tell(|| Event::Deed(Deed::WagonLost { wagon: WagonId(number as u16) }));
            }
        }
    }
}

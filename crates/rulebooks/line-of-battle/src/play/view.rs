//! What a side may see: never the other side's orders, and of its stacks only the top unit where the table plays fog of war.

use engine::Side as Army;
use field::hex::{Corner, Hex};
use schemars::JsonSchema;
use serde::Serialize;

use super::position::Battle;
use super::state::{
    Advance, Dispatch, FormationId, FormationNow, Held, LeaderId, Legs, UnitId, UnitNow, WagonId, WagonNow, Works,
};
use super::theatre::Theatre;
use crate::charts::{LeaderFate, MoraleState};
use crate::turn::TurnStep;
use crate::unit::Formation;

/// A combat unit on the map as a side sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeenUnit {
    /// Its number.
    pub unit: UnitId,
    /// What people call it.
    pub name: String,
    /// Its side.
    pub side: Army,
    /// Its hex.
    pub at: Hex,
    /// The printed number of the hex.
    pub hex: String,
    /// The corner it faces.
    pub facing: Corner,
    /// How it stands.
    pub formation: Formation,
    /// Its morale state.
    pub state: MoraleState,
    /// Its Strength Points, where they can be known.
    pub sp: Option<u8>,
}

/// A leader on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeenLeader {
    /// His number.
    pub leader: LeaderId,
    /// His name.
    pub name: String,
    /// His side.
    pub side: Army,
    /// His hex.
    pub at: Hex,
    /// The formation he leads.
    pub leads: FormationId,
}

/// Cowardly Legs as a side sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeenLegs {
    /// Whose.
    pub side: Army,
    /// Where.
    pub at: Hex,
    /// The unit that made them, where it can be known.
    pub maker: Option<UnitId>,
}

/// The battle as a side sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct View {
    /// The turn, counted from one.
    pub turn: u16,
    /// Whose player turn it is.
    pub active: Army,
    /// The step of it.
    pub step: TurnStep,
    /// Whether the battle is over.
    pub over: bool,
    /// Combat units on the map.
    pub units: Vec<SeenUnit>,
    /// Leaders on the map.
    pub leaders: Vec<SeenLeader>,
    /// The side's own units, with everything about them, by number.
    pub own_units: Vec<(UnitId, UnitNow)>,
    /// The side's own formations with their orders, by number.
    pub formations: Vec<(FormationId, FormationNow)>,
    /// The side's own orders on their way.
    pub dispatches: Vec<Dispatch>,
    /// The side's own regiments held in Reserve by themselves.
    pub reserves: Vec<UnitId>,
    /// The side's own ammunition wagons, by number.
    pub wagons: Vec<(WagonId, WagonNow)>,
    /// The stack that has won a Charge and may go on.
    pub advance: Option<Advance>,
    /// Cowardly Legs.
    pub legs: Vec<SeenLegs>,
    /// Breastworks dug during the battle.
    pub works: Vec<Works>,
    /// Who holds the objectives.
    pub held: Vec<Held>,
    /// Victory points the side is ahead by.
    pub ahead: i32,
}

impl View {
    pub(super) fn of(theatre: &Theatre, battle: &Battle, side: Army) -> View {
        let fog = theatre.book.switches.fog_of_war;
        let seen = |id: UnitId| {
            let (card, now) = (theatre.unit(id), battle.unit(id));
            let at = now.at?;
            let hidden = card.side != side && fog;
            let top = theatre.units_at(battle, at, card.side).first() == Some(&id);
            (!hidden || top).then(|| SeenUnit {
                unit: id,
                name: card.name.clone(),
                side: card.side,
                at,
                hex: theatre.number(at),
                facing: now.facing,
                formation: now.formation,
                state: now.state,
                sp: (!hidden).then_some(now.sp),
            })
        };
        let leaders = battle.leaders.iter().enumerate().filter_map(|(number, now)| {
            let name = theatre.leaders.get(number).map_or("Replacement", |card| card.name.as_str());
            Some(SeenLeader {
                leader: LeaderId(number as u16),
                name: name.to_owned(),
                side: theatre.formation(now.post).side,
                at: now.at.filter(|_| now.fate == LeaderFate::Unhurt)?,
                leads: now.post,
            })
        });
        let own_wagons = theatre
            .wagons
            .iter()
            .zip(&battle.wagons)
            .enumerate()
            .filter_map(|(number, (card, now))| (card.side == side).then_some((WagonId(number as u16), *now)));
        let own_formation = |id: &FormationId| theatre.formation(*id).side == side;
        // Of an enemy stack that goes on one sees what one sees of any.
        let mut advance = battle.advance.clone();
        if let Some(advance) = advance.as_mut().filter(|_| fog && battle.active != side) {
            advance.units.truncate(1);
        }
        // Who made a marker would tell who stood in the stack.
        let mut legs: Vec<SeenLegs> = Vec::new();
        for Legs { side: whose, at, maker, .. } in battle.legs.iter().copied() {
            let seen = SeenLegs { side: whose, at, maker: (!fog || whose == side).then_some(maker) };
            if !legs.contains(&seen) {
                legs.push(seen);
            }
        }
        View {
            turn: battle.turn,
            active: battle.active,
            step: battle.step,
            over: battle.over,
            units: theatre.unit_ids().filter_map(seen).collect(),
            leaders: leaders.collect(),
            own_units: theatre
                .unit_ids()
                .filter(|id| theatre.unit(*id).side == side)
                .map(|id| (id, *battle.unit(id)))
                .collect(),
            formations: theatre.formation_ids().filter(own_formation).map(|id| (id, *battle.formation(id))).collect(),
            dispatches: battle.dispatches.iter().copied().filter(|sent| own_formation(&sent.to)).collect(),
            reserves: battle.reserves.iter().copied().filter(|id| theatre.unit(*id).side == side).collect(),
            wagons: own_wagons.collect(),
            advance,
            legs,
            works: battle.works.clone(),
            held: battle.held.clone(),
            ahead: theatre.lead(battle, side),
        }
    }
}

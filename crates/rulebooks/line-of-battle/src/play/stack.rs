//! Stacks, fronts and zones of control, as the map has them.

use engine::Side as Army;
use field::hex::{Cone, Corner, Facing as Front, Hex, Side};

use super::state::{Battle, LeaderId, UnitId, UnitNow};
use super::theatre::Theatre;
use crate::charts::{Facing, FormationRow, HexsideTerrain, LeaderFate, Limit, MoveColumn, MoveCost};
use crate::formations::{StackingOutcome, StackingSituation, StackingUnit};
use crate::unit::{Arm, Formation, LEADERS_MAX, Leader, Stack, StackAfter, Standing, UNITS_MAX, Unit, formation_row};
use engine::chart::Key;

/// A stack of the map, in the terms of the procedures.
#[derive(Clone, Debug)]
pub(crate) struct Derived {
    /// The units, the top unit first.
    pub ids: Vec<UnitId>,
    /// The leaders, in the order of the stack.
    pub leaders: Vec<LeaderId>,
    pub stack: Stack,
}

impl Derived {
    /// The stack with what it has.
    pub fn with<T>(&self, look: impl FnOnce(Standing<'_>) -> T) -> T {
        let after = StackAfter::new(&self.stack);
        look(Standing { stack: &self.stack, after: &after })
    }
}

impl Theatre {
    /// The combat units of a side in a hex, the top unit first.
    pub(crate) fn units_at(&self, battle: &Battle, hex: Hex, side: Army) -> Vec<UnitId> {
        let mut found: Vec<UnitId> =
            self.unit_ids().filter(|id| battle.unit(*id).at == Some(hex) && self.unit(*id).side == side).collect();
        found.sort_by_key(|id| (battle.unit(*id).place, id.0));
        found
    }

    /// The side whose combat units are in a hex.
    pub(crate) fn holder(&self, battle: &Battle, hex: Hex) -> Option<Army> {
        self.unit_ids().find(|id| battle.unit(*id).at == Some(hex)).map(|id| self.unit(id).side)
    }

    /// The leaders of a side in a hex.
    pub(crate) fn leaders_at(&self, battle: &Battle, hex: Hex, side: Army) -> Vec<LeaderId> {
        let here = |(_, leader): &(usize, &super::state::LeaderNow)| {
            leader.at == Some(hex) && leader.fate == LeaderFate::Unhurt && self.formation(leader.post).side == side
        };
        battle.leaders.iter().enumerate().filter(here).map(|(number, _)| LeaderId(number as u16)).collect()
    }

    /// Every hex with combat units of a side, each once, in the order of the units.
    pub(crate) fn hexes_of(&self, battle: &Battle, side: Army) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = Vec::new();
        for id in self.unit_ids().filter(|id| self.unit(*id).side == side) {
            if let Some(hex) = battle.unit(id).at
                && !hexes.contains(&hex)
            {
                hexes.push(hex);
            }
        }
        hexes
    }

    /// A unit in the terms of the procedures.
    pub(crate) fn derived_unit(&self, battle: &Battle, id: UnitId) -> Unit {
        let (card, now) = (self.unit(id), battle.unit(id));
        Unit {
            arm: card.arm,
            formation: now.formation,
            rating: card.rating,
            printed: card.printed,
            sp: now.sp,
            state: now.state,
            sharpshooter: card.sharpshooter,
            weapon: card.weapon,
            shell_depleted: now.shell_depleted,
            canister_depleted: now.canister_depleted,
            ammunition: None,
        }
    }

    /// Some units of a hex as a stack, with these leaders.
    pub(crate) fn derived(&self, battle: &Battle, ids: &[UnitId], leaders: &[LeaderId]) -> Derived {
        let ids: Vec<UnitId> = ids.iter().copied().take(UNITS_MAX).collect();
        let units = ids.iter().map(|id| self.derived_unit(battle, *id)).collect();
        // The best first: only so many leaders can be told in one situation.
        let mut leaders = leaders.to_vec();
        leaders.sort_by_key(|id| (std::cmp::Reverse(battle.leaders[id.index()].morale), id.0));
        leaders.truncate(LEADERS_MAX);
        let leader = |id: &LeaderId| {
            let now = &battle.leaders[id.index()];
            let commands = ids.iter().any(|unit| self.is_under(self.unit(*unit).formation, now.post));
            Leader { morale: now.morale, commands, artillery: commands && self.formation(now.post).artillery }
        };
        let told = leaders.iter().map(leader).collect();
        Derived { stack: Stack { units, leaders: told }, ids, leaders }
    }

    /// All units and leaders of a side in a hex as a stack.
    pub(crate) fn derived_at(&self, battle: &Battle, hex: Hex, side: Army) -> Derived {
        let (units, leaders) = (self.units_at(battle, hex, side), self.leaders_at(battle, hex, side));
        self.derived(battle, &units, &leaders)
    }

    /// Whether a unit is alone in its hex.
    pub(crate) fn is_alone(&self, battle: &Battle, id: UnitId) -> bool {
        let at = battle.unit(id).at;
        !self.unit_ids().any(|other| other != id && battle.unit(other).at == at)
    }

    /// S 9: an Open Order unit alone in its hex.
    pub(crate) fn is_open_order_capable(&self, battle: &Battle, id: UnitId) -> bool {
        battle.unit(id).formation == Formation::OpenOrder && self.is_alone(battle, id)
    }

    /// The row of the formation chart for a unit as it stands.
    pub(crate) fn row(&self, battle: &Battle, id: UnitId) -> FormationRow {
        let formation = battle.unit(id).formation;
        let capable = formation == Formation::OpenOrder && self.is_alone(battle, id);
        formation_row(self.unit(id).arm, formation, capable)
    }

    /// Which hexes around a unit are its front.
    pub(crate) fn facing(&self, battle: &Battle, id: UnitId) -> Facing {
        self.book.tables.formations.at(self.row(battle, id)).facing.value
    }

    /// Whether a hex lies in the front of a unit.
    pub(crate) fn has_in_front(&self, battle: &Battle, id: UnitId, hex: Hex) -> bool {
        let Some(at) = battle.unit(id).at else { return false };
        match self.facing(battle, id) {
            Facing::AllRear => false,
            Facing::AllFront => true,
            Facing::Normal => in_front(battle.unit(id), at, hex),
        }
    }

    /// Whether a unit could fire at all as it stands, whatever its range and facing.
    pub(crate) fn can_fire(&self, battle: &Battle, id: UnitId) -> bool {
        // Alone in this stack an Open Order unit counts as capable; it fires either way.
        let derived = self.derived(battle, &[id], &[]);
        derived.with(|standing| standing.living().any(|(unit, after)| standing.can_fire(&self.book, unit, after)))
    }

    /// Whether a unit keeps hexes around it under its fire.
    fn has_zone(&self, battle: &Battle, id: UnitId) -> bool {
        let combat = self.book.tables.formations.at(self.row(battle, id)).combat.value;
        combat && self.book.tables.state_zoc.at(battle.unit(id).state).value
    }

    /// Whether a hex is in a zone of control of a side: not across sides that a line cannot cross.
    pub(crate) fn in_zone_of(&self, battle: &Battle, hex: Hex, side: Army) -> bool {
        let Some(ground) = self.field.at(hex) else { return false };
        self.unit_ids().any(|id| {
            let Some(at) = battle.unit(id).at.filter(|at| self.unit(id).side == side && at.distance(hex) == 1) else {
                return false;
            };
            let Some(across) = Side::ALL.into_iter().find(|across| hex.neighbour(*across) == at) else { return false };
            let barred = |kind: &HexsideTerrain| {
                let cost = self.book.tables.hexsides.at(*kind, MoveColumn::Line.index());
                cost.is_ok_and(|cost| matches!(cost.value, MoveCost::Prohibited | MoveCost::Crossing))
            };
            let entry = &ground.entries[across.index()];
            let crossing = entry.hexsides.contains(&HexsideTerrain::Ford);
            let walled = entry.hexsides.iter().any(barred) && !crossing;
            !walled && self.has_zone(battle, id) && self.has_in_front(battle, id, hex)
        })
    }

    /// Whether a combat unit of a side stands next to a hex.
    pub(crate) fn is_next_to(&self, battle: &Battle, hex: Hex, side: Army) -> bool {
        self.unit_ids()
            .any(|id| self.unit(id).side == side && battle.unit(id).at.is_some_and(|at| at.distance(hex) == 1))
    }

    /// Hexes to the nearest combat unit of a side.
    pub(crate) fn nearest(&self, battle: &Battle, hex: Hex, side: Army) -> Option<(u16, Hex)> {
        let distance = |id: UnitId| battle.unit(id).at.map(|at| (hex.distance(at), at));
        self.unit_ids().filter(|id| self.unit(*id).side == side).filter_map(distance).min()
    }

    /// Whether these units may stop together with whoever of their side is in a hex.
    pub(crate) fn stacking(&self, battle: &Battle, hex: Hex, comers: &[(UnitId, Formation)]) -> StackingOutcome {
        let Some(side) = comers.first().map(|(id, _)| self.unit(*id).side) else {
            return StackingOutcome::Allowed;
        };
        let unit = |id: UnitId, formation: Formation| StackingUnit {
            arm: self.unit(id).arm,
            formation,
            sp: battle.unit(id).sp,
        };
        let there =
            self.units_at(battle, hex, side).into_iter().filter(|id| comers.iter().all(|(comer, _)| comer != id));
        let units = there
            .map(|id| unit(id, battle.unit(id).formation))
            .chain(comers.iter().map(|(id, formation)| unit(*id, *formation)))
            .collect();
        let situation = StackingSituation { units };
        super::quiet::<crate::formations::Stacking>(&self.book, &situation).unwrap_or(StackingOutcome::TooMany)
    }

    /// Whether these units, as they are formed, may stop in a hex.
    pub(crate) fn may_stop(&self, battle: &Battle, hex: Hex, units: &[UnitId]) -> bool {
        let comers: Vec<(UnitId, Formation)> = units.iter().map(|id| (*id, battle.unit(*id).formation)).collect();
        self.stacking(battle, hex, &comers) == StackingOutcome::Allowed
    }

    /// Whether a stack has more than one unit that would need the same front, and which way they face.
    pub(crate) fn facing_there(&self, battle: &Battle, hex: Hex, side: Army, except: &[UnitId]) -> Option<Corner> {
        let there = self.units_at(battle, hex, side).into_iter().filter(|id| !except.contains(id));
        there.into_iter().find(|id| has_front(battle.unit(*id).formation)).map(|id| battle.unit(id).facing)
    }

    /// The most Strength Points of a hex.
    pub(crate) fn stacking_limit(&self) -> u16 {
        self.book.limit(Limit::Stacking)
    }
}

/// Whether a formation has a front to turn.
pub(crate) const fn has_front(formation: Formation) -> bool {
    matches!(formation, Formation::Line | Formation::OpenOrder | Formation::Unlimbered)
}

/// S 2: the cone of 120 degrees around the corner a unit faces.
pub(crate) fn in_front(unit: &UnitNow, at: Hex, hex: Hex) -> bool {
    Front::Corner(unit.facing).has_before(Cone::HundredAndTwenty, at, hex)
}

/// Whether guns are among these units, and nothing else.
pub(crate) fn all_artillery(theatre: &Theatre, units: &[UnitId]) -> bool {
    units.iter().all(|id| theatre.unit(*id).arm == Arm::Artillery)
}

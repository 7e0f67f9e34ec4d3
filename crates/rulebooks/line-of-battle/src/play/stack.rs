//! Stacks, fronts and zones of control, as the map has them.

use engine::Side as Army;
use field::hex::{Cone, Corner, Facing as Front, Hex};

use super::command::{SomeLeaders, SomeUnits};
use super::position::{Position, Units};
use super::quiet::silent;
use super::state::{LeaderId, UnitId, UnitNow};
use super::theatre::{Theatre, index};
use crate::charts::{Facing, LeaderFate, Limit, MoraleState};
use crate::formations::{StackingOutcome, StackingUnit, may_stack};

use crate::unit::{Arm, Formation, LEADERS_MAX, Leader, Stack, UNITS_MAX, Unit, Weapon, formation_row};

/// A stack of the map, in the terms of the procedures.
#[derive(Clone, Debug)]
pub(crate) struct Derived {
    /// The units, the top unit first.
    pub ids: SomeUnits,
    /// The leaders, in the order of the stack.
    pub leaders: Vec<LeaderId>,
    pub stack: Stack,
}

impl Derived {
    /// Its stack, for a situation that nobody else needs it for.
    pub(crate) fn hand_over(&mut self) -> Stack {
        std::mem::take(&mut self.stack)
    }
}

impl Theatre {
    /// The combat units of a side in a hex, the top unit first.
    pub(crate) fn units_at(&self, battle: &impl Position, hex: Hex, side: Army) -> Units {
        let mut units = Units::new();
        let Some(cell) = self.field.cell(hex) else { return units };
        let table = battle.table(self);
        if table.top(cell).is_none_or(|top| self.unit(top).side != side) {
            return units;
        }
        // COST: hardly any stack has more than two, and to gather as many as there may be is dearer than to add one after another.
        for id in table.stack(cell) {
            if units.try_push(id).is_err() {
                break;
            }
        }
        units
    }

    /// The side whose combat units are in a hex.
    pub(crate) fn holder(&self, battle: &impl Position, hex: Hex) -> Option<Army> {
        let top = battle.table(self).top(self.field.cell(hex)?)?;
        Some(self.unit(top).side)
    }

    /// The leaders of a side in a hex.
    pub(crate) fn leaders_at(&self, battle: &impl Position, hex: Hex, side: Army) -> SomeLeaders {
        // COST: in most hexes there is none, and that is found out without a branch for each of them.
        let is_there = |at: Option<Hex>| at.is_some_and(|at| (at.q == hex.q) & (at.r == hex.r));
        if !battle.leaders.iter().fold(false, |any, leader| any | is_there(leader.at)) {
            return SomeLeaders::new();
        }
        let here = |(_, leader): &(usize, &super::state::LeaderNow)| {
            leader.at == Some(hex) && leader.fate == LeaderFate::Unhurt && self.formation(leader.post).side == side
        };
        battle.leaders.iter().enumerate().filter(here).map(|(number, _)| LeaderId(number as u16)).collect()
    }

    /// Every hex with combat units of a side, each once, in the order of the units.
    pub(crate) fn hexes_of<'a>(&self, battle: &'a impl Position, side: Army) -> &'a [Hex] {
        battle.table(self).stations[index(side)].hexes()
    }

    /// A unit in the terms of the procedures.
    pub(crate) fn derived_unit(&self, battle: &impl Position, id: UnitId) -> Unit {
        let (card, now) = (self.unit(id), battle.unit(id));
        Unit {
            arm: card.arm,
            formation: now.formation,
            rating: card.rating,
            printed: card.printed,
            sp: now.sp,
            state: now.state,
            sharpshooter: card.sharpshooter,
            open_order: card.open_order,
            weapon: card.weapon,
            shell_depleted: now.shell_depleted,
            canister_depleted: now.canister_depleted,
            ammunition: None,
            holds_fire: false,
        }
    }

    /// Some units of a hex as a stack, with these leaders.
    pub(crate) fn derived(&self, battle: &impl Position, ids: &[UnitId], leaders: &[LeaderId]) -> Derived {
        let ids = SomeUnits::from(&ids[..ids.len().min(UNITS_MAX)]);
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
        let at = ids.first().and_then(|id| battle.unit(*id).at);
        let in_company = at.is_some_and(|at| self.is_crowded(battle, at, &ids));
        Derived { stack: Stack { units, leaders: told, in_company }, ids, leaders }
    }

    /// All units and leaders of a side in a hex as a stack.
    pub(crate) fn derived_at(&self, battle: &impl Position, hex: Hex, side: Army) -> Derived {
        let (units, leaders) = (self.units_at(battle, hex, side), self.leaders_at(battle, hex, side));
        self.derived(battle, &units, &leaders)
    }

    /// Whether a unit is alone in its hex.
    pub(crate) fn is_alone(&self, battle: &impl Position, id: UnitId) -> bool {
        let cell = battle.unit(id).at.and_then(|at| self.field.cell(at));
        cell.is_none_or(|cell| battle.table(self).is_alone(cell, id))
    }

    /// S 9: an Open Order unit alone in its hex.
    pub(crate) fn is_open_order_capable(&self, battle: &impl Position, id: UnitId) -> bool {
        battle.unit(id).formation == Formation::OpenOrder && self.is_alone(battle, id)
    }

    /// Which hexes around a unit are its front.
    pub(crate) fn facing(&self, battle: &impl Position, id: UnitId) -> Facing {
        battle.table(self).facing[id.index()]
    }

    /// Whether a hex lies in the front of a unit.
    pub(crate) fn has_in_front(&self, battle: &impl Position, id: UnitId, hex: Hex) -> bool {
        let Some(at) = battle.unit(id).at else { return false };
        match self.facing(battle, id) {
            Facing::AllRear => false,
            Facing::AllFront => true,
            Facing::Normal => in_front(battle.unit(id), at, hex),
        }
    }

    /// Whether a unit could fire at all as it stands, whatever its range and facing.
    pub(crate) fn can_fire(&self, battle: &impl Position, id: UnitId) -> bool {
        battle.table(self).fires[id.index()]
    }

    /// The same, worked out: formation, state and ammunition.
    pub(crate) fn could_ever_fire(&self, id: UnitId, now: &UnitNow) -> bool {
        let card = self.unit(id);
        // Open Order fires whether or not it is capable.
        let combat = self.book.tables.formations.at(formation_row(card.arm, now.formation, true)).combat.value;
        let canister = || match card.weapon {
            Some(Weapon::Artillery(gun)) => self.book.tables.gun_canister.at(gun).value.is_some(),
            _ => false,
        };
        let loaded = card.arm != Arm::Artillery || !now.shell_depleted || !now.canister_depleted && canister();
        combat && now.state != MoraleState::Routed && loaded
    }

    /// Whether a hex is in a zone of control of a side: not across sides that a line cannot cross.
    pub(crate) fn in_zone_of(&self, battle: &impl Position, hex: Hex, side: Army) -> bool {
        self.field.cell(hex).is_some_and(|cell| battle.table(self).in_zone(cell, side))
    }

    /// Whether a combat unit of a side stands next to a hex.
    pub(crate) fn is_next_to(&self, battle: &impl Position, hex: Hex, side: Army) -> bool {
        self.field.cell(hex).is_some_and(|cell| battle.table(self).is_beside(cell, side))
    }

    /// Hexes to the nearest combat unit of a side.
    pub(crate) fn nearest(&self, battle: &impl Position, hex: Hex, side: Army) -> Option<(u16, Hex)> {
        battle.table(self).stations[index(side)].nearest(hex)
    }

    /// Whether these units may stop together with whoever of their side is in a hex.
    pub(crate) fn stacking(
        &self,
        battle: &impl Position,
        hex: Hex,
        comers: impl Iterator<Item = (UnitId, Formation)> + Clone,
    ) -> StackingOutcome {
        let Some(cell) = self.field.cell(hex) else { return StackingOutcome::Allowed };
        let coming = comers.clone();
        let there = battle.table(self).stack(cell).filter(move |id| coming.clone().all(|(comer, _)| comer != *id));
        let there = there.map(|id| (id, battle.unit(id).formation));
        may_stack(
            &self.book,
            there.chain(comers).map(|(id, formation)| StackingUnit {
                arm: self.unit(id).arm,
                formation,
                sp: battle.unit(id).sp,
            }),
            &mut silent(),
        )
    }

    /// Whether these units, as they are formed, may stop in a hex.
    pub(crate) fn may_stop(&self, battle: &impl Position, hex: Hex, units: &[UnitId]) -> bool {
        let comers = units.iter().map(|id| (*id, battle.unit(*id).formation));
        self.stacking(battle, hex, comers) == StackingOutcome::Allowed
    }

    /// The way the units with a front in a hex face, some units left out.
    pub(crate) fn facing_there(
        &self,
        battle: &impl Position,
        hex: Hex,
        side: Army,
        except: &[UnitId],
    ) -> Option<Corner> {
        let (cell, table) = (self.field.cell(hex)?, battle.table(self));
        table.top(cell).filter(|top| self.unit(*top).side == side)?;
        table.front(battle, cell, except)
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

/// The two half-planes whose common part is the front of each corner: an offset is in one where its scalar product with this
/// is not below nought.
const HALF_PLANES: [[(i32, i32); 2]; 6] = {
    let mut all = [[(0, 0); 2]; 6];
    let mut corner = 0;
    while corner < 6 {
        let sides = Corner::new(corner as u8).sides();
        let mut which = 0;
        while which < 2 {
            let step = Hex::at(0, 0).neighbour(sides[which]);
            let (q, r) = (step.q as i32, step.r as i32);
            all[corner][which] = (2 * q + r, q + 2 * r);
            which += 1;
        }
        corner += 1;
    }
    all
};

/// S 2: the cone of 120 degrees around the corner a unit faces.
#[inline]
pub(crate) fn in_front(unit: &UnitNow, at: Hex, hex: Hex) -> bool {
    lies_before(unit.facing, at, hex)
}

/// The same for whoever faces a corner.
#[inline]
pub(crate) fn lies_before(facing: Corner, at: Hex, hex: Hex) -> bool {
    // COST: what two half-planes share, each bounded by the side a quarter turn from its edge; asked some millions of times.
    let (q, r) = (i32::from(hex.q) - i32::from(at.q), i32::from(hex.r) - i32::from(at.r));
    let [left, right] = HALF_PLANES[facing.index()];
    let before = q * left.0 + r * left.1 >= 0 && q * right.0 + r * right.1 >= 0;
    debug_assert_eq!(before, Front::Corner(facing).has_before(Cone::HundredAndTwenty, at, hex));
    before
}

/// Whether guns are among these units, and nothing else.
pub(crate) fn all_artillery(theatre: &Theatre, units: &[UnitId]) -> bool {
    units.iter().all(|id| theatre.unit(*id).arm == Arm::Artillery)
}

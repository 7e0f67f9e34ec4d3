//! Who sees whom, and what protects the target: from the map to the Sight procedure.

use engine::book::Procedure;
use engine::{Ruling, Side as Army};
use field::hex::{Along, Bearing, Hex, Sightline};

use super::ground::HexGround;
use super::looks::NEAR;
use super::position::Position;
use super::quiet;
use super::stack::has_front;
use super::state::UnitId;
use super::theatre::Theatre;
use crate::Referee;
use crate::charts::{Cover, Height, Limit};
use crate::command::Order;
use crate::morale::Shelter;
use crate::rules::LB_HOUSE_DARK;
use crate::sight::{Between, EndPoint, LineOfSight, Occupants, Purpose, Sight, SightSituation};
use crate::unit::{Arm, Formation, Light, Weapon};

impl Theatre {
    /// The line of sight between two hexes by day, with nobody on the map, as a situation of the procedure.
    fn sight_situation(&self, from: Hex, to: Hex, purpose: Purpose) -> SightSituation {
        let end = |hex: Hex| {
            self.field.at(hex).map_or_else(EndPoint::default, |ground| EndPoint {
                ground: ground.level,
                crest: ground.crest,
                orchard: ground.orchard,
            })
        };
        let (first, last) = (end(from), end(to));
        let mut before = first.ground;
        let mut between: Vec<Between> = Vec::new();
        for piece in Sightline::new(from, to) {
            let hex = match piece {
                Along::Through(hex) => self.between(hex),
                Along::Between(one, other) => self.lower(one, other).and_then(|(lower, beside)| {
                    self.between(lower).map(|hex| Between { beside: beside.map(|_| Occupants::None), ..hex })
                }),
            };
            // A line along the edge of the map may leave it by half a hex: nothing stands there, and the ground goes on.
            let hex = hex.unwrap_or(Between { ground: before, ..Between::default() });
            before = hex.ground;
            between.push(hex);
        }
        SightSituation { purpose, light: Light::Day, visibility: None, from: first, to: last, between }
    }

    fn between(&self, hex: Hex) -> Option<Between> {
        let ground = self.field.at(hex)?;
        Some(Between {
            ground: ground.level,
            woods: ground.woods,
            orchard: ground.orchard,
            town: ground.town,
            crest: ground.crest,
            units: Occupants::None,
            beside: None,
        })
    }

    /// S 47: along a hexside the lower of the two hexes counts; the other lies beside the line, if it is on the map.
    fn lower(&self, one: Hex, other: Hex) -> Option<(Hex, Option<Hex>)> {
        let height = |hex: Hex| self.field.at(hex).map(|ground| self.top(ground));
        match (height(one), height(other)) {
            (Some(first), Some(second)) if second < first => Some((other, Some(one))),
            (Some(_), Some(_)) => Some((one, Some(other))),
            (None, Some(_)) => Some((other, None)),
            (Some(_), None) => Some((one, None)),
            (None, None) => None,
        }
    }

    /// How high a hex stands with what is on it.
    fn top(&self, ground: &HexGround) -> i16 {
        let height = |is_there: bool, kind: Height| {
            if is_there { self.book.tables.height_obstacle.at(kind).value } else { 0 }
        };
        let feature = height(ground.woods, Height::Woods)
            .max(height(ground.orchard, Height::Orchard))
            .max(height(ground.town, Height::Town));
        ground.level + feature + height(ground.crest, Height::Crest)
    }

    /// Who stands in a hex, for somebody who looks across it. Some units may be on their way and stand nowhere.
    fn occupants(&self, battle: &impl Position, hex: Hex, looker: Army, without: &[UnitId]) -> Occupants {
        let Some(cell) = self.field.cell(hex) else { return Occupants::None };
        let table = battle.table(self);
        // COST: in most hexes there is nobody.
        if table.top(cell).is_none() {
            return Occupants::None;
        }
        let mut there = table.stack(cell).filter(|id| !without.contains(id));
        let Some(first) = there.next() else { return Occupants::None };
        if there.next().is_none() && battle.unit(first).formation == Formation::OpenOrder {
            return Occupants::OpenOrderCapable;
        }
        if self.unit(first).side == looker { Occupants::Friends } else { Occupants::Enemies }
    }

    /// Fills in who stands on a line.
    fn people(&self, battle: &impl Position, situation: &mut SightSituation, from: Hex, to: Hex, looker: Army) {
        for (piece, hex) in Sightline::new(from, to).zip(&mut situation.between) {
            match piece {
                Along::Through(on) => hex.units = self.occupants(battle, on, looker, &[]),
                Along::Between(one, other) => {
                    let Some((lower, beside)) = self.lower(one, other) else { continue };
                    hex.units = self.occupants(battle, lower, looker, &[]);
                    hex.beside = beside.map(|beside| self.occupants(battle, beside, looker, &[]));
                }
            }
        }
    }

    /// The line of sight of a shot that is really made, by the procedure and with all its citations.
    pub(crate) fn look<U: Referee>(
        &self,
        battle: &impl Position,
        from: Hex,
        to: Hex,
        purpose: Purpose,
        umpire: &mut U,
    ) -> Ruling<Sight, U> {
        let mut situation = self.sight_situation(from, to, purpose);
        self.people(battle, &mut situation, from, to, battle.active);
        (situation.light, situation.visibility) = (self.turn(battle).light, self.visibility(battle));
        if situation.light != Light::Day {
            umpire.cite(LB_HOUSE_DARK);
        }
        Ok(LineOfSight::run(&self.book, &situation, umpire)?.sight)
    }

    /// How far can be seen on this turn; nothing is no limit.
    pub(crate) fn visibility(&self, battle: &impl Position) -> Option<u16> {
        self.turn(battle).sight
    }

    /// What stops the line of sight between two hexes; some units may be on their way and stand nowhere.
    pub(crate) fn sight(
        &self,
        battle: &impl Position,
        from: Hex,
        to: Hex,
        purpose: Purpose,
        looker: Army,
        without: &[UnitId],
    ) -> Sight {
        let range = from.distance(to);
        if range <= 1 {
            return Sight::Clear;
        }
        if self.visibility(battle).is_some_and(|most| range > most) {
            return Sight::Dark;
        }
        if !self.sees_past_units(from, to, purpose) {
            return Sight::Terrain;
        }
        let close = purpose == Purpose::SmallArms || range <= self.book.limit(Limit::CloseRange);
        if close && self.is_screened(battle, from, to, looker, without) {
            return Sight::Units;
        }
        Sight::Clear
    }

    /// Whether combat units stand on a line close by.
    fn is_screened(&self, battle: &impl Position, from: Hex, to: Hex, looker: Army, without: &[UnitId]) -> bool {
        let who = |hex: Hex| self.occupants(battle, hex, looker, without);
        let blocks = |piece: Along| match piece {
            Along::Through(hex) => matches!(who(hex), Occupants::Friends | Occupants::Enemies),
            Along::Between(one, other) => {
                let both = [who(one), who(other)];
                if both == [Occupants::None; 2] {
                    return false;
                }
                let beyond = !self.field.has(one) || !self.field.has(other);
                both.contains(&Occupants::Enemies)
                    || both == [Occupants::Friends; 2]
                    || beyond && both.contains(&Occupants::Friends)
            }
        };
        if from.distance(to) <= NEAR {
            debug_assert!(self.field.looks.line(from, to).eq(Sightline::new(from, to)));
            return self.field.looks.line(from, to).any(blocks);
        }
        Sightline::new(from, to).any(blocks)
    }

    /// Whether two hexes see each other when units and light do not matter.
    pub fn sees_past_units(&self, from: Hex, to: Hex, purpose: Purpose) -> bool {
        let Some(start) = self.field.cell(from) else { return false };
        let range = from.distance(to);
        let clear = |hex: Hex, purpose: Purpose| {
            from == hex
                || self.field.has(hex) && {
                    let situation = self.sight_situation(from, hex, purpose);
                    quiet::<LineOfSight>(&self.book, &situation).is_some_and(|outcome| outcome.sight == Sight::Clear)
                }
        };
        let close = purpose == Purpose::SmallArms || range <= self.book.limit(Limit::CloseRange);
        if close && range <= NEAR {
            return self.field.looks.near(start, from, to, |hex| clear(hex, Purpose::SmallArms));
        }
        let Some(end) = self.field.cell(to) else { return false };
        if close {
            return clear(to, purpose);
        }
        self.field.looks.far(start, end, || clear(to, Purpose::Artillery))
    }

    /// What a unit looks for when it fires.
    pub(crate) fn purpose(&self, id: UnitId) -> Purpose {
        if self.unit(id).arm == Arm::Artillery { Purpose::Artillery } else { Purpose::SmallArms }
    }

    /// The farthest hex a unit's weapon reaches.
    pub(crate) fn reach(&self, id: UnitId) -> u16 {
        match self.unit(id).weapon {
            Some(Weapon::SmallArms(arm)) => self.book.tables.arm_range.at(arm).value,
            Some(Weapon::Artillery(gun)) => self.book.tables.gun_range.at(gun).value,
            None => 0,
        }
    }

    /// Whether a unit is able to fire at a hex as it stands: formation, state, ammunition, range, facing, sight.
    pub(crate) fn is_able_to_fire_at(&self, battle: &impl Position, id: UnitId, hex: Hex) -> bool {
        self.has_in_front(battle, id, hex) && self.could_fire_at(battle, id, hex, &[])
    }

    /// The same whatever its facing; some units may be on their way and block no sight.
    pub(crate) fn could_fire_at(&self, battle: &impl Position, id: UnitId, hex: Hex, without: &[UnitId]) -> bool {
        let Some(at) = battle.unit(id).at else { return false };
        let range = at.distance(hex);
        range > 0
            && range <= self.reach(id)
            && self.can_fire(battle, id)
            && self.sight(battle, at, hex, self.purpose(id), self.unit(id).side, without) == Sight::Clear
    }

    /// What stands between a target hex and the hex that fires or Charges.
    pub(crate) fn shelter(&self, battle: &impl Position, target: Hex, from: Hex, side: Army) -> Shelter {
        let Some(ground) = self.field.at(target) else { return Shelter::default() };
        let mut cover: Vec<Cover> = ground.cover.clone();
        // S 47: through a corner either of two hexsides protects.
        let (one, other) = match target.bearing(from) {
            Some(Bearing::Side(side)) => (Some(side), None),
            Some(Bearing::Corner(corner)) => (Some(corner.sides()[0]), Some(corner.sides()[1])),
            None => (None, None),
        };
        for side in one.into_iter().chain(other) {
            cover.extend(ground.walls[side.index()].iter().copied());
            let dug = battle.works.iter().any(|works| works.at == target && works.facing.sides().contains(&side));
            if dug {
                cover.push(Cover::Breastworks);
            }
        }
        cover.sort_unstable();
        cover.dedup();
        let top = self.units_at(battle, target, side).first().copied();
        let attack_orders = top.is_some_and(|top| self.order_over(battle, top).order == Order::Attack);
        let crest = |hex: Hex| {
            self.field.at(hex).map_or(0, |ground| {
                ground.level + if ground.crest { self.book.tables.height_end.at(Height::Crest).value } else { 0 }
            })
        };
        Shelter { cover, attack_orders, from_lower: crest(from) < crest(target) }
    }

    /// Whether a shot or Charge from a hex comes through the Rear of a stack's top unit.
    pub(crate) fn is_rear(&self, battle: &impl Position, top: UnitId, from: Hex) -> bool {
        has_front(battle.unit(top).formation) && !self.has_in_front(battle, top, from)
    }
}

//! Who sees whom, and what protects the target: from the map to the Sight procedure.

use engine::Side as Army;
use field::hex::{Along, Bearing, Hex, Sightline};

use super::ground::HexGround;
use super::quiet;
use super::stack::has_front;
use super::state::{Battle, UnitId};
use super::theatre::Theatre;
use crate::charts::{Cover, Height};
use crate::command::Order;
use crate::morale::Shelter;
use crate::sight::{Between, EndPoint, LineOfSight, Occupants, Purpose, Sight, SightOutcome, SightSituation};
use crate::unit::{Arm, Formation, Weapon};

impl Theatre {
    /// The line of sight between two hexes, as a situation of the procedure.
    fn sight_situation(&self, battle: &Battle, from: Hex, to: Hex, purpose: Purpose, looker: Army) -> SightSituation {
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
                Along::Through(hex) => self.between(battle, hex, looker),
                Along::Between(one, other) => self.lower(battle, one, other, looker),
            };
            // A line along the edge of the map may leave it by half a hex: nothing stands there, and the ground goes on.
            let hex = hex.unwrap_or(Between { ground: before, ..Between::default() });
            before = hex.ground;
            between.push(hex);
        }
        SightSituation { purpose, light: self.turn(battle).light, from: first, to: last, between }
    }

    fn between(&self, battle: &Battle, hex: Hex, looker: Army) -> Option<Between> {
        let ground = self.field.at(hex)?;
        Some(Between {
            ground: ground.level,
            woods: ground.woods,
            orchard: ground.orchard,
            town: ground.town,
            crest: ground.crest,
            units: self.occupants(battle, hex, looker),
            beside: None,
        })
    }

    /// S 47: along a hexside the lower of the two hexes counts.
    fn lower(&self, battle: &Battle, one: Hex, other: Hex, looker: Army) -> Option<Between> {
        let height = |hex: Hex| self.field.at(hex).map(|ground| self.top(ground));
        let (lower, beside) = match (height(one), height(other)) {
            (Some(first), Some(second)) if second < first => (other, one),
            (None, Some(_)) => return self.between(battle, other, looker),
            (Some(_), None) => return self.between(battle, one, looker),
            _ => (one, other),
        };
        let units = self.occupants(battle, beside, looker);
        self.between(battle, lower, looker).map(|hex| Between { beside: Some(units), ..hex })
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

    fn occupants(&self, battle: &Battle, hex: Hex, looker: Army) -> Occupants {
        let mut there = self.unit_ids().filter(|id| battle.unit(*id).at == Some(hex));
        let Some(first) = there.next() else { return Occupants::None };
        if there.next().is_none() && battle.unit(first).formation == Formation::OpenOrder {
            return Occupants::OpenOrderCapable;
        }
        if self.unit(first).side == looker { Occupants::Friends } else { Occupants::Enemies }
    }

    /// What stops the line of sight between two hexes.
    pub(crate) fn sight(&self, battle: &Battle, from: Hex, to: Hex, purpose: Purpose, looker: Army) -> Sight {
        let range = from.distance(to);
        if range <= 1 {
            return Sight::Clear;
        }
        if self.turn(battle).sight.is_some_and(|most| range > most) {
            return Sight::Dark;
        }
        let situation = self.sight_situation(battle, from, to, purpose, looker);
        let outcome: Option<SightOutcome> = quiet::<LineOfSight>(&self.book, &situation);
        outcome.map_or(Sight::Terrain, |outcome| outcome.sight)
    }

    /// Whether two hexes see each other when units do not matter: what keeps guns from unlimbering.
    pub(crate) fn sees_past_units(&self, battle: &Battle, from: Hex, to: Hex, looker: Army) -> bool {
        let mut situation = self.sight_situation(battle, from, to, Purpose::Spotting, looker);
        situation.light = crate::unit::Light::Day;
        for hex in &mut situation.between {
            hex.units = Occupants::None;
            hex.beside = hex.beside.map(|_| Occupants::None);
        }
        quiet::<LineOfSight>(&self.book, &situation).is_some_and(|outcome| outcome.sight == Sight::Clear)
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
    pub(crate) fn is_able_to_fire_at(&self, battle: &Battle, id: UnitId, hex: Hex) -> bool {
        self.could_fire_at(battle, id, hex) && self.has_in_front(battle, id, hex)
    }

    /// The same whatever its facing.
    pub(crate) fn could_fire_at(&self, battle: &Battle, id: UnitId, hex: Hex) -> bool {
        let Some(at) = battle.unit(id).at else { return false };
        let range = at.distance(hex);
        range > 0
            && range <= self.reach(id)
            && self.can_fire(battle, id)
            && self.sight(battle, at, hex, self.purpose(id), self.unit(id).side) == Sight::Clear
    }

    /// What stands between a target hex and the hex that fires or Charges.
    pub(crate) fn shelter(&self, battle: &Battle, target: Hex, from: Hex, side: Army) -> Shelter {
        let Some(ground) = self.field.at(target) else { return Shelter::default() };
        let mut cover: Vec<Cover> = ground.cover.clone();
        // S 47: through a corner either of two hexsides protects.
        let sides = match target.bearing(from) {
            Some(Bearing::Side(side)) => vec![side],
            Some(Bearing::Corner(corner)) => corner.sides().to_vec(),
            None => Vec::new(),
        };
        for side in sides {
            cover.extend(ground.walls[side.index()].iter().copied());
            let dug = battle.works.iter().any(|works| works.at == target && works.facing.sides().contains(&side));
            if dug {
                cover.push(Cover::Breastworks);
            }
        }
        cover.sort_unstable();
        cover.dedup();
        let units = self.units_at(battle, target, side);
        let attack_orders = units.first().is_some_and(|top| self.order_of(battle, *top).order == Order::Attack);
        let crest = |hex: Hex| {
            self.field.at(hex).map_or(0, |ground| {
                ground.level + if ground.crest { self.book.tables.height_end.at(Height::Crest).value } else { 0 }
            })
        };
        Shelter { cover, attack_orders, from_lower: crest(from) < crest(target) }
    }

    /// Whether a shot or Charge from a hex comes through the Rear of a stack's top unit.
    pub(crate) fn is_rear(&self, battle: &Battle, top: UnitId, from: Hex) -> bool {
        has_front(battle.unit(top).formation) && !self.has_in_front(battle, top, from)
    }
}

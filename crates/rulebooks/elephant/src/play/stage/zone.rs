//! What a unit's weapons bear upon from where it stands (S 15, S 16): its arc, the dead ground in it, the bands of its fire
//! factors, and whom it can fire at.

use engine::chart::Key;
use engine::stage::{Band, FireZone, PieceId, Spot};
use engine::{Decimal, Refusal};
use field::ground::{Length, Point, YARD};
use field::plane::{Footprint, Turn, moved};

use super::super::Theatre;
use super::super::state::{Battle, UNITS_MAX, UnitId};
use super::scene::spot;
use crate::charts::Weapon;
use crate::fire::Stance;
use crate::unit::{Arm, Formation};

/// Corners of an edge to either side of straight ahead.
const BENDS: i32 = 8;
/// Rays to either side of straight ahead, along which the ground is looked over; more where the arc goes all round.
const RAYS: i32 = 24;
const RAYS_ALL_ROUND: i32 = 60;
/// LIMIT: looks along one ray, and the yards between two of them at least.
const LOOKS: i32 = 60;
const LOOK_YARDS: i32 = 10;

/// The front a unit fires from: the middles of the fronts of its outermost stands.
struct Front {
    left: Point,
    right: Point,
    block: Footprint,
    /// How far to either side of straight ahead the arc opens.
    spread: Turn,
}

impl Front {
    fn is_all_round(&self) -> bool {
        self.spread == Turn::HALF
    }

    /// The place so far away, that part of the way from the left of the arc to its right.
    fn place(&self, part: i32, parts: i32, length: Length) -> Point {
        let share =
            |from: Length, to: Length| from + ((i64::from(to - from) * i64::from(part)) / i64::from(parts)) as Length;
        let from = Point::new(share(self.left.x, self.right.x), share(self.left.y, self.right.y));
        let turn = Turn(self.spread.0 * (2 * part - parts) / parts);
        moved(from, self.block.heading.turned(turn).direction(), length)
    }

    /// Everything at this distance from the outermost stands.
    fn edge(&self, length: Length) -> Vec<Spot> {
        let at = |from: Point, bend: i32| {
            let turn = Turn(self.spread.0 * bend / BENDS);
            spot(moved(from, self.block.heading.turned(turn).direction(), length))
        };
        let left = (-BENDS..=0).map(|bend| at(self.left, bend));
        left.chain((0..=BENDS).map(|bend| at(self.right, bend))).collect()
    }

    fn arc(&self, length: Length) -> Vec<Spot> {
        let mut outline = self.edge(length);
        if !self.is_all_round() {
            let (front, ahead) = (self.block.front_centre(), self.block.ahead());
            let corner = |side| spot(moved(front, side, self.block.half_front));
            outline.insert(0, corner(ahead.right().back()));
            outline.push(corner(ahead.right()));
        }
        outline
    }
}

impl Theatre {
    /// What a piece can fire at, and what it sees. Nothing of it is hidden from anybody.
    pub(in super::super) fn zone_of(&self, battle: &Battle, piece: PieceId) -> Result<FireZone, Refusal> {
        let id = UnitId(piece.0);
        let mut refusal = Refusal::new();
        let is_unit = usize::from(piece.0) < UNITS_MAX;
        let is_there = !is_unit || id.index() < battle.units.len() && battle.unit(id).is_on_field();
        refusal.unless_senseless(is_there, "piece", || format!("no unit {} is on the map", id.0));
        refusal.verdict()?;
        let mut zone = FireZone::default();
        if !is_unit {
            return Ok(zone);
        }
        let enemies: Vec<UnitId> = self.of_side(battle, self.side(battle, id).enemy()).collect();
        let seen = enemies.iter().filter(|enemy| self.sees(battle, id, **enemy));
        zone.seen = seen.map(|enemy| PieceId(enemy.0)).collect();
        let Some(weapon) = self.main_weapon(battle, id) else { return Ok(zone) };
        zone.weapon = weapon.name().replace('-', " ");
        let hold = self.check_firer(battle, id, Stance::Hold);
        zone.silent = hold.err().and_then(|refusal| refusal.reasons.into_iter().next()).map(|reason| reason.why);
        let unit = battle.unit(id);
        if unit.formation == Formation::Limbered || unit.condition.stands == 0 {
            return Ok(zone);
        }
        let front = self.front_of(battle, id);
        zone.bands = self.bands_of(weapon, &front);
        if let Some(far) = zone.bands.last() {
            let reach = Length::try_from(far.yards).unwrap_or(0) * YARD;
            zone.arc = vec![front.arc(reach)];
            zone.dead = self.dead_ground(battle, &front, reach);
        }
        let aimed = enemies.into_iter().filter(|enemy| !self.aims(battle, id, *enemy).is_empty());
        zone.targets = aimed.map(|enemy| PieceId(enemy.0)).collect();
        Ok(zone)
    }

    /// What most of a unit fires.
    fn main_weapon(&self, battle: &Battle, id: UnitId) -> Option<Weapon> {
        let regiment = self.regiment(battle, id);
        match regiment.arm {
            Arm::Wagon => None,
            Arm::Infantry | Arm::Cavalry => regiment.weapons.first().copied(),
            Arm::FieldArtillery | Arm::HorseArtillery => {
                let guns = regiment.weapons.iter().zip(battle.unit(id).guns).filter(|(_, guns)| *guns > 0);
                guns.min_by_key(|(_, guns)| std::cmp::Reverse(*guns)).map(|(weapon, _)| *weapon)
            }
        }
    }

    fn front_of(&self, battle: &Battle, id: UnitId) -> Front {
        let (unit, block) = (battle.unit(id), self.footprint(battle, id));
        let stands = self.stands(battle, id);
        let files = usize::from(self.block_of(self.arm(battle, id), unit).files).clamp(1, stands.len().max(1));
        let middle = block.front_centre();
        let of = |place: usize| stands.get(place).map_or(middle, Footprint::front_centre);
        let all_round = matches!(unit.formation, Formation::Skirmish | Formation::Square);
        Front { left: of(0), right: of(files - 1), block, spread: if all_round { Turn::HALF } else { Turn::EIGHTH } }
    }

    /// Where the factor of a weapon changes, yard by yard, as the chart has it.
    fn bands_of(&self, weapon: Weapon, front: &Front) -> Vec<Band> {
        let farthest = self.book.tables.max_range.at(weapon).value;
        let mut bands = Vec::new();
        for yards in 1..=farthest {
            let factor = self.factor(weapon, yards);
            let ends = yards == farthest || self.factor(weapon, yards + 1) != factor;
            if ends && factor > Decimal::ZERO {
                let words = format!("{yards} yards: {factor}");
                bands.push(Band { yards: yards.into(), words, edge: vec![front.edge(self.yards(yards))] });
            }
        }
        bands
    }

    /// The ground in an arc that the ground itself or the light hides: patches along rays.
    fn dead_ground(&self, battle: &Battle, front: &Front, reach: Length) -> Vec<Vec<Spot>> {
        let parts = 2 * if front.is_all_round() { RAYS_ALL_ROUND } else { RAYS };
        let extent = self.ground.extent();
        let across = extent.width().saturating_add(extent.height());
        let step = (reach.min(across) / LOOKS).max(LOOK_YARDS * YARD);
        let (edge, light) = (front.block.front_edge(), self.visibility(battle));
        let mut dead = Vec::new();
        for ray in 0..parts {
            let at = |length: Length| front.place(2 * ray + 1, 2 * parts, length);
            let patch = |from: Length, to: Length| {
                [(ray, from), (ray + 1, from), (ray + 1, to), (ray, to)]
                    .map(|(part, length)| spot(front.place(part, parts, length)))
                    .to_vec()
            };
            let mut begun = None;
            let mut length = 0;
            loop {
                let there = at(length + step / 2);
                let over = length >= reach || !extent.contains(there) || edge.distance_to(there) > reach;
                let is_dark = || light.is_some_and(|far| at(0).distance(there) > far);
                let is_dead = !over && (is_dark() || !self.sees_past_units(at(0), there));
                match begun {
                    None if is_dead => begun = Some(length),
                    Some(from) if !is_dead => {
                        dead.push(patch(from, length.min(reach)));
                        begun = None;
                    }
                    _ => {}
                }
                if over {
                    break;
                }
                length += step;
            }
        }
        dead
    }
}

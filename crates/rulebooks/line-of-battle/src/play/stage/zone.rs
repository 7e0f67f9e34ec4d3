//! What a unit can fire at from its hex: the hexes in its front and range, those among them that it does not see, and the ranges
//! at which the Combat Table shifts.
//!
//! Where the table plays fog of war nobody is told what an enemy fires, and what is seen is judged by the ground alone: a line
//! that is blocked would tell of units below the top of a stack.

use std::collections::{BTreeMap, BTreeSet};

use engine::stage::{Band, FireZone, PieceId, Spot};
use engine::{Refusal, Side as Army, counted};
use field::ground::YARD;
use field::hex::{Corner, Hex, Side};

use super::pieces::{self, Named};
use super::scene::{TOWARDS, middle};
use crate::play::position::Battle;
use crate::play::refuse::senseless;
use crate::play::state::UnitId;
use crate::play::theatre::Theatre;
use crate::sight::Sight;
use crate::unit::{Arm, Weapon};

/// Thousandths of a hex from side to side that lie between its middle and a corner.
const TO_CORNER: i64 = 577;

/// A corner of the map's hexes, the same whichever of its three hexes names it.
type Node = (i32, i32);

pub(super) fn of(
    theatre: &Theatre,
    battle: &Battle,
    piece: PieceId,
    seen_by: Option<Army>,
) -> Result<FireZone, Refusal> {
    let Named::Unit(id) = pieces::named(piece) else { return Ok(FireZone::default()) };
    let known = theatre.units.get(id.index()).zip(battle.units.get(id.index()));
    let Some((card, at)) = known.and_then(|(card, now)| Some((card, now.at?))) else {
        return Err(senseless("piece", "there is no such unit on the map"));
    };
    let fog = theatre.book.switches.fog_of_war && seen_by.is_some();
    if fog && seen_by != Some(card.side) {
        return Ok(FireZone { silent: Some("what it fires is not yours to know".to_owned()), ..FireZone::default() });
    }
    Ok(Gun { theatre, battle, id, at, by_ground: fog }.zone())
}

/// A unit that may fire.
struct Gun<'a> {
    theatre: &'a Theatre,
    battle: &'a Battle,
    id: UnitId,
    at: Hex,
    /// Whether sight is judged by the ground alone.
    by_ground: bool,
}

impl Gun<'_> {
    fn zone(&self) -> FireZone {
        let Gun { theatre, battle, id, .. } = *self;
        let (card, reach) = (theatre.unit(id), theatre.reach(id));
        let mut zone = FireZone { seen: self.tops(|hex| self.sees(hex)), ..FireZone::default() };
        let Some(weapon) = card.weapon else { return zone };
        zone.weapon = self.weapon_words(weapon);
        if !theatre.can_fire(battle, id) {
            zone.silent = Some(format!("{} {}", card.name, theatre.why_silent(battle, id).1));
            return zone;
        }
        let near = self.at.within(reach).filter(|hex| *hex != self.at && theatre.field.has(*hex));
        let arc: BTreeSet<Hex> = near.filter(|hex| theatre.has_in_front(battle, id, *hex)).collect();
        let dead: BTreeSet<Hex> = arc.iter().copied().filter(|hex| !self.sees_ground(*hex)).collect();
        zone.targets = self.tops(|hex| arc.contains(&hex) && self.sees(hex));
        zone.arc = self.outlines(&arc);
        zone.dead = self.outlines(&dead);
        zone.bands = self.bands(&arc, reach);
        zone
    }

    fn weapon_words(&self, weapon: Weapon) -> String {
        let (chart, code) = match weapon {
            Weapon::SmallArms(arm) => ("small-arms", engine::chart::Key::name(arm)),
            Weapon::Artillery(gun) => ("artillery", engine::chart::Key::name(gun)),
        };
        let charts = engine::book::Rulebook::charts(&self.theatre.book);
        let named = charts.chart(chart).ok().and_then(|chart| {
            let (codes, names) = (chart.column("code").ok()?, chart.column("name").ok()?);
            let row = (0..chart.rows()).find(|row| chart.cell(*row, codes) == Some(code))?;
            chart.cell(row, names).map(str::to_owned)
        });
        named.unwrap_or_else(|| code.to_owned())
    }

    /// Whether ground and light let a hex be seen.
    fn sees_ground(&self, hex: Hex) -> bool {
        let Gun { theatre, battle, id, at, .. } = *self;
        let range = at.distance(hex);
        let is_light = theatre.visibility(battle).is_none_or(|most| range <= most);
        range <= 1 || is_light && theatre.sees_past_units(at, hex, theatre.purpose(id))
    }

    fn sees(&self, hex: Hex) -> bool {
        let Gun { theatre, battle, id, at, by_ground } = *self;
        if by_ground {
            return self.sees_ground(hex);
        }
        theatre.sight(battle, at, hex, theatre.purpose(id), theatre.unit(id).side, &[]) == Sight::Clear
    }

    /// The top units of the enemy's stacks in such hexes.
    fn tops(&self, wanted: impl Fn(Hex) -> bool) -> Vec<PieceId> {
        let enemy = self.theatre.unit(self.id).side.enemy();
        let hexes = self.theatre.hexes_of(self.battle, enemy).iter().filter(|hex| wanted(**hex));
        let tops = hexes.filter_map(|hex| self.theatre.units_at(self.battle, *hex, enemy).first().copied());
        tops.map(pieces::unit).collect()
    }

    /// Column shifts by range, as the chart has them.
    fn shift(&self, range: u16) -> Option<i16> {
        let tables = &self.theatre.book.tables;
        let Ok(range) = i16::try_from(range) else { return None };
        let looked = if self.theatre.unit(self.id).arm == Arm::Artillery {
            tables.range_artillery.at(range)
        } else if self.is_sharpshooter() {
            tables.range_sharpshooter.at(range)
        } else {
            tables.range_regular.at(range)
        };
        looked.ok().map(|looked| looked.value)
    }

    fn is_sharpshooter(&self) -> bool {
        let alone = self.theatre.is_open_order_capable(self.battle, self.id);
        alone && self.theatre.derived_unit(self.battle, self.id).sharpshooter
    }

    fn bands(&self, arc: &BTreeSet<Hex>, reach: u16) -> Vec<Band> {
        let ends = |range: &u16| *range == reach || self.shift(*range) != self.shift(range + 1);
        let band = |range: u16| {
            let shift = match self.shift(range) {
                None | Some(0) => "no shift".to_owned(),
                Some(shift) => format!("{shift:+}"),
            };
            let words = format!("{}: {shift}", counted(range, "hex", "hexes"));
            let yards = i64::from(range) * i64::from(self.theatre.lattice.across()) / i64::from(YARD);
            let far = |hex: Hex| self.at.distance(hex) > range;
            let edge = self.lines(arc.iter().copied().filter(|hex| !far(*hex)), far);
            Band { yards: u32::try_from(yards).unwrap_or(0), words, edge }
        };
        (1..=reach).filter(ends).map(band).collect()
    }

    /// What surrounds these hexes.
    fn outlines(&self, hexes: &BTreeSet<Hex>) -> Vec<Vec<Spot>> {
        self.lines(hexes.iter().copied(), |hex| !hexes.contains(&hex))
    }

    /// The hexsides from these hexes to others, one after another as they hang together, clockwise around the hexes.
    fn lines(&self, hexes: impl Iterator<Item = Hex>, is_beyond: impl Fn(Hex) -> bool) -> Vec<Vec<Spot>> {
        let mut spots: BTreeMap<Node, Spot> = BTreeMap::new();
        let mut next: BTreeMap<Node, Node> = BTreeMap::new();
        for hex in hexes {
            for side in Side::ALL.into_iter().filter(|side| is_beyond(hex.neighbour(*side))) {
                let right = Corner::new(side.index() as u8);
                let ends = [right.turned(-1), right].map(|corner| {
                    let node = node(hex, corner);
                    spots.entry(node).or_insert_with(|| self.spot(hex, corner));
                    node
                });
                next.insert(ends[0], ends[1]);
            }
        }
        let reached: BTreeSet<Node> = next.values().copied().collect();
        let mut lines = Vec::new();
        // Lines with a beginning first; what is left goes round.
        let mut begin = next.keys().copied().find(|node| !reached.contains(node)).or(next.keys().next().copied());
        while let Some(first) = begin {
            let mut line = vec![first];
            while let Some(node) = line.last().and_then(|last| next.remove(last)) {
                line.push(node);
            }
            lines.push(line.iter().filter_map(|node| spots.get(node).copied()).collect());
            begin = next.keys().copied().find(|node| !reached.contains(node)).or(next.keys().next().copied());
        }
        lines
    }

    fn spot(&self, hex: Hex, corner: Corner) -> Spot {
        let centre = middle(self.theatre, hex);
        let long = i64::from(self.theatre.lattice.across()) * TO_CORNER / 1_000;
        let (east, north) = TOWARDS[corner.index()];
        Spot { x: centre.x + east * long / 1_000, y: centre.y + north * long / 1_000 }
    }
}

/// A corner by the three hexes that meet in it.
fn node(hex: Hex, corner: Corner) -> Node {
    let [one, other] = corner.sides().map(|side| hex.neighbour(side));
    let sum = |of: fn(Hex) -> i16| [hex, one, other].into_iter().map(|hex| i32::from(of(hex))).sum();
    (sum(|hex| hex.q), sum(|hex| hex.r))
}

//! Who may deliver an Opening Volley (P7).

use field::hex::Hex;

use super::position::Position;
use super::state::UnitId;
use super::theatre::Theatre;
use crate::charts::Limit;
use crate::unit::{Formation, has_canister, is_wrecked};
use crate::volley::{VOLLEYS_MAX, VolleyHex};

impl Theatre {
    /// Every hex of the other side that is able to volley at a stack in a hex, except one; nearest first.
    ///
    /// The units of that stack may have stood elsewhere before: they block no sight there.
    pub(crate) fn volleys(
        &self,
        battle: &impl Position,
        at: Hex,
        except: Option<Hex>,
        without: &[UnitId],
    ) -> Vec<VolleyHex> {
        self.volley_hexes(battle, at, except, without).map(|(_, volley)| volley).collect()
    }

    /// The same with where they are.
    fn volley_hexes(
        &self,
        battle: &impl Position,
        at: Hex,
        except: Option<Hex>,
        without: &[UnitId],
    ) -> impl Iterator<Item = (Hex, VolleyHex)> {
        let enemy = battle.active.enemy();
        let most = self.book.limit(Limit::VolleyRange);
        let near = |hex: &&Hex| (1..=most).contains(&hex.distance(at)) && Some(**hex) != except;
        let mut hexes: Vec<Hex> = self.hexes_of(battle, enemy).iter().filter(near).copied().collect();
        hexes.sort_by_key(|hex| (hex.distance(at), *hex));
        let able = move |hex: Hex| Some((hex, self.volley_from(battle, hex, at, without)?));
        hexes.into_iter().filter_map(able).take(VOLLEYS_MAX)
    }

    /// What the question after the volley counts: the target of a Charge first, which may not be able to, then the others, and
    /// none.
    pub(crate) fn volley_names(
        &self,
        battle: &impl Position,
        at: Hex,
        (target, except): (Option<Hex>, Option<Hex>),
        without: &[UnitId],
    ) -> Vec<String> {
        let others = self.volley_hexes(battle, at, except, without).map(|(hex, _)| hex);
        let hexes: Vec<Hex> = target.into_iter().chain(others).take(VOLLEYS_MAX).collect();
        let named = |hex: &Hex| {
            let top = self.units_at(battle, *hex, battle.active.enemy()).first().map(|id| self.unit(*id).name.clone());
            format!("{}in hex {}", top.map_or(String::new(), |top| format!("{top} ")), self.number(*hex))
        };
        hexes.iter().map(named).chain(["none".to_owned()]).collect()
    }

    fn volley_from(&self, battle: &impl Position, from: Hex, at: Hex, without: &[UnitId]) -> Option<VolleyHex> {
        let mut able = self.units_at(battle, from, battle.active.enemy());
        able.retain(|id| self.has_in_front(battle, *id, at) && self.could_fire_at(battle, *id, at, without));
        able.first()?;
        let canister = |id: &UnitId| {
            battle.unit(*id).formation == Formation::Unlimbered
                && has_canister(&self.book, &self.derived_unit(battle, *id))
        };
        let wrecked = |id: &UnitId| is_wrecked(&self.book, self.unit(*id).printed, battle.unit(*id).sp);
        let sharpshooters = |id: &UnitId| self.unit(*id).sharpshooter && self.is_open_order_capable(battle, *id);
        Some(VolleyHex {
            range: from.distance(at) as u8,
            charged: false,
            canister: able.iter().any(canister),
            wrecked: able.iter().all(wrecked),
            sharpshooters: able.iter().any(sharpshooters),
        })
    }
}

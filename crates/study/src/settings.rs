//! Switches of a rulebook by lot, so that played battles meet every optional rule.

use engine::Fast;
use engine::chart::{ChartSet, Switch};

/// The switches that lot number `lot` sets otherwise than printed; lot nought leaves everything as printed. Whether they go
/// together is the rulebook's to say.
pub fn by_lot(charts: &ChartSet, lot: u64) -> Vec<(String, String)> {
    if lot == 0 {
        return Vec::new();
    }
    let mut dice = Fast::seeded(lot);
    let set = |switch: &Switch| {
        let place = dice.below(switch.choices.len().max(1) as u32) as usize;
        let value = switch.choices.get(place).filter(|value| **value != switch.value)?;
        Some((switch.id.clone(), value.clone()))
    };
    charts.switches().iter().filter_map(set).collect()
}

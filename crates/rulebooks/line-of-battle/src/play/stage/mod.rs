//! What stands around the map: what a general is told, what a picture shows, what people read.
//!
//! [`almanac`] is worked out once; [`brief`] tells the choices ([`commanding`] in the Orders step, [`stacks`] in the Activity
//! Phase, with [`look`], [`walk`] and [`combat`]). Rules are asked, never repeated: what the checks of the rules refuse is not
//! offered.

pub(crate) mod almanac;
mod brief;
mod combat;
mod commanding;
mod look;
mod pieces;
mod stacks;
mod walk;

use engine::Side;
use engine::stage::Prospect;

use super::command::Command;
use super::state::Battle;
use super::theatre::Theatre;

impl Theatre {
    /// What a general is told.
    pub(super) fn tell_general(
        &self,
        battle: &Battle,
        side: Side,
        listener: &mut dyn FnMut(Command, Prospect) -> bool,
    ) {
        if brief::decides(battle, side) {
            brief::tell(self, battle, listener);
        }
    }
}

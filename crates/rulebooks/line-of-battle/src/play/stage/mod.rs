//! What stands around the map: what a general is told, what a picture shows, what people read.
//!
//! [`almanac`] is worked out once; [`brief`] tells the choices ([`commanding`] in the Orders step, [`stacks`] in the Activity
//! Phase, with [`look`], [`walk`] and [`combat`]). Rules are asked, never repeated: what a walk cannot tell cheaply is
//! refused when it is ordered, and costs nothing. [`scene`] is the map as people see it, [`words`], [`gist`] and [`narrate`] what
//! they read, [`propose`] what comes of pointing, [`zone`] what a unit can fire at.

pub(crate) mod almanac;
mod brief;
mod combat;
mod commanding;
mod gist;
mod look;
mod narrate;
mod paths;
mod pieces;
mod propose;
mod scene;
mod stacks;
mod standing;
mod walk;
mod words;
mod zone;

use engine::stage::{Ending, FireZone, Intent, PieceId, Proposal, Prospect, Scene, Tally};
use engine::{Refusal, Side};

pub(super) use pieces::leader as piece_of;

use super::command::Command;
use super::position::{Battle, Terse};
use super::state::LeaderId;
use super::theatre::Theatre;
use crate::Event;

/// What whoever stands around the map asks; see [`engine::Play`].
impl Theatre {
    pub(super) fn tell_general(
        &self,
        battle: &Battle,
        side: Side,
        listener: &mut dyn FnMut(Command, Prospect) -> bool,
    ) {
        if brief::decides(battle, side) {
            brief::tell(self, &Terse(battle), listener);
        }
    }

    pub(super) fn tally_of(&self, battle: &Battle) -> Tally {
        standing::tally(self, battle)
    }

    pub(super) fn ending_of(&self, battle: &Battle) -> Option<Ending> {
        standing::ending(self, battle)
    }

    pub(super) fn scene_of(&self, battle: &Battle, seen_by: Option<Side>) -> Scene {
        scene::of(self, battle, seen_by)
    }

    pub(super) fn words_of(&self, battle: &Battle, command: &Command, reader: Option<Side>) -> String {
        words::say(self, battle, command, reader)
    }

    /// Whether only its own side may know of a command.
    pub(super) const fn keeps_secret(&self, command: &Command) -> bool {
        words::is_secret(self, command)
    }

    pub(super) fn actor_of(&self, battle: &Battle, command: &Command) -> Option<PieceId> {
        words::actor(self, battle, command)
    }

    pub(super) fn name_of_piece(&self, battle: &Battle, piece: PieceId) -> Option<String> {
        words::name_of(self, battle, piece)
    }

    pub(super) fn called(&self, battle: &Battle, leader: LeaderId) -> String {
        standing::leader_name(self, battle, leader)
    }

    pub(super) fn story_of(&self, battle: &Battle, event: &Event, reader: Option<Side>) -> Option<String> {
        narrate::narrate(self, battle, event, reader)
    }

    pub(super) fn gist_of(&self, before: &Battle, after: &Battle, reader: Option<Side>) -> String {
        gist::gist(self, before, after, reader)
    }

    pub(super) fn orders_for(
        &self,
        battle: &Battle,
        piece: PieceId,
        intent: &Intent,
    ) -> Result<Proposal<Command>, Refusal> {
        propose::of(self, battle, piece, intent)
    }

    pub(super) fn zone_of(&self, battle: &Battle, piece: PieceId, seen_by: Option<Side>) -> Result<FireZone, Refusal> {
        zone::of(self, battle, piece, seen_by)
    }
}

//! Overenthusiastic units on the move: they go for the nearest enemy they see, with all they have.

use engine::{Decimal, Refusal};
use field::plane::{Footprint, Heading, Manoeuvre, Turn};

use super::movement::{bit, nobody};
use super::state::{Battle, Moving, UnitId};
use super::{Command, Theatre, degrees_of};
use crate::charts::Penalty;
use crate::rules::*;
use crate::unit::Formation;

impl Theatre {
    /// An Overenthusiastic unit that sees an enemy goes straight at the nearest one.
    pub(super) fn check_storm(
        &self,
        battle: &Battle,
        refusal: &mut Refusal,
        id: UnitId,
        start: &Footprint,
        manoeuvre: Manoeuvre,
        end: &Footprint,
    ) {
        if !battle.unit(id).overenthusiastic {
            return;
        }
        if let Some(enemy) = self.nearest_in_sight(battle, id) {
            let theirs = self.footprint(battle, enemy);
            if matches!(manoeuvre, Manoeuvre::Wheel { .. } | Manoeuvre::Face(_)) {
                let off = |block: &Footprint| {
                    Heading::towards(block.centre, theirs.centre).map_or(0, |to| block.heading.turn_to(to).0.abs())
                };
                refusal.unless(off(end) < off(start), "degrees", SE_MORALE_RES_OVER, || {
                    format!("an Overenthusiastic unit turns towards {} and nowhere else", self.name(battle, enemy))
                });
                return;
            }
            refusal.unless(end.distance(&theirs) < start.distance(&theirs), "inches", SE_MORALE_RES_OVER, || {
                format!("an Overenthusiastic unit goes for {} and nothing else", self.name(battle, enemy))
            });
        }
    }

    /// Whether a unit is Overenthusiastic and sees an enemy: where it sees none it acts freely.
    pub(super) fn is_storming(&self, battle: &Battle, id: UnitId) -> bool {
        battle.unit(id).overenthusiastic && self.nearest_in_sight(battle, id).is_some()
    }

    /// Overenthusiastic units that see an enemy and have not moved at him yet.
    pub(super) fn must_storm(&self, battle: &Battle, id: UnitId) -> bool {
        battle.unit(id).overenthusiastic
            && self.is_active(battle, id)
            && self.check_mover(battle, id).is_ok()
            && self.is_storming(battle, id)
    }

    /// An Overenthusiastic unit that sees an enemy uses its whole move to get at him.
    pub(super) fn check_storms_on(&self, battle: &Battle, moving: &Moving) -> Result<(), Refusal> {
        let Some(must) = self.storms_on_by(battle, moving) else { return Ok(()) };
        let name = self.name(battle, moving.unit);
        let left = self.in_inches((self.allowed(battle, moving, moving.penalties, &mut nobody()) - moving.gone).max(0));
        let why = match must {
            Command::Face { degrees } => {
                format!("{name} is Overenthusiastic, and the nearest enemy is not before it: face {degrees} degrees")
            }
            _ => format!("{name} is Overenthusiastic and has {left} inches left: advance at the nearest enemy"),
        };
        Err(Refusal::new().because("do", why, SE_MORALE_RES_OVER))
    }

    /// What an Overenthusiastic unit that sees an enemy can still do to get at him before its move ends: go an inch, or where he
    /// is on its flank or behind it, face him. Nothing for anybody else.
    pub(super) fn storms_on_by(&self, battle: &Battle, moving: &Moving) -> Option<Command> {
        let unit = battle.unit(moving.unit);
        if !unit.overenthusiastic {
            return None;
        }
        let enemy = self.nearest_in_sight(battle, moving.unit)?;
        let start = self.footprint(battle, moving.unit);
        let off = start.heading.turn_to(Heading::towards(start.centre, self.footprint(battle, enemy).centre)?);
        // Skirmishers ignore facing and have no flank or rear: their inch leads at him whichever way they look, and they need not
        // turn. Nor would that ever end: it costs them nothing, and after each turn somebody else may be the nearest.
        let skirmishes = unit.formation == Formation::Skirmish;
        let oblique_degrees = if skirmishes { degrees_of(off) } else { Decimal::ZERO };
        let inch = Command::Advance { inches: Decimal::from_int(1), oblique_degrees };
        if self.is_legal(battle, &inch) {
            return Some(inch);
        }
        // A block faces about once: whom it then sees nearest may be somebody else.
        if skirmishes || moving.penalties & bit(Penalty::Face) != 0 {
            return None;
        }
        let quarters = (off.0.abs() + Turn::EIGHTH.0) / Turn::QUARTER.0 * off.0.signum();
        let face = Command::Face { degrees: Decimal::from_int(90 * quarters) };
        (quarters != 0 && self.is_legal(battle, &face)).then_some(face)
    }
}

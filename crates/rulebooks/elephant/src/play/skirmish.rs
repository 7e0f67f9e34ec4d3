//! Skirmishers who go out and come back.

use engine::book::Procedure;
use engine::{Decimal, Refusal, Ruling};
use field::ground::Point;
use field::plane::Turn;

use super::condition::tell;
use super::course::Course;
use super::geometry::whole_yards;
use super::movement::bit;
use super::state::{Battle, Moving, Phase, Place, UNITS_MAX, Unit, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::{Limit, Penalty};
use crate::movement::{DeploySituation, DeploySkirmishers, FallBack, FallBackSituation};
use crate::rules::*;
use crate::unit::{Condition, Formation};

impl Theatre {
    /// The command `deploy-skirmishers`: free, before or in the unit's move.
    pub(super) fn deploy<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        stands: u16,
        at: Option<Point>,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::Movement);
        self.check_active(battle, &mut refusal, "unit", id);
        refusal.verdict()?;
        let unit = *battle.unit(id);
        let moves = battle.moving.is_some_and(|moving| moving.unit == id);
        if !moves {
            self.check_mover(battle, id)?;
        }
        let mut refusal = Refusal::new();
        refusal.unless(!self.is_storming(battle, id), "unit", SE_MORALE_RES_OVER, || {
            "an Overenthusiastic unit keeps its ranks".to_owned()
        });
        refusal.unless_senseless(battle.units.len() < UNITS_MAX, "unit", || "there are too many units".to_owned());
        let whole = stands == unit.condition.stands;
        refusal.unless(whole || at.is_some(), "at", SE_SKIRM_1, || "say where the detachment goes".to_owned());
        refusal.verdict()?;
        let mut out = Unit { formation: Formation::Skirmish, files: u8::MAX, prone: false, ..unit };
        if !whole {
            out.parent = Some(id);
            out.condition = Condition { lost: unit.condition.lost, ..Condition::fresh(stands.max(1)) };
            out.centre = at.unwrap_or(unit.centre);
            (out.overenthusiastic, out.captured) = (false, 0);
        }
        let arm = self.arm(battle, id);
        out.files = self.most_files(arm, &out, u8::MAX);
        let there = self.footprint_of(arm, &out);
        let enemy_yards =
            self.nearest_enemy(battle, id, &there).map(|(apart, _)| whole_yards(apart + 1).saturating_sub(1));
        let situation = DeploySituation {
            arm,
            formation: unit.formation,
            mounted: unit.mounted,
            condition: unit.condition,
            stands_out: stands,
            spacing: Decimal::from_int(self.book.limit(Limit::SpacingMin).into()),
            enemy_yards,
        };
        DeploySkirmishers::check(&self.book, &situation)?;
        self.check_room(battle, id, &out, whole)?;
        let outcome = DeploySkirmishers::run(&self.book, &situation, umpire)?;
        match outcome.parent {
            None => {
                *battle.unit_mut(id) = out;
                battle.unit_mut(id).done.marched = true;
                tell(umpire, || Deed::Deployed { parent: id, detachment: id });
            }
            Some(parent) => {
                let detachment = UnitId::at(battle.units.len());
                // RULING: going out is the detachment's move of this turn.
                out.condition = outcome.skirmishers;
                (out.done.moved, out.done.marched, out.done.stands_still) = (true, true, false);
                battle.units.push(out);
                self.settle(battle, id, parent, umpire);
                tell(umpire, || Deed::Deployed { parent: id, detachment });
            }
        }
        Ok(())
    }

    /// RULING: a detachment goes out no farther than the 100 yard mark of charges from its parent, and stands on nobody.
    fn check_room(&self, battle: &Battle, id: UnitId, out: &Unit, whole: bool) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let there = self.footprint_of(self.arm(battle, id), out);
        let mut others = battle.on_field().filter(|other| !(whole && *other == id));
        let taken = others.find(|other| there.shrunk(8).overlaps(&self.footprint(battle, *other).shrunk(8)));
        if let Some(other) = taken {
            refusal.unless(false, "at", SE_SKIRM_1, || {
                format!("there is no room: {} stands there", self.name(battle, other))
            });
        }
        refusal.unless_senseless(self.is_on_map(&there), "at", || "that is beyond the edge of the map".to_owned());
        let reach = self.distance(crate::charts::Distance::FirstFire);
        let near = whole || there.distance(&self.footprint(battle, id)) <= reach;
        refusal.unless(near, "at", SE_SKIRM_1, || {
            format!("a detachment goes out at most {} yards at once", reach / field::ground::YARD)
        });
        refusal.verdict()
    }

    /// The command `recall-skirmishers`: a moving detachment goes back into its parent, at half speed.
    pub(super) fn recall<U: Referee>(&self, battle: &mut Course, umpire: &mut U) -> Ruling<(), U> {
        let moving = self.moving(battle)?;
        let (id, unit) = (moving.unit, *battle.unit(moving.unit));
        let skirmishes = unit.formation == Formation::Skirmish;
        let parent = unit.parent.filter(|parent| skirmishes && battle.unit(*parent).is_on_field());
        let mut refusal = Refusal::new();
        refusal.unless(parent.is_some(), "do", SE_SKIRM_8_REJOIN, || {
            "only a detachment whose parent is on the map can rejoin it".to_owned()
        });
        refusal.verdict()?;
        let Some(parent) = parent else { return Ok(()) };
        let penalties = moving.penalties | bit(Penalty::Rejoin);
        let allowed = self.allowed(battle, &moving, penalties, umpire);
        let way = self.apart(battle, id, parent);
        let mut refusal = Refusal::new();
        refusal.unless(moving.gone + way <= allowed, "do", SE_PEN_REJOIN, || {
            let (needs, left) = (self.in_inches(way), self.in_inches((allowed - moving.gone).max(0)));
            format!("the parent is {needs} inches away, and {left} are left at half speed")
        });
        refusal.verdict()?;
        battle.moving = Some(Moving { penalties, ..moving });
        let situation = FallBackSituation {
            arm: self.arm(battle, id),
            mounted: unit.mounted,
            moved_last_turn: unit.moved_last_turn,
            skirmishers: unit.condition,
            parent: Some(battle.unit(parent).condition),
        };
        let outcome = FallBack::run(&self.book, &situation, umpire)?;
        if let Some(rejoined) = outcome.rejoined {
            self.rejoin(battle, id, parent, rejoined, umpire);
        }
        Ok(())
    }

    /// A detachment is one with its parent again, which is now in this condition; its front grows back if there is room.
    pub(super) fn rejoin<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        parent: UnitId,
        rejoined: Condition,
        umpire: &mut U,
    ) {
        battle.unit_mut(id).condition.stands = 0;
        (battle.unit_mut(id).condition.hits, battle.unit_mut(id).condition.panic) = (0, 0);
        self.remove(battle, id);
        battle.unit_mut(id).place = Place::Gone;
        let before = *battle.unit(parent);
        self.settle(battle, parent, rejoined, umpire);
        if !self.widen(battle, parent, before.files) {
            // RULING: stands for which there is no room in or near their regiment are lost.
            let more = battle.unit(parent).condition.stands.saturating_sub(before.condition.stands);
            let unit = battle.unit_mut(parent);
            (unit.files, unit.condition.stands) = (before.files, before.condition.stands);
            unit.condition.lost += more;
        }
        tell(umpire, || Deed::Rejoined { detachment: id, parent });
    }

    /// A unit that has more stands than before keeps its depth if there is room for a wider front, else grows deeper.
    /// Else it goes back or ahead until there is room. Whether there was any.
    fn widen(&self, battle: &mut Course, id: UnitId, files: u8) -> bool {
        let arm = self.arm(battle, id);
        let before = *battle.unit(id);
        for wanted in [u8::MAX, files] {
            let mut unit = before;
            if unit.formation == Formation::Line {
                unit.files = self.most_files(arm, &unit, wanted);
            }
            if self.lies_over(battle, id, &self.footprint_of(arm, &unit)).is_none() {
                battle.unit_mut(id).files = unit.files;
                return true;
            }
        }
        let back = before.heading.turned(Turn::HALF);
        [back, before.heading].into_iter().any(|along| {
            let mut tried = before;
            tried.files = files.max(1);
            *battle.unit_mut(id) = tried;
            self.put_near(battle, id, before.centre, before.heading, along)
        })
    }
}

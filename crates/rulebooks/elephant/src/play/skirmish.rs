//! Skirmishers who go out and come back.

use engine::book::Procedure;
use engine::{Decimal, Refusal, Ruling};
use field::ground::Point;
use field::plane::{Heading, Manoeuvre, Turn};

use super::command::of_command;
use super::condition::tell;
use super::course::Course;
use super::geometry::whole_yards;
use super::movement::bit;
use super::state::{Battle, Moving, Phase, Place, UNITS_MAX, Unit, UnitId};
use super::way_home::WayHome;
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
        DeploySkirmishers::check(&self.book, &situation).map_err(|refusal| of_command(refusal, "unit", &["stands"]))?;
        self.check_room(battle, id, &out, whole)?;
        let way = if whole { None } else { Some(self.check_way_out(battle, id, &out)?) };
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
                for friend in way.into_iter().flat_map(|way| way.friends) {
                    if battle.unit(detachment).is_on_field() {
                        self.pass_through_friend(battle, detachment, friend, umpire)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A detachment goes out over no ground that bars it, and past no enemy.
    fn check_way_out(&self, battle: &Battle, id: UnitId, out: &Unit) -> Result<WayHome, Refusal> {
        let there = self.footprint_of(self.arm(battle, id), out);
        self.way_home(battle, (id, &there), id)
            .map_err(|why| Refusal::new().because("at", format!("{why} bars the way: send it elsewhere"), SE_PEN_TABLE))
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
        // RULING: P9 step 10, nobody is added to a fight but by charging into it.
        let fights = parent.is_some_and(|parent| battle.is_in_contact(parent));
        refusal.unless(!fights, "do", SE_COMBAT_RES_ENGD, || {
            "its parent is in a fight, which nobody joins but by a charge: keep it out until that is over".to_owned()
        });
        refusal.verdict()?;
        let Some(parent) = parent else { return Ok(()) };
        let way = self.check_way_home(battle, &moving, parent, umpire)?;
        battle.unit_mut(id).done.marched = true;
        if !self.come_home(battle, id, parent, umpire)? {
            return Ok(());
        }
        for friend in way.friends {
            if battle.unit(id).is_on_field() {
                self.pass_through_friend(battle, id, friend, umpire)?;
            }
        }
        let unit = *battle.unit(id);
        if !unit.is_on_field() {
            return Ok(());
        }
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

    /// The way of a moving detachment into its parent, if it is open and its dice carry it there at half speed.
    fn check_way_home<U: Referee>(
        &self,
        battle: &Battle,
        moving: &Moving,
        parent: UnitId,
        umpire: &mut U,
    ) -> Result<WayHome, Refusal> {
        let id = moving.unit;
        let way = self.way_home(battle, (id, &self.footprint(battle, id)), parent).map_err(|why| {
            Refusal::new().because("do", format!("{why} bars the way to its parent: go round first"), SE_PEN_TABLE)
        })?;
        let price = self.price_of_passing(battle, id, &way.friends);
        let allowed =
            self.allowed(battle, moving, moving.penalties | bit(Penalty::Rejoin) | way.penalties | price, umpire);
        let mut refusal = Refusal::new();
        refusal.unless(moving.gone + way.length <= allowed, "do", SE_PEN_REJOIN, || {
            let (needs, left) = (self.in_inches(way.length), self.in_inches((allowed - moving.gone).max(0)));
            format!("the parent is {needs} inches away, and {left} are left at half speed")
        });
        let path = self.step_home(battle, id, parent);
        if let Some(enemy) = path.and_then(|path| self.passes_too_near(battle, id, &path)) {
            refusal.unless(false, "do", SE_SKIRM_3_STANDOFF, || {
                format!("{} stands too near the way to its parent: go round first", self.name(battle, enemy))
            });
        }
        refusal.verdict()?;
        Ok(way)
    }

    /// A detachment comes up to its parent, and enemies may do about it what they may about any mover. Whether it is there.
    fn come_home<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        parent: UnitId,
        umpire: &mut U,
    ) -> Ruling<bool, U> {
        let Some(path) = self.step_home(battle, id, parent) else { return Ok(true) };
        let gone = battle.moving.map_or(0, |moving| moving.gone);
        let mut here = 0;
        while let Some(reaction) = self.next_reaction(battle, id, &path, (here, path.length)) {
            here = reaction.at;
            if let Some(moving) = &mut battle.moving {
                (moving.gone, moving.penalties) = (gone + here, moving.penalties | bit(Penalty::Rejoin));
            }
            self.stands_at(battle, id, &path.after(here), umpire);
            self.react(battle, id, &path, reaction, umpire)?;
            let open = |battle: &Battle| {
                let at = self.footprint(battle, id);
                battle.unit(parent).is_on_field() && self.way_home(battle, (id, &at), parent).is_ok()
            };
            if !self.goes_on(battle, id) || !open(battle) {
                self.make_room(battle, id, &path, here, umpire);
                return Ok(false);
            }
        }
        Ok(true)
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
        self.hand_over_officers(battle, id, parent);
        let back = *battle.unit(id);
        let whole = battle.unit_mut(parent);
        // RULING: what some of its stands have fired, the regiment has fired; and a marker for ammunition stays on it.
        whole.out_of_ammo |= back.out_of_ammo;
        whole.done.fired = whole.done.fired.or(back.done.fired);
        whole.done.reacted |= back.done.reacted;
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
        self.carry_officers(battle, parent);
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

    /// P8: skirmishers who are charged fall back: into their parent, or as fast as they can, however often they have moved or run
    /// this turn.
    fn fall_back<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        attacker: UnitId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if !battle.unit(id).is_on_field() {
            return Ok(());
        }
        let parent = battle.unit(id).parent.filter(|parent| battle.unit(*parent).is_on_field());
        // RULING: a detachment that cannot come to its parent runs like a unit that skirmishes as a whole.
        let home = parent.and_then(|parent| self.way_home(battle, (id, &self.footprint(battle, id)), parent).ok());
        let parent = parent.filter(|_| home.is_some());
        for friend in home.into_iter().flat_map(|home| home.friends) {
            if battle.unit(id).is_on_field() {
                self.pass_through_friend(battle, id, friend, umpire)?;
            }
        }
        let unit = *battle.unit(id);
        if !unit.is_on_field() {
            return Ok(());
        }
        let situation = FallBackSituation {
            arm: self.arm(battle, id),
            mounted: unit.mounted,
            moved_last_turn: unit.moved_last_turn,
            skirmishers: unit.condition,
            parent: parent.map(|parent| battle.unit(parent).condition),
        };
        let outcome = FallBack::run(&self.book, &situation, umpire)?;
        if let (Some(parent), Some(rejoined)) = (parent, outcome.rejoined) {
            self.rejoin(battle, id, parent, rejoined, umpire);
            return Ok(());
        }
        let from = battle.unit(attacker).centre;
        let away = Heading::towards(from, unit.centre).unwrap_or(self.home[self.side(battle, id) as usize]);
        let length = self.on_ground(outcome.inches);
        // Whoever has to go gets up, as in any withdrawal.
        let unit = battle.unit_mut(id);
        (unit.done.moved, unit.prone) = (true, false);
        let start = self.footprint(battle, id);
        let back = Manoeuvre::Oblique { turn: start.heading.turn_to(away), length };
        let open = self.free_way(battle, id, &start, back) >= length;
        if open && !self.ground.extent().contains(back.end(&start).centre) {
            tell(umpire, || Deed::LeftTheMap { unit: id });
            self.lose_all(battle, id, false, umpire);
            return Ok(());
        }
        self.go_back(battle, id, (away, length), umpire)
    }
}

/// Skirmishers who fall back before an attacker.
pub(super) struct Falls<'f> {
    pub theatre: &'f Theatre,
    pub id: UnitId,
    pub attacker: UnitId,
}

pub(super) fn fall_back<U: Referee>(facts: &Falls<'_>, mut battle: Course, umpire: &mut U) -> Ruling<Course, U> {
    facts.theatre.fall_back(&mut battle, facts.id, facts.attacker, umpire)?;
    Ok(battle)
}

//! Marksmen who fire at an officer alone (optional rule).

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Refusal, Ruling};
use field::plane::{Footprint, Heading};

use super::command::of_command;
use super::condition::tell;
use super::course::Course;
use super::geometry::whole_yards;
use super::state::{Battle, OfficerId, Phase, Picked, UnitId};
use super::terrain::area_row;
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::{Casualty, Weapon};
use crate::command::{FireAtOfficer, FireAtOfficerSituation};
use crate::fire::{Stance, Volley};
use crate::rules::*;
use crate::unit::{Cover, Hindrance};

impl Theatre {
    /// The stand of a unit that fires at an officer: of those that have him in arc, sight and range, the nearest.
    pub(super) fn pick(
        &self,
        battle: &Battle,
        id: UnitId,
        stance: Stance,
        officer: OfficerId,
    ) -> Result<Picked, Refusal> {
        let mut refusal = Refusal::new();
        let played = self.book.switches.fire_at_officers;
        refusal.unless(played, "officer", SE_OPT_OFFICERS, || {
            "this table does not fire at officers: switch fire-at-officers on".to_owned()
        });
        let known = officer.index() < self.posts.len();
        refusal.unless_senseless(known, "officer", || format!("there is no officer {}", officer.0));
        refusal.verdict()?;
        let (state, name) = (&battle.officers[officer.index()], &self.posts[officer.index()].name);
        let mut refusal = Refusal::new();
        let enemy = self.side_of_officer(officer) != self.side(battle, id);
        refusal.unless_senseless(enemy && state.is_present(), "officer", || format!("{name} is no enemy on the map"));
        refusal.verdict()?;
        let aimed = self.officer_aim(battle, id, officer);
        let found = aimed.is_some();
        let (stand, volley) = aimed.unwrap_or((0, plain_volley()));
        let situation = self.officer_situation(battle, id, stance, officer, volley);
        let refused = FireAtOfficer::check(&self.book, &situation).err().unwrap_or_default();
        let mut refusal = of_command(refused, "unit", &["officer"]);
        refusal.unless(found, "officer", SE_OPT_OFFICERS, || {
            format!("no stand of {} has {name} in arc, sight and range", self.name(battle, id))
        });
        refusal.verdict()?;
        Ok(Picked { firer: id, officer, stand })
    }

    /// The nearest stand that can fire at an officer, and its fire.
    pub(super) fn officer_aim(&self, battle: &Battle, id: UnitId, officer: OfficerId) -> Option<(u8, Volley)> {
        let to = battle.officers[officer.index()].at;
        let there = Footprint::new(to, Heading::NORTH, 2, 2);
        let weapon = *self.regiment(battle, id).weapons.first()?;
        let unit = battle.unit(id);
        let stands = self.stands(battle, id);
        let aims = stands.iter().enumerate().filter_map(|(number, stand)| {
            let from = stand.front_centre();
            let range_yards = whole_yards(from.distance(to));
            let able = !self.factor(weapon, range_yards).is_zero()
                && self.is_in_arc(unit, stand, &there)
                && self.sees_point(battle, id, from, to);
            able.then_some((range_yards, number as u8))
        });
        let (range_yards, stand) = aims.min()?;
        Some((stand, Volley { range_yards, weapon, ..plain_volley() }))
    }

    fn officer_situation(
        &self,
        battle: &Battle,
        id: UnitId,
        stance: Stance,
        officer: OfficerId,
        volley: Volley,
    ) -> FireAtOfficerSituation {
        let state = &battle.officers[officer.index()];
        let mut volleys = ArrayVec::new();
        volleys.push(volley);
        let mut firer = self.firer(battle, id, stance, volleys);
        firer.hindrance = Hindrance::None;
        let areas = self.ground.kinds_at(state.at).map(|kind| area_row(kind).cover());
        FireAtOfficerSituation {
            side: self.side(battle, id),
            firer,
            already_tried: battle.picked.iter().any(|picked| picked.firer == id && picked.officer != officer),
            officer: self.commander(battle, officer).0,
            attached: state.with.is_some(),
            cover: areas.max().unwrap_or(Cover::None),
        }
    }

    /// The command `resolve-fire-at-officer`.
    pub(super) fn resolve_at_officer<U: Referee>(
        &self,
        battle: &mut Course,
        officer: OfficerId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::ResolveFire);
        let picked: Vec<Picked> = battle.picked.iter().copied().filter(|one| one.officer == officer).collect();
        refusal.unless(!picked.is_empty(), "officer", SE_OPT_OFFICERS, || "nobody declared fire at him".to_owned());
        refusal.verdict()?;
        battle.picked.retain(|one| one.officer != officer);
        for one in picked {
            let alone =
                battle.officers[officer.index()].is_present() && battle.officers[officer.index()].with.is_none();
            let Some((_, volley)) = self.officer_aim(battle, one.firer, officer).filter(|_| alone) else { continue };
            tell(umpire, || Deed::Acts { unit: one.firer });
            let stance = battle.unit(one.firer).done.fired.unwrap_or(Stance::Hold);
            let situation = self.officer_situation(battle, one.firer, stance, officer, volley);
            let facts = Sharpshooting { theatre: self, situation: &situation, firer: one.firer, officer };
            *battle = umpire.step(&facts, battle.take(), pick_off)?;
            self.settle_all(battle, umpire)?;
        }
        self.skip_idle_phases(battle);
        Ok(())
    }
}

fn plain_volley() -> Volley {
    Volley { weapon: Weapon::RifleMusket, stands: 1, range_yards: 0, from_flank_or_rear: false, cover: None }
}

struct Sharpshooting<'f> {
    theatre: &'f Theatre,
    situation: &'f FireAtOfficerSituation,
    firer: UnitId,
    officer: OfficerId,
}

fn pick_off<U: Referee>(facts: &Sharpshooting<'_>, mut battle: Course, umpire: &mut U) -> Ruling<Course, U> {
    let theatre = facts.theatre;
    let outcome = FireAtOfficer::run(&theatre.book, facts.situation, umpire)?;
    battle.unit_mut(facts.firer).out_of_ammo |= outcome.out_of_ammo;
    match outcome.casualty {
        Casualty::None => {}
        Casualty::Light => battle.officers[facts.officer.index()].health = super::state::Health::LightWound,
        Casualty::Serious => theatre.lose_officer(&mut battle, facts.officer, umpire),
        Casualty::Killed => {
            theatre.lose_officer(&mut battle, facts.officer, umpire);
            theatre.mourn(&mut battle, facts.officer);
        }
    }
    Ok(battle)
}

//! The Fire Phase on the map: who can fire at whom with which stands, and the resolution of what was declared (P2).

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::chart::Key;
use engine::{Refusal, Ruling};
use field::plane::Footprint;

use super::aim::{Aim, Sought};
use super::command::Allotment;
use super::condition::tell;
use super::course::Course;
use super::geometry::{nearest_point, whole_yards};
use super::state::{Battle, Declared, OfficerId, Phase, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::{CasualtyCheck, Limit, Weapon};
use crate::fire::{FIRERS_MAX, Fire, FireOutcome, FireSituation, FireTarget, Firer, Stance, VOLLEYS_MAX, Volley};
use crate::rules::*;
use crate::unit::{Arm, Commander, Cover, Formation, Hindrance};

impl Theatre {
    /// The command `declare-fire`.
    pub(super) fn declare_fire<U: Referee>(
        &self,
        battle: &mut Battle,
        id: UnitId,
        stance: Stance,
        at: &[Allotment],
        officer: Option<OfficerId>,
    ) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::DeclareFire);
        self.check_active(battle, &mut refusal, "unit", id);
        for (place, allotment) in at.iter().enumerate() {
            self.check_target(battle, &mut refusal, &format!("at[{place}].target"), id, allotment.target);
        }
        let some = !at.is_empty() || officer.is_some();
        refusal.unless_senseless(some, "at", || "name at least one target".to_owned());
        refusal.verdict()?;
        self.check_firer(battle, id, stance)?;
        let picked = match officer {
            Some(officer) => Some(self.pick(battle, id, stance, officer)?),
            None => None,
        };
        let declared = self.allot(battle, id, at, picked.map_or(0, |picked| 1 << picked.stand))?;
        battle.declared.extend(declared);
        battle.picked.extend(picked);
        battle.unit_mut(id).done.fired = Some(stance);
        Ok(())
    }

    /// The command `fire-all`: every stand that can fires at one target.
    pub(super) fn fire_all<U: Referee>(
        &self,
        battle: &mut Battle,
        id: UnitId,
        stance: Stance,
        target: UnitId,
    ) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::DeclareFire);
        self.check_active(battle, &mut refusal, "unit", id);
        self.check_target(battle, &mut refusal, "target", id, target);
        refusal.verdict()?;
        self.check_firer(battle, id, stance)?;
        let stands = self.all_that_bear(battle, id, target);
        let mut refusal = Refusal::new();
        refusal.unless(stands != 0, "target", SE_FIRE_STANDS, || self.out_of_aim(battle, id, target));
        let others = battle.declared.iter().filter(|other| other.target == target).count();
        refusal.unless_senseless(others < FIRERS_MAX, "target", || format!("{FIRERS_MAX} units fire at it already"));
        refusal.verdict()?;
        battle.declared.push(Declared { firer: id, target, stands });
        battle.unit_mut(id).done.fired = Some(stance);
        Ok(())
    }

    /// Every stand of a unit that can fire at a target, a bit for each. R 9: of guns of a kind an odd one fires only where their
    /// number is odd.
    pub(super) fn all_that_bear(&self, battle: &Battle, id: UnitId, target: UnitId) -> u64 {
        self.in_pairs(battle, id, &self.aims(battle, id, target))
    }

    /// The stands of these that may fire, a bit for each: all of them, but guns in pairs of a kind.
    pub(super) fn in_pairs(&self, battle: &Battle, id: UnitId, aims: &[Aim]) -> u64 {
        let mut stands = aims.iter().fold(0, |bits, aim| bits | 1 << aim.stand);
        if self.arm(battle, id).is_artillery() {
            for (kind, guns) in battle.unit(id).guns.iter().enumerate().filter(|(_, guns)| **guns % 2 == 0) {
                let able = || aims.iter().filter(|aim| usize::from(aim.kind) == kind);
                if let Some(odd) = able().next_back().filter(|_| *guns > 0 && able().count() % 2 == 1) {
                    stands &= !(1 << odd.stand);
                }
            }
        }
        stands
    }

    fn out_of_aim(&self, battle: &Battle, id: UnitId, target: UnitId) -> String {
        let (name, enemy) = (self.name(battle, id), self.name(battle, target));
        let (far, reach) = (whole_yards(self.apart(battle, id, target)), self.farthest(battle, id));
        let (unit, at) = (battle.unit(id), self.footprint(battle, target));
        let able = |stand: &&Footprint| self.is_in_arc(unit, stand, &at);
        let stands = self.stands(battle, id);
        let in_arc = || stands.iter().filter(able);
        let range = |stand: &Footprint| {
            let from = stand.front_centre();
            whole_yards(from.distance(nearest_point(&at, from)))
        };
        if in_arc().next().is_none() {
            format!("{enemy} is in the arc of no stand of {name}: wheel or face, and fire next turn")
        } else if in_arc().all(|stand| range(stand) > reach) {
            format!("{enemy}, {far} yards away, is beyond the {reach} yards of {name}: move nearer, and fire next turn")
        } else if in_arc().all(|stand| !self.sees_from(battle, id, stand.front_centre(), target)) {
            format!(
                "{enemy}, {far} yards away, is out of sight of {name}: move to where it is seen, and fire next turn"
            )
        } else {
            format!(
                "no free stand of {name} has {enemy}, {far} yards away, in arc, sight and range, guns in twos of a kind: name another target"
            )
        }
    }

    /// Whether a unit may fire in this Fire Phase at all, by the rules of the procedure and what it has done.
    pub(super) fn check_firer(&self, battle: &Battle, id: UnitId, stance: Stance) -> Result<(), Refusal> {
        let firer = self.firer(battle, id, stance, ArrayVec::new());
        let mut refusal = Refusal::new();
        if let Some((rule, why)) = firer.hindrance.bars_fire(false) {
            refusal.unless(false, "unit", rule, || format!("{}: {why}", self.name(battle, id)));
        }
        let arm = self.arm(battle, id);
        let fires = arm != Arm::Wagon && firer.formation != Formation::Limbered;
        refusal.unless(fires, "unit", SE_FIRE_OPT_ART, || {
            format!("{} does not fire: unlimber it in the Movement Phase, and fire next turn", self.name(battle, id))
        });
        let unit = battle.unit(id);
        refusal.unless(!unit.done.reacted, "unit", SE_MOVE_PASSTHROUGH, || {
            format!("{} has fired at an enemy that moved past it: it fires again next turn", self.name(battle, id))
        });
        let fits = match stance {
            Stance::Hold => true,
            Stance::Move => !arm.is_artillery(),
            Stance::Prolong => arm.is_artillery(),
            Stance::Defensive => false,
        };
        let rule = if arm.is_artillery() { SE_FIRE_OPT_ART } else { SE_FIRE_OPT_FULL };
        refusal.unless(fits, "stance", rule, || {
            let may = if arm.is_artillery() { "hold or prolong" } else { "hold or move" };
            format!("{} may {may}", self.name(battle, id))
        });
        refusal.verdict()
    }

    /// Refuses whoever cannot be fired at.
    fn check_target(&self, battle: &Battle, refusal: &mut Refusal, field: &str, id: UnitId, target: UnitId) {
        let is_there = target.index() < battle.units.len() && battle.unit(target).is_on_field();
        refusal.unless_senseless(is_there, field, || format!("no unit {} is on the map", target.0));
        if !is_there || id.index() >= battle.units.len() {
            return;
        }
        let enemy = self.side(battle, target) != self.side(battle, id);
        refusal.unless_senseless(enemy, field, || format!("{} is no enemy", self.name(battle, target)));
        // S 51: nobody fires into a fight.
        refusal.unless(!battle.is_in_contact(target), field, SE_COMBAT_RES_ENGD, || {
            format!("{} is in a fight: nobody fires into it", self.name(battle, target))
        });
    }

    /// Shares out a unit's stands among its targets.
    fn allot(&self, battle: &Battle, id: UnitId, at: &[Allotment], mut taken: u64) -> Result<Vec<Declared>, Refusal> {
        let mut refusal = Refusal::new();
        self.check_pairs(battle, &mut refusal, id, at);
        let aims: Vec<Vec<Aim>> = at.iter().map(|allotment| self.aims(battle, id, allotment.target)).collect();
        let mut declared = Vec::new();
        for (place, allotment) in at.iter().enumerate() {
            self.check_kind(battle, &mut refusal, (id, place), allotment);
            let wanted_later =
                |stand: u8| aims[place + 1..].iter().any(|aims| aims.iter().any(|aim| aim.stand == stand));
            let is_gun = self.arm(battle, id).is_artillery();
            let mut free: Vec<&Aim> = aims[place]
                .iter()
                .filter(|aim| taken & (1 << aim.stand) == 0 && (!is_gun || aim.kind == allotment.guns))
                .collect();
            free.sort_by_key(|aim| {
                (wanted_later(aim.stand), std::cmp::Reverse(aim.factor), aim.range_yards, aim.stand)
            });
            let most = free.len() as u16;
            refusal.unless(
                (1..=most).contains(&allotment.stands),
                &format!("at[{place}].stands"),
                SE_FIRE_STANDS,
                || {
                    let (name, target) = (self.name(battle, id), self.name(battle, allotment.target));
                    match most {
                        0 => self.out_of_aim(battle, id, allotment.target),
                        _ => format!(
                            "{most} free stands of {name} have {target} in arc, sight and range: give 1 to {most}"
                        ),
                    }
                },
            );
            let chosen = free.iter().take(usize::from(allotment.stands)).fold(0, |bits, aim| bits | 1 << aim.stand);
            taken |= chosen;
            let others = battle.declared.iter().filter(|other| other.target == allotment.target).count();
            refusal.unless_senseless(others < FIRERS_MAX, &format!("at[{place}].target"), || {
                format!("{FIRERS_MAX} units fire at it already")
            });
            // All that a unit fires at one target is one fire of its own: its Panic Markers silence stands of it once.
            match declared.iter_mut().find(|one: &&mut Declared| one.target == allotment.target) {
                Some(one) => one.stands |= chosen,
                None => declared.push(Declared { firer: id, target: allotment.target, stands: chosen }),
            }
        }
        refusal.verdict()?;
        Ok(declared)
    }

    /// Refuses a kind of guns that the unit does not have.
    fn check_kind(&self, battle: &Battle, refusal: &mut Refusal, (id, place): (UnitId, usize), one: &Allotment) {
        let kinds = self.regiment(battle, id).weapons.len();
        refusal.unless_senseless(usize::from(one.guns) < kinds.max(1), &format!("at[{place}].guns"), || {
            format!("it has {kinds} kinds of weapons, counted from 0")
        });
    }

    /// How far the farthest weapon of a unit reaches, in yards.
    pub(super) fn farthest(&self, battle: &Battle, id: UnitId) -> u16 {
        let reach = |weapon: &Weapon| self.book.tables.max_range.at(*weapon).value;
        self.regiment(battle, id).weapons.iter().map(reach).max().unwrap_or(0)
    }

    /// R 9: guns are allotted in twos of one kind; only the odd last one of its kind fires alone.
    fn check_pairs(&self, battle: &Battle, refusal: &mut Refusal, id: UnitId, at: &[Allotment]) {
        if !self.arm(battle, id).is_artillery() {
            return;
        }
        for (kind, guns) in battle.unit(id).guns.iter().enumerate() {
            let odd = at.iter().filter(|one| usize::from(one.guns) == kind && one.stands % 2 == 1).count();
            refusal.unless(odd <= usize::from(guns % 2), "at", SE_FIRE_ART_PAIRS, || {
                let may = if guns % 2 == 1 { "one may fire alone" } else { "none fires alone" };
                format!("guns of a kind fire in twos; of its {guns} guns of kind {kind} {may}: give an even number")
            });
        }
    }

    /// The command `resolve-fire`: all that was declared at one target, through the procedure.
    pub(super) fn resolve_fire<U: Referee>(
        &self,
        battle: &mut Course,
        target: UnitId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::ResolveFire);
        let declared: Vec<Declared> = battle.declared.iter().copied().filter(|one| one.target == target).collect();
        refusal.unless(!declared.is_empty(), "target", SE_FIRE_DECLARE, || {
            let left = battle.declared.first().map_or("nobody", |one| self.name(battle, one.target));
            format!("nobody declared fire at it; fire at {left} is to be resolved")
        });
        refusal.verdict()?;
        battle.declared.retain(|one| one.target != target);
        tell(umpire, || Deed::FiredAt { target, firers: declared.iter().map(|one| one.firer).collect() });
        let side = battle.side;
        // S 62: of those who declared it, who can still fire at what is left of the target.
        let mut firers: Vec<UnitId> = Vec::new();
        let mut situation = FireSituation { side, firers: Vec::new(), target: self.fire_target(battle, target) };
        for one in &declared {
            let volleys = self.volleys(battle, one.firer, target, one.stands);
            if !volleys.is_empty() {
                let stance = battle.unit(one.firer).done.fired.unwrap_or(Stance::Hold);
                firers.push(one.firer);
                situation.firers.push(self.firer(battle, one.firer, stance, volleys));
            }
        }
        if !situation.firers.is_empty() {
            self.fire_and_suffer(battle, target, &firers, &situation, umpire)?;
            self.settle_all(battle, umpire)?;
        }
        self.skip_idle_phases(battle);
        Ok(())
    }

    /// Fire through the procedure, and what it does to its target and its firers. Gives the markers it was worth.
    #[track_caller]
    pub(super) fn fire_and_suffer<U: Referee>(
        &self,
        battle: &mut Course,
        target: UnitId,
        firers: &[UnitId],
        situation: &FireSituation,
        umpire: &mut U,
    ) -> Ruling<u8, U> {
        let facts = Shooting { theatre: self, situation, target, firers };
        let (after, markers) = umpire.step(&facts, (battle.take(), 0), shoot)?;
        *battle = after;
        Ok(markers)
    }

    /// The target of fire as the procedure asks about it.
    pub(super) fn fire_target(&self, battle: &Battle, id: UnitId) -> FireTarget {
        let unit = battle.unit(id);
        FireTarget {
            arm: self.arm(battle, id),
            formation: unit.formation,
            mounted: unit.mounted,
            prone: unit.prone,
            ranks: self.ranks(battle, id),
            road_column: self.is_road_column(battle, id),
            flanks_exposed: unit.flanks_exposed && unit.formation == Formation::Skirmish,
            cover: Cover::None,
            condition: unit.condition,
            commander: self.endangered(battle, id).map(|(_, commander)| commander),
        }
    }

    /// The commander with a unit who shares its danger: the highest rated one.
    pub(super) fn endangered(&self, battle: &Battle, id: UnitId) -> Option<(OfficerId, Commander)> {
        let rated = battle.officers_with(id).map(|officer| (officer, self.commander(battle, officer).0));
        rated.max_by_key(|(officer, commander)| (commander.rating, std::cmp::Reverse(*officer)))
    }

    /// What a procedure asks about the officers with a unit: the rating of whoever helps it, and the wounds of whoever is in
    /// danger with it. They need not be the same man.
    pub(super) fn helped_by(&self, battle: &Battle, id: UnitId, helps: Option<Commander>) -> Option<Commander> {
        let rating = helps.map_or(0, |commander| commander.rating);
        self.endangered(battle, id).map(|(_, commander)| Commander { rating, ..commander })
    }

    /// S 46: a column or limbered unit that stands on a road.
    pub(super) fn is_road_column(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        matches!(unit.formation, Formation::Column | Formation::Limbered) && self.is_on_road(unit.centre)
    }

    /// A firing unit as the procedure asks about it.
    pub(super) fn firer(
        &self,
        battle: &Battle,
        id: UnitId,
        stance: Stance,
        volleys: ArrayVec<Volley, VOLLEYS_MAX>,
    ) -> Firer {
        let unit = battle.unit(id);
        Firer {
            arm: self.arm(battle, id),
            formation: unit.formation,
            mounted: unit.mounted,
            prone: unit.prone,
            marksmen: self.regiment(battle, id).marksmen,
            stance,
            panic: unit.condition.panic,
            out_of_ammo: unit.out_of_ammo,
            ranks: self.ranks(battle, id),
            // On the map no other stands have an aim.
            front_rank: true,
            hindrance: self.fire_hindrance(battle, id),
            volleys: volleys.into_iter().collect(),
        }
    }

    fn fire_hindrance(&self, battle: &Battle, id: UnitId) -> Hindrance {
        let unit = battle.unit(id);
        if battle.is_in_contact(id) {
            Hindrance::Engaged
        } else if unit.has_withdrawn(battle.turn) {
            Hindrance::Withdrawn
        } else if unit.done.fired.is_some() {
            Hindrance::FiredInPlace
        } else if unit.overenthusiastic {
            Hindrance::Overenthusiastic
        } else {
            Hindrance::None
        }
    }

    /// The stands that fire, put together by weapon, range band and cover, and by what else counts by their range.
    pub(super) fn volleys(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        stands: u64,
    ) -> ArrayVec<Volley, VOLLEYS_MAX> {
        self.volleys_of(battle, (id, target), &self.aims_of(battle, id, target, Sought { stands, ..Sought::ALL }))
    }

    /// The stands with these aims, put together in the same way.
    pub(super) fn volleys_of(
        &self,
        battle: &Battle,
        (id, target): (UnitId, UnitId),
        aims: &[Aim],
    ) -> ArrayVec<Volley, VOLLEYS_MAX> {
        if aims.is_empty() {
            return ArrayVec::new();
        }
        let (from_flank_or_rear, covers) = (self.is_on_flank(battle, id, target), self.covers(battle, target));
        let (fifty, counts) = (self.book.limit(Limit::FiftyYards), self.book.switches.fifty_yards);
        let is_close = |range_yards: u16| counts && range_yards <= fifty;
        let mut groups: ArrayVec<(Aim, Volley), VOLLEYS_MAX> = ArrayVec::new();
        for aim in aims {
            let Aim { weapon, range_yards, .. } = *aim;
            let cover = Some(self.cover_against(&covers, aim.from));
            let alike = |other: &Aim, volley: &Volley| {
                let near = is_close(other.range_yards) == is_close(range_yards);
                other.weapon == weapon && other.factor == aim.factor && volley.cover == cover && near
            };
            let place = groups.iter().position(|(other, volley)| alike(other, volley));
            // LIMIT: what does not fit joins the last volley, at the longer range of the two.
            let place = place.or_else(|| groups.is_full().then(|| groups.len() - 1));
            match place {
                Some(place) => {
                    let volley = &mut groups[place].1;
                    volley.stands += 1;
                    volley.range_yards = volley.range_yards.max(range_yards);
                }
                None => {
                    let volley = Volley { weapon, stands: 1, range_yards, from_flank_or_rear, cover };
                    groups.push((*aim, volley));
                }
            }
        }
        groups.into_iter().map(|(_, volley)| volley).collect()
    }

    /// What fire does to its target and its firers.
    fn take_fire<U: Referee>(
        &self,
        battle: &mut Course,
        target: UnitId,
        firers: &[UnitId],
        outcome: &FireOutcome,
        umpire: &mut U,
    ) {
        let officer = self.endangered(battle, target).map(|(officer, _)| officer);
        if outcome.flank_fire {
            battle.unit_mut(target).flank_fire_turn = battle.turn;
        }
        for firer in firers {
            let guns = self.arm(battle, *firer).is_artillery();
            let empty = if guns { outcome.artillery_out_of_ammo } else { outcome.small_arms_out_of_ammo };
            battle.unit_mut(*firer).out_of_ammo |= empty;
        }
        self.endanger_others(battle, target, officer, (CasualtyCheck::Fire, outcome.hits.into()));
        self.settle(battle, target, outcome.condition, umpire);
        self.take_casualty(battle, target, officer, outcome.commander, umpire);
    }

    /// What kinds of guns or arms a unit has, for players.
    pub fn weapon_names(&self, battle: &Battle, id: UnitId) -> Vec<&'static str> {
        self.regiment(battle, id).weapons.iter().map(|weapon| weapon.name()).collect()
    }
}

/// Who fires at whom.
struct Shooting<'f> {
    theatre: &'f Theatre,
    situation: &'f FireSituation,
    target: UnitId,
    firers: &'f [UnitId],
}

fn shoot<U: Referee>(facts: &Shooting<'_>, (mut battle, _): (Course, u8), umpire: &mut U) -> Ruling<(Course, u8), U> {
    let outcome = Fire::run(&facts.theatre.book, facts.situation, umpire)?;
    facts.theatre.take_fire(&mut battle, facts.target, facts.firers, &outcome, umpire);
    Ok((battle, outcome.markers))
}

//! The optional fire of one marksman stand at an officer who stands alone.

use engine::book::Procedure;
use engine::{Refusal, Ruling, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Command, fate};
use crate::charts::{Casualty, CasualtyCheck, FireResult, StandKind};
use crate::fire::{Fire, FireSituation, Firer, Stance, TargetFacts, resolve_group, shoot};
use crate::rules::*;
use crate::unit::{Arm, Commander, Cover, Formation, Shelter, check_commander};
use crate::{Book, Referee};

/// A marksman stand aims at an officer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireAtOfficerSituation {
    /// The side of the marksmen.
    pub side: Side,
    /// The unit, with one volley of one stand: the stand that fires.
    pub firer: Firer,
    /// Whether another stand of this unit has already tried this turn.
    #[serde(default)]
    pub already_tried: bool,
    /// The officer.
    pub officer: Commander,
    /// Whether he is attached to a unit: then he cannot be picked out.
    #[serde(default)]
    pub attached: bool,
    /// His cover.
    #[serde(default = "no_cover")]
    pub cover: Cover,
}

fn no_cover() -> Cover {
    Cover::None
}

/// What the shot did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FireAtOfficerOutcome {
    /// Whether this table plays the rule at all.
    pub played: bool,
    /// Hits on the officer, each of them a check.
    pub hits: u8,
    /// What became of him.
    pub casualty: Casualty,
    /// Whether the unit that fired is now out of ammunition (optional rule).
    pub out_of_ammo: bool,
}

/// Fire at officers as a procedure of its own.
pub struct FireAtOfficer;

impl Procedure for FireAtOfficer {
    type Book = Book;
    type Situation = FireAtOfficerSituation;
    type Outcome = FireAtOfficerOutcome;

    const NAME: &'static str = "fire-at-officer";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "One stand of marksmen fires at an officer who stands alone (optional rule).";

    fn examples() -> Vec<(&'static str, FireAtOfficerSituation)> {
        let firers = Fire::examples().into_iter().next().and_then(|(_, fire)| fire.firers.into_iter().next());
        let one_stand = |mut firer: Firer| {
            firer.marksmen = true;
            firer.formation = Formation::Skirmish;
            for volley in &mut firer.volleys {
                (volley.stands, volley.range_yards) = (1, 90);
            }
            firer
        };
        let plain = firers.map(|firer| FireAtOfficerSituation {
            side: Side::Confederate,
            firer: one_stand(firer),
            already_tried: false,
            officer: Commander { rating: 3, wounded: false },
            attached: false,
            cover: Cover::None,
        });
        let wounded = plain.clone().map(|plain| FireAtOfficerSituation {
            officer: Commander { rating: 1, wounded: true },
            cover: Cover::Soft,
            ..plain
        });
        let named = [("a sharpshooter sees a corps commander", plain), ("a wounded brigadier in the woods", wounded)];
        named.into_iter().filter_map(|(name, situation)| Some((name, situation?))).collect()
    }

    fn check(book: &Book, situation: &FireAtOfficerSituation) -> Result<(), Refusal> {
        let mut refusal = check_firer(book, situation);
        let stands: u16 = situation.firer.volleys.iter().map(|volley| volley.stands).sum();
        let one = situation.firer.volleys.len() == 1 && stands == 1;
        refusal.unless(one, "firer.volleys", SE_OPT_OFFICERS_ONE, || "a single stand fires".to_owned());
        refusal.unless(!situation.already_tried, "already_tried", SE_OPT_OFFICERS_ONE, || {
            "only one stand of a unit may try in a turn".to_owned()
        });
        refusal.unless(situation.firer.marksmen, "firer.marksmen", SE_OPT_OFFICERS, || {
            "only Marksmen fire at officers".to_owned()
        });
        refusal.unless(!situation.firer.arm.is_artillery(), "firer.arm", SE_OPT_OFFICERS, || {
            "guns do not fire at officers".to_owned()
        });
        refusal.unless(!situation.attached, "attached", SE_OPT_OFFICERS, || {
            "an officer with a unit cannot be picked out".to_owned()
        });
        check_commander(book, &mut refusal, "officer.rating", Some(&situation.officer));
        refusal.verdict()
    }

    fn run<U: Referee>(
        book: &Book,
        situation: &FireAtOfficerSituation,
        umpire: &mut U,
    ) -> Ruling<FireAtOfficerOutcome, U> {
        umpire.cite_all([SE_OPT_OFFICERS, SE_OPT_OFFICERS_ONE]);
        let played = book.switches.fire_at_officers;
        let mut outcome = FireAtOfficerOutcome { played, hits: 0, casualty: Casualty::None, out_of_ammo: false };
        let Some(volley) = situation.firer.volleys.first().filter(|_| played) else {
            return Ok(outcome);
        };
        umpire.cite(SE_OPT_OFFICERS_SHIFT);
        let silenced = situation.firer.panic > 0;
        if silenced {
            // The one stand that aims is the one that a marker silences.
            umpire.cite(SE_FIRE_PANIC_LOSS);
            return Ok(outcome);
        }
        // SE-OPT-OFFICERS-SHIFT: he is a target like a mounted skirmisher, in his cover too.
        let shelter = Shelter { cover: situation.cover, tall: A_LONE_RIDER.mounted };
        let shot = shoot(book, situation.firer.facts(situation.side), volley, shelter, umpire)?;
        let effect = resolve_group(book, &A_LONE_RIDER, &[shot], umpire)?;
        outcome.out_of_ammo = effect.out_of_ammo;
        // S 61: a Panic Marker does nothing to one man; each hit is a check as for a commander with a unit.
        if let FireResult::Hits(hits) = effect.result {
            outcome.hits = hits;
            let command = Command::of(Some(&situation.officer));
            (outcome.casualty, _) = fate(book, CasualtyCheck::Fire, hits.into(), command, umpire)?;
        }
        Ok(outcome)
    }

    fn line(outcome: &FireAtOfficerOutcome) -> String {
        let what = match (outcome.played, outcome.casualty) {
            (false, _) => "this table does not fire at officers",
            (true, Casualty::Killed) => "killed: all he commands test at once",
            (true, Casualty::Serious) => "seriously wounded: he leaves the field",
            (true, Casualty::Light) => "lightly wounded: slower from now on",
            (true, Casualty::None) => "unhurt",
        };
        let ammunition = if outcome.out_of_ammo { "; the marksmen are out of ammunition" } else { "" };
        format!("{what}{ammunition}")
    }
}

/// An officer is fired at like a mounted skirmisher.
const A_LONE_RIDER: TargetFacts = TargetFacts {
    kind: StandKind::Cavalry,
    arm: Arm::Cavalry,
    formation: Formation::Skirmish,
    mounted: true,
    prone: false,
    ranks: 1,
    road_column: false,
    flanks_exposed: false,
};

/// The unit that fires, as any other fire would check it.
fn check_firer(book: &Book, situation: &FireAtOfficerSituation) -> Refusal {
    let as_fire = FireSituation::at_anyone(situation.side, situation.firer.clone());
    let mut refusal = Fire::check(book, &as_fire).err().unwrap_or_default();
    for reason in &mut refusal.reasons {
        reason.field = reason.field.replacen("firers[0]", "firer", 1);
    }
    refusal.unless(situation.firer.stance != Stance::Defensive, "firer.stance", SE_OPT_OFFICERS, || {
        "marksmen pick officers out in their own Fire Phase".to_owned()
    });
    refusal
}

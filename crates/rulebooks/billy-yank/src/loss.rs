//! Commanders hit, and who takes over (sections 5.8 and 9.5).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, Side, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{FireCell, LeaderType, Level, Limit, MoraleResult, Weapon};
use crate::citations::type_rule;
use crate::command::{Fate, Led, Staff, Superior, commander_hit, commander_in_danger, tests_at_once};
use crate::cover::check_shelters;
use crate::fire::{FirerFacts, TargetFacts, firepower, reaches, resolve};
use crate::morale::{Body, Cause, morale_test, withdrawal_after};
use crate::rules::*;
use crate::unit::{Condition, Owner, Ranks, Unit, Withdrawal, check_unit};
use crate::{Book, Event, Referee};

/// How a commander comes into danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Danger {
    /// The unit he is attached to lost figures in fire or melee.
    FiguresLost {
        /// How many.
        figures: u16,
    },
    /// A stand of marksmen fires at him where he stands alone (optional rule).
    Marksmen {
        /// Their weapon.
        weapon: Weapon,
        /// How many figures fire.
        figures: u16,
        /// The range in metres.
        range_m: u16,
    },
}

/// A commander in danger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LossSituation {
    /// The commander's side.
    pub side: Side,
    /// How he comes into danger.
    pub danger: Danger,
    /// The unit, with the commander attached to it in its chain, after its losses; for marksmen any unit that he leads.
    pub unit: Unit,
    /// Whether the unit has already withdrawn this turn, and how.
    #[serde(default)]
    pub withdrawing: Withdrawal,
}

/// What became of him and his unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct LossOutcome {
    /// What became of him.
    pub fate: Fate,
    /// Whether every unit under his command tests at once.
    pub all_test: bool,
    /// What the test of his own unit came to, if it had to test.
    pub test: Option<MoraleResult>,
    /// His unit afterwards.
    pub condition: Condition,
    /// Whether it withdraws, and how.
    pub withdrawal: Withdrawal,
}

/// 5.8 as a procedure.
pub struct CommanderLoss;

impl Procedure for CommanderLoss {
    type Book = Book;
    type Situation = LossSituation;
    type Outcome = LossOutcome;

    const NAME: &'static str = "commander-casualty";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "A commander is in danger: is he hurt, and does his unit stand it?";

    fn examples() -> Vec<(&'static str, LossSituation)> {
        let brigadier = Superior::new(Level::Brigade, LeaderType::Able, 0).attached();
        let plain = LossSituation {
            side: Side::Union,
            danger: Danger::FiguresLost { figures: 2 },
            unit: Unit { disorder: 2, figures_lost: 2, chain: vec![brigadier], ..Unit::infantry(18) },
            withdrawing: Withdrawal::None,
        };
        let wounded = Superior { wounded: true, ..brigadier };
        vec![
            ("two figures fall around a brigadier", plain.clone()),
            (
                "one falls beside a wounded one",
                LossSituation {
                    danger: Danger::FiguresLost { figures: 1 },
                    unit: Unit { chain: vec![wounded], ..plain.unit.clone() },
                    ..plain
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &LossSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_unit(book, &mut refusal, "unit", &situation.unit);
        check_shelters(&mut refusal, "unit.shelters", &situation.unit);
        let chain = &situation.unit.chain;
        let attached = chain.iter().any(|superior| superior.attached);
        match situation.danger {
            Danger::FiguresLost { figures } => {
                let most = u16::from(engine::dice::DICE_MAX);
                refusal.unless((1..=most).contains(&figures), "danger.figures-lost.figures", BY_CAS_TABLE, || {
                    format!("give 1 to {most} figures")
                });
                refusal.unless(attached, "unit.chain", BY_CAS_TABLE, || {
                    "only a commander who is attached to the unit is in danger".to_owned()
                });
            }
            Danger::Marksmen { weapon, figures, range_m } => {
                refusal.unless(book.switches.shoot_officers, "danger", BY_CAS_TABLE, || {
                    "the switch shoot-officers is off".to_owned()
                });
                let most = book.tables.turn.figures_per_stand.at(crate::charts::StandKind::Infantry).value;
                refusal.unless((1..=most).contains(&figures), "danger.marksmen.figures", BY_FIRE_MOD_MARKSMEN, || {
                    format!("one stand of 1 to {most} figures fires")
                });
                let reach = book.limit(Limit::OfficerRange);
                let near = range_m >= 1 && range_m <= reach && reaches(book, weapon, range_m);
                refusal.unless(near, "danger.marksmen.range_m", crate::citations::weapon_rule(weapon), || {
                    format!("marksmen pick off officers within {reach} metres, with a weapon that reaches so far")
                });
                let small = book.tables.fire.class.at(weapon).value == crate::charts::WeaponClass::SmallArm;
                refusal.unless(small, "danger.weapon", BY_FIRE_MOD_MARKSMEN, || "marksmen carry small arms".to_owned());
                refusal.unless(!attached && !chain.is_empty(), "unit.chain", BY_CAS_TABLE, || {
                    "name the commander first in the chain of a unit to which he is not attached".to_owned()
                });
            }
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &LossSituation, umpire: &mut U) -> Ruling<LossOutcome, U> {
        let unit = &situation.unit;
        let mut body = Body::of(unit);
        let fate = match situation.danger {
            Danger::FiguresLost { figures } => {
                commander_in_danger(book, &unit.chain, &mut body.staff, figures, &mut body.condition, umpire)?
            }
            Danger::Marksmen { weapon, figures, range_m } => {
                shot_at(book, (weapon, figures, range_m), &mut body.staff, umpire)?
            }
        };
        let attached = matches!(situation.danger, Danger::FiguresLost { .. });
        let mut outcome = LossOutcome {
            fate,
            all_test: fate == Fate::Killed,
            test: None,
            condition: body.condition,
            withdrawal: situation.withdrawing,
        };
        if attached && tests_at_once(book, fate) {
            let owner = Owner { side: situation.side, first_piece: 0 };
            let result = morale_test(book, unit, owner, Cause::CommanderLost, &mut body, umpire)?;
            outcome.test = Some(result);
            outcome.condition = body.condition;
            outcome.withdrawal = withdrawal_after(result, situation.withdrawing);
        }
        Ok(outcome)
    }

    fn line(outcome: &LossOutcome) -> String {
        let mut line = outcome.fate.to_string();
        if let Some(test) = outcome.test {
            line += &format!("; his unit tests: {test}, {}", counted(outcome.condition.disorder, "marker", "markers"));
        }
        if outcome.all_test {
            line += "; all units under him test at once";
        }
        line
    }
}

/// The optional fire at officers: any figure lost by the chart is a hit.
fn shot_at<U: Referee>(
    book: &Book,
    (weapon, figures, range_m): (Weapon, u16, u16),
    staff: &mut Staff,
    umpire: &mut U,
) -> Ruling<Fate, U> {
    let points = firepower(book, weapon, range_m, figures, umpire)?;
    let firer = FirerFacts {
        stationary: true,
        marksmen: true,
        skirmishers: false,
        first_volley: false,
        led: Led::Nobody,
        mounted: false,
        grape: false,
        csa_artillery: false,
        out_of_ammo: false,
        fatigued: false,
        small_arms: true,
        range_m,
    };
    let target =
        TargetFacts { unlimbered: false, cover: crate::charts::Cover::None, ranks: Ranks::One, exposed: false };
    let shot = resolve(book, points, &firer, &target, umpire)?;
    if matches!(shot.cell, FireCell::Nothing | FireCell::Marker) {
        return Ok(Fate::Unhurt);
    }
    commander_hit(book, 0, staff, None, umpire)
}

/// A command without a commander, or a new force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaderSituation {
    /// The level of the command.
    pub level: Level,
}

/// Who leads from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct LeaderOutcome {
    /// What kind of leader he is.
    pub kind: LeaderType,
    /// His rating.
    pub rating: i16,
}

/// 9.5: the type of a new commander.
pub(crate) fn find_leader<U: Referee>(book: &Book, umpire: &mut U) -> Ruling<LeaderType, U> {
    let die = umpire.d10(BY_CMD_TYPE_TABLE)?;
    let kind = umpire.read(book.tables.morale.leader.at(die)?);
    umpire.cite(type_rule(kind));
    umpire.tell(|| Event::LeaderFound { kind });
    Ok(kind)
}

/// 9.5 as a procedure.
pub struct NewLeader;

impl Procedure for NewLeader {
    type Book = Book;
    type Situation = LeaderSituation;
    type Outcome = LeaderOutcome;

    const NAME: &'static str = "new-leader";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "Someone takes over a command: what kind of leader is he?";

    fn examples() -> Vec<(&'static str, LeaderSituation)> {
        vec![("a colonel takes over a brigade", LeaderSituation { level: Level::Brigade })]
    }

    fn check(_: &Book, _: &LeaderSituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(book: &Book, _: &LeaderSituation, umpire: &mut U) -> Ruling<LeaderOutcome, U> {
        let kind = find_leader(book, umpire)?;
        Ok(LeaderOutcome { kind, rating: umpire.read(book.tables.morale.rating.at(kind)) })
    }

    fn line(outcome: &LeaderOutcome) -> String {
        format!("{}, rating {:+}", outcome.kind, outcome.rating)
    }
}

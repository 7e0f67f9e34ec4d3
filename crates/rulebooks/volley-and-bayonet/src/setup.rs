//! Before and after the battle: strength points, dedicated guns, victory (S59, S62).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, Misc, ScaleItem};
use crate::rules::*;
use crate::unit::Training;
use crate::{Book, Referee};

keys! {
    /// An arm of the service.
    pub enum Arm {
        /// Foot.
        Infantry = "infantry",
        /// Horse.
        Cavalry = "cavalry",
        /// Field artillery, of which some may become dedicated guns.
        FieldArtillery = "field_artillery",
        /// Heavy or siege artillery.
        HeavyArtillery = "heavy_artillery",
    }
}

/// A body of men or guns to be made into a stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RaiseSituation {
    /// Which arm.
    pub arm: Arm,
    /// Men, or guns of artillery.
    pub number: u32,
    /// Strength points of field artillery broken up into dedicated guns.
    #[serde(default)]
    pub broken_up: u8,
    /// How well it is drilled.
    #[serde(default)]
    pub training: Training,
}

/// The stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct RaiseOutcome {
    /// Strength points of the stand.
    pub sp: u32,
    /// Dedicated guns for the brigades of its division or corps.
    pub dedicated_guns: u32,
    /// Whether it starts, and stays, permanently disordered.
    pub permanently_disordered: bool,
}

/// LIMIT: men or guns in one stand.
const NUMBER_MAX: u32 = 20_000;

/// Strength points from men and guns, as a procedure.
pub struct Raise;

impl Procedure for Raise {
    type Book = Book;
    type Situation = RaiseSituation;
    type Outcome = RaiseOutcome;

    const NAME: &'static str = "raise";
    const CHAPTER: &'static str = "Scale";
    const SUMMARY: &'static str = "Strength points of so many men or guns, and dedicated guns made of field artillery.";

    fn examples() -> Vec<(&'static str, RaiseSituation)> {
        let plain = RaiseSituation { arm: Arm::Infantry, number: 1800, broken_up: 0, training: Training::Regular };
        vec![
            ("a brigade of 1800 men", plain),
            (
                "eighteen guns, one point broken up",
                RaiseSituation { arm: Arm::FieldArtillery, number: 18, broken_up: 1, ..plain },
            ),
            ("a brigade of militia", RaiseSituation { training: Training::Militia, ..plain }),
        ]
    }

    fn check(book: &Book, situation: &RaiseSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let guns = matches!(situation.arm, Arm::FieldArtillery | Arm::HeavyArtillery);
        let scale = if guns { VB_SCALE_SP_GUNS } else { VB_SCALE_SP_MEN };
        refusal.unless((1..=NUMBER_MAX).contains(&situation.number), "number", scale, || {
            format!("1 to {NUMBER_MAX} men or guns")
        });
        let sp = strength(book, situation);
        refusal.unless(sp >= 1, "number", scale, || "too few for a strength point".to_owned());
        let field = situation.arm == Arm::FieldArtillery || situation.broken_up == 0;
        refusal.unless(field, "broken_up", VB_MSC_DG_TWO, || "only field artillery is broken up".to_owned());
        refusal.unless(u32::from(situation.broken_up) <= sp, "broken_up", VB_MSC_DG_TWO, || {
            format!("there are {sp} strength points to break up")
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &RaiseSituation, umpire: &mut U) -> Ruling<RaiseOutcome, U> {
        let guns = matches!(situation.arm, Arm::FieldArtillery | Arm::HeavyArtillery);
        umpire.cite(if guns { VB_SCALE_SP_GUNS } else { VB_SCALE_SP_MEN });
        umpire.read(book.tables.scale.at(if guns { ScaleItem::SpGuns } else { ScaleItem::SpMen }));
        let sp = strength(book, situation);
        let mut dedicated_guns = 0;
        if situation.broken_up > 0 {
            umpire.cite(VB_MSC_DG_TWO);
            umpire.cite(VB_MSC_DG_NO_SP);
            let each = umpire.read(book.tables.misc.at(Misc::GunsPerSp)).thousandths() / 1000;
            dedicated_guns = u32::try_from(each).unwrap_or_default().saturating_mul(situation.broken_up.into());
        }
        let militia = situation.training == Training::Militia && book.switches.militia;
        if militia {
            umpire.cite(VB_MSC_POORLY_TRAINED);
            umpire.cite(VB_MSC_MILITIA);
        }
        let sp = sp.saturating_sub(situation.broken_up.into());
        Ok(RaiseOutcome { sp, dedicated_guns, permanently_disordered: militia })
    }

    fn line(outcome: &RaiseOutcome) -> String {
        let guns = if outcome.dedicated_guns > 0 {
            format!(", {}", counted(outcome.dedicated_guns, "dedicated gun", "dedicated guns"))
        } else {
            String::new()
        };
        let militia = if outcome.permanently_disordered { ", permanently disordered" } else { "" };
        format!("{} SP{guns}{militia}", outcome.sp)
    }
}

/// Rounded to the nearest.
fn strength(book: &Book, situation: &RaiseSituation) -> u32 {
    let item = match situation.arm {
        Arm::Infantry | Arm::Cavalry => ScaleItem::SpMen,
        Arm::FieldArtillery | Arm::HeavyArtillery => ScaleItem::SpGuns,
    };
    let each = u32::from(book.tables.scale.at(item).value).max(1);
    situation.number.saturating_add(each / 2) / each
}

/// What one side has to show at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Points of the objectives it holds.
    #[serde(default)]
    pub objectives: u16,
    /// Its divisions at the start.
    pub divisions: u8,
    /// Those that are exhausted and not collapsed.
    #[serde(default)]
    pub exhausted: u8,
    /// Those that collapsed or were eliminated.
    #[serde(default)]
    pub collapsed: u8,
    /// Its army commander was killed or captured.
    #[serde(default)]
    pub commander_lost: bool,
}

/// The end of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictorySituation {
    /// The first side.
    pub first: Tally,
    /// The second side.
    pub second: Tally,
    /// The last game turn is over; otherwise only a sudden defeat counts.
    #[serde(default)]
    pub last_turn: bool,
}

keys! {
    /// How far ahead the winner is.
    pub enum Verdict {
        /// The battle goes on.
        Undecided = "undecided",
        /// Nobody won.
        Draw = "draw",
        /// By a little.
        Marginal = "marginal",
        /// Clearly.
        Substantial = "substantial",
        /// Beyond doubt.
        Decisive = "decisive",
    }
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct VictoryOutcome {
    /// How clearly.
    pub victory: Verdict,
    /// Points of the first side minus points of the second; the winner of a sudden defeat stands in its sign.
    pub lead: i32,
}

/// The count of victory points, as a procedure. The card is silent: all of it is our ruling (S62).
pub struct Victory;

impl Procedure for Victory {
    type Book = Book;
    type Situation = VictorySituation;
    type Outcome = VictoryOutcome;

    const NAME: &'static str = "victory";
    const CHAPTER: &'static str = "Scale";
    const SUMMARY: &'static str = "Victory points at the end of a battle, and sudden defeat.";

    fn examples() -> Vec<(&'static str, VictorySituation)> {
        let first = Tally { objectives: 3, divisions: 4, exhausted: 1, collapsed: 0, commander_lost: false };
        let second = Tally { objectives: 2, divisions: 3, exhausted: 1, collapsed: 1, commander_lost: false };
        vec![("a hard-fought day", VictorySituation { first, second, last_turn: true })]
    }

    fn check(_: &Book, situation: &VictorySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        for (field, tally) in [("first", situation.first), ("second", situation.second)] {
            let lost = u16::from(tally.exhausted) + u16::from(tally.collapsed);
            refusal.unless(
                tally.divisions >= 1 && lost <= u16::from(tally.divisions),
                &format!("{field}.divisions"),
                VB_EXH_TRIGGER,
                || "a side has at least one division, and none is lost twice".to_owned(),
            );
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &VictorySituation, umpire: &mut U) -> Ruling<VictoryOutcome, U> {
        umpire.cite(VB_EXH_END);
        let VictorySituation { first, second, last_turn } = *situation;
        let number = |limit| book.limit(limit).thousandths() / 1000;
        let beaten = |tally: Tally| {
            let needed = book.limit(Limit::SuddenPart).times(tally.divisions.into()).thousandths();
            i32::from(tally.collapsed) * 1000 >= (needed + 999) / 1000 * 1000
        };
        let points = |own: Tally, enemy: Tally| {
            i32::from(own.objectives)
                + i32::from(enemy.exhausted) * number(Limit::VictoryExhausted)
                + i32::from(enemy.collapsed) * number(Limit::VictoryCollapsed)
                + i32::from(enemy.commander_lost) * number(Limit::VictoryCommander)
        };
        let lead = points(first, second) - points(second, first);
        match (beaten(first), beaten(second)) {
            (true, true) => return Ok(VictoryOutcome { victory: Verdict::Draw, lead: 0 }),
            (true, false) => return Ok(VictoryOutcome { victory: Verdict::Decisive, lead: lead.min(-1) }),
            (false, true) => return Ok(VictoryOutcome { victory: Verdict::Decisive, lead: lead.max(1) }),
            (false, false) if !last_turn => return Ok(VictoryOutcome { victory: Verdict::Undecided, lead }),
            (false, false) => {}
        }
        let victory = match lead.abs() {
            far if far >= number(Limit::VictoryDecisive) => Verdict::Decisive,
            far if far >= number(Limit::VictorySubstantial) => Verdict::Substantial,
            far if far >= number(Limit::VictoryMarginal) => Verdict::Marginal,
            _ => Verdict::Draw,
        };
        Ok(VictoryOutcome { victory, lead })
    }

    fn line(outcome: &VictoryOutcome) -> String {
        let who = match outcome.lead {
            1.. => "the first side",
            0 => "nobody",
            _ => "the second side",
        };
        match outcome.victory {
            Verdict::Undecided => format!("the battle goes on; {who} leads by {}", outcome.lead.abs()),
            Verdict::Draw => "a draw".to_owned(),
            victory => format!("{victory} victory of {who}"),
        }
    }
}

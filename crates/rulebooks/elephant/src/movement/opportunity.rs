//! Cavalry that charges an enemy who passes within 150 yards (P11), up to the moment the charge itself begins.

use engine::book::Procedure;
use engine::{Asks, Decimal, Die, Refusal, Ruling, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{allowance, cavalry_charge_dice};
use crate::charts::{Distance, Limit, MoraleResult, Penalty};
use crate::morale::{MoraleSituation, MoraleTest, morale_test};
use crate::questions::FACE_CHARGE;
use crate::rules::*;
use crate::unit::{Arm, Condition, Formation};
use crate::{Book, Referee};

/// Cavalry sees an enemy pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpportunitySituation {
    /// The side of the cavalry.
    pub side: Side,
    /// The cavalry, for its test.
    pub cavalry: MoraleSituation,
    /// Whether the cavalry moved in the previous turn: from rest it has few dice.
    #[serde(default)]
    pub moved_last_turn: bool,
    /// Whether the cavalry fired in its Fire Phase at reduced effect: its move is halved.
    #[serde(default)]
    pub fired: bool,
    /// What its way meets: uphill, woods, buildings, stream, picket-fence, wall.
    #[serde(default)]
    pub path: Vec<Penalty>,
    /// Inches between the two when the enemy first comes within reach.
    pub gap_inches: Decimal,
    /// Inches between them where they would meet; the same as before where nothing is said.
    #[serde(default)]
    pub meeting_inches: Option<Decimal>,
    /// Inches of the enemy's path that are left at that point.
    pub path_left_inches: Decimal,
    /// Inches of the enemy's allowance that are left at that point.
    pub allowance_left_inches: Decimal,
    /// How many dice the enemy rolled for its move: to face costs an inch for each.
    pub mover_dice: u8,
    /// Whether the enemy is cavalry too.
    #[serde(default)]
    pub mover_is_cavalry: bool,
    /// Whether the cavalry began outside the enemy's arcs: unless it faces, this is an attack on flank or rear.
    #[serde(default)]
    pub outside_arcs: bool,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct OpportunityOutcome {
    /// What the cavalry's test came to.
    pub test: MoraleResult,
    /// The cavalry afterwards.
    pub cavalry: Condition,
    /// Whether its charge reaches the enemy: then the enemy's move ends and the charge goes on with its first fire.
    pub reaches: bool,
    /// Whether the enemy faced the charge.
    pub faced: bool,
    /// Whether the charge takes it in flank or rear.
    pub flank_or_rear: bool,
    /// Inches the enemy went on before the meeting.
    pub mover_went_inches: Decimal,
    /// Inches the cavalry went in vain, where it charged and fell short.
    pub short_inches: Decimal,
}

impl OpportunitySituation {
    /// How far the enemy goes on while the cavalry comes: a third of the gap, or half of it against cavalry (S 31).
    pub(crate) fn goes_on_inches(&self, book: &Book) -> Decimal {
        let pace = if self.mover_is_cavalry { 2 } else { book.limit(Limit::OpportunityPace) };
        self.gap_inches.divided_by(pace).min(self.path_left_inches)
    }
}

/// P11 as a procedure of its own.
pub struct OpportunityCharge;

impl Procedure for OpportunityCharge {
    type Book = Book;
    type Situation = OpportunitySituation;
    type Outcome = OpportunityOutcome;

    const NAME: &'static str = "opportunity-charge";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "Cavalry tests to charge an enemy that passes within 150 yards.";

    fn examples() -> Vec<(&'static str, OpportunitySituation)> {
        let unit = MoraleTest::examples().into_iter().next().map(|(_, unit)| unit);
        let plain = |unit: MoraleSituation| OpportunitySituation {
            side: Side::Union,
            cavalry: MoraleSituation { arm: Arm::Cavalry, mounted: true, condition: Condition::fresh(8), ..unit },
            moved_last_turn: true,
            fired: false,
            path: Vec::new(),
            gap_inches: Decimal::from_thousandths(3_750),
            meeting_inches: None,
            path_left_inches: Decimal::from_int(6),
            allowance_left_inches: Decimal::from_int(6),
            mover_dice: 3,
            mover_is_cavalry: false,
            outside_arcs: true,
        };
        unit.map(|unit| vec![("infantry marches past cavalry that is on the move", plain(unit))]).unwrap_or_default()
    }

    fn check(book: &Book, situation: &OpportunitySituation) -> Result<(), Refusal> {
        let cavalry = &situation.cavalry;
        let mut refusal = MoraleTest::check(book, cavalry).err().unwrap_or_default();
        for reason in &mut refusal.reasons {
            reason.field = format!("cavalry.{}", reason.field);
        }
        let rides = cavalry.arm == Arm::Cavalry && cavalry.mounted && cavalry.formation != Formation::Skirmish;
        refusal.unless(rides, "cavalry", SE_OPP_WHO, || {
            "only formed mounted cavalry makes opportunity charges".to_owned()
        });
        refusal.unless(!cavalry.defensive_fire && !cavalry.charging, "cavalry", SE_OPP_TRIGGER, || {
            "it tests in order to charge: neither to fire nor while charging".to_owned()
        });
        for penalty in &situation.path {
            refusal.unless(penalty.is_on_the_way(), "path", SE_OPP_MOVE, || {
                format!("{penalty} does not happen on the way of a charge")
            });
        }
        let reach = i32::from(book.tables.distances.at(Distance::OpportunityCharge).value);
        let scale = book.yards_per_inch().map(i32::from).unwrap_or(1);
        let gap = situation.gap_inches;
        let near = gap > Decimal::ZERO && gap.times(scale) <= Decimal::from_int(reach);
        refusal.unless(near, "gap_inches", SE_OPP_TRIGGER, || format!("the enemy must be within {reach} yards"));
        let lengths = [
            ("path_left_inches", situation.path_left_inches),
            ("allowance_left_inches", situation.allowance_left_inches),
        ];
        let lengths = lengths.into_iter().chain(situation.meeting_inches.map(|length| ("meeting_inches", length)));
        for (name, length) in lengths {
            let sane = length >= Decimal::ZERO && length <= Decimal::from_int(100);
            refusal.unless(sane, name, SE_OPP_MOVE, || "give 0 to 100 inches".to_owned());
        }
        refusal.unless((1..=12).contains(&situation.mover_dice), "mover_dice", SE_MOVE_TABLE, || {
            "give 1 to 12".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &OpportunitySituation, umpire: &mut U) -> Ruling<OpportunityOutcome, U> {
        let cavalry = &situation.cavalry;
        umpire.cite(SE_OPP_TRIGGER);
        umpire.cite(SE_OPP_WHO);
        let test = morale_test(book, &cavalry.tester(), cavalry.grade, cavalry.condition, umpire)?;
        let mut outcome = OpportunityOutcome {
            test: test.result,
            cavalry: test.condition,
            reaches: false,
            faced: false,
            flank_or_rear: false,
            mover_went_inches: Decimal::ZERO,
            short_inches: Decimal::ZERO,
        };
        if test.result > MoraleResult::Pass {
            return Ok(outcome);
        }
        let woods = situation.path.contains(&Penalty::Woods);
        let dice = cavalry_charge_dice(book, situation.moved_last_turn, woods, umpire);
        let rolled = umpire.sum(dice, Die::Average, SE_OPP_MOVE)?;
        let fired = if situation.fired { &[Penalty::Fired][..] } else { &[] };
        let allowance = allowance(book, dice, rolled, [situation.path.as_slice(), fired], umpire);
        let went = situation.goes_on_inches(book);
        if allowance < situation.meeting_inches.unwrap_or(situation.gap_inches) {
            outcome.short_inches = allowance;
            return Ok(outcome);
        }
        outcome.reaches = true;
        outcome.mover_went_inches = went;
        let left = situation.allowance_left_inches - went;
        let may_face = left >= Decimal::from_int(situation.mover_dice.into());
        if may_face && situation.outside_arcs {
            umpire.cite(SE_OPP_FACE);
            outcome.faced = umpire.yes(situation.side.enemy(), &FACE_CHARGE, None)?;
        }
        outcome.flank_or_rear = situation.outside_arcs && !outcome.faced;
        Ok(outcome)
    }

    fn line(outcome: &OpportunityOutcome) -> String {
        let what = match (outcome.test <= MoraleResult::Pass, outcome.reaches, outcome.flank_or_rear) {
            (false, ..) => "the cavalry does not charge",
            (true, false, _) => "the cavalry charges and falls short",
            (true, true, true) => "the cavalry charges home into flank or rear",
            (true, true, false) => "the cavalry charges home",
        };
        format!("{what}: {} ({})", outcome.test, outcome.cavalry)
    }
}

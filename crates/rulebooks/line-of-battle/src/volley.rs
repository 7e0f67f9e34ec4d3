//! The Opening Volley (5.4): P7.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Choices, Fault, Modifiers, Question, Refusal, Rule, Ruling, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, LossCase, VolleyColumn, VolleyShift};
use crate::leaders::leaders_at_risk;
use crate::questions::OPENING_VOLLEY;
use crate::rules::*;
use crate::unit::{Stack, StackAfter, check_stack, describe, describe_leaders};
use crate::{Book, Event, Referee};

/// A hex of the inactive side that is able to volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VolleyHex {
    /// Hexes to the acting stack, 1 to 3.
    pub range: u8,
    /// Whether it is the target of the Charge that provokes the volley.
    #[serde(default)]
    pub charged: bool,
    /// Whether it is unlimbered artillery with canister left that has the stack in its front.
    #[serde(default)]
    pub canister: bool,
    /// Whether every unit able to fire there is Wrecked.
    #[serde(default)]
    pub wrecked: bool,
    /// Whether it is a Sharpshooter-Capable unit, more dangerous to leaders.
    #[serde(default)]
    pub sharpshooters: bool,
}

/// LIMIT: hexes that can volley at one stack.
pub const VOLLEYS_MAX: usize = 8;

/// A stack that provokes a volley: it moved or turned and fires at short range, or it Charges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VolleySituation {
    /// The side of the acting stack.
    pub side: Side,
    /// The acting stack.
    pub stack: Stack,
    /// Whether it Charges.
    #[serde(default)]
    pub charging: bool,
    /// The hexes of the other side that are able to volley and willing to.
    pub volleys: Vec<VolleyHex>,
}

/// The acting stack after the volley.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct VolleyOutcome {
    /// SPs lost.
    pub loss: u8,
    /// The acting stack; if it is destroyed its shot or Charge does not happen.
    pub stack: StackAfter,
}

/// P7 as a procedure.
pub struct OpeningVolley;

impl Procedure for OpeningVolley {
    type Book = Book;
    type Situation = VolleySituation;
    type Outcome = VolleyOutcome;

    const NAME: &'static str = "opening-volley";
    const CHAPTER: &'static str = "Fire";
    const SUMMARY: &'static str = "The inactive side volleys at a stack that comes up to fire or Charge.";

    fn examples() -> Vec<(&'static str, VolleySituation)> {
        let hex = |range| VolleyHex { range, charged: false, canister: false, wrecked: false, sharpshooters: false };
        let plain = VolleySituation {
            side: Side::Union,
            stack: crate::fire::regiment(5),
            charging: false,
            volleys: vec![hex(2)],
        };
        let led = crate::fire::led(crate::fire::regiment(6), 1);
        vec![
            ("a volley at two hexes", plain.clone()),
            ("one of two hexes volleys", VolleySituation { volleys: vec![hex(3), hex(1)], ..plain.clone() }),
            (
                "canister at two hexes",
                VolleySituation { volleys: vec![VolleyHex { canister: true, ..hex(2) }], ..plain.clone() },
            ),
            (
                "a wrecked regiment at three hexes",
                VolleySituation { volleys: vec![VolleyHex { wrecked: true, ..hex(3) }], ..plain.clone() },
            ),
            (
                "a charge into canister, led",
                VolleySituation {
                    charging: true,
                    stack: led,
                    volleys: vec![VolleyHex { charged: true, canister: true, ..hex(1) }],
                    ..plain.clone()
                },
            ),
            (
                "a charge at a regiment",
                VolleySituation { charging: true, volleys: vec![VolleyHex { charged: true, ..hex(1) }], ..plain },
            ),
        ]
    }

    fn check(book: &Book, situation: &VolleySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_stack(book, &mut refusal, "stack", &situation.stack);
        refusal.unless(!situation.volleys.is_empty(), "volleys", LB_OV_TABLE, || "nobody volleys".to_owned());
        check_volleys(book, &mut refusal, &situation.volleys, situation.charging);
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &VolleySituation, umpire: &mut U) -> Ruling<VolleyOutcome, U> {
        let mut after = StackAfter::new(&situation.stack);
        let hexes: VolleyHexes = situation.volleys.iter().copied().collect();
        let case = if situation.charging { LossCase::ChargeAttacker } else { LossCase::Other };
        let loss = receive_volley(book, situation.side, &hexes, case, &mut after, umpire)?;
        Ok(VolleyOutcome { loss, stack: after })
    }

    fn line(outcome: &VolleyOutcome) -> String {
        let leaders = describe_leaders(&outcome.stack, "its");
        format!("{} SP lost: {}{leaders}", outcome.loss, describe(&outcome.stack))
    }
}

/// Refuses volleys that cannot be.
pub(crate) fn check_volleys(book: &Book, refusal: &mut Refusal, volleys: &[VolleyHex], charging: bool) {
    refusal.unless(volleys.len() <= VOLLEYS_MAX, "volleys", LB_OV_TABLE, || format!("at most {VOLLEYS_MAX} hexes"));
    let most = book.limit(Limit::VolleyRange);
    for (index, hex) in volleys.iter().enumerate() {
        let reaches = (1..=most).contains(&u16::from(hex.range));
        let fits = !hex.charged || charging && hex.range == 1;
        // COST: where something is, in words, is written only for whoever is refused.
        if reaches && fits {
            continue;
        }
        refusal.unless(reaches, &format!("volleys[{index}].range"), LB_OV_TABLE, || {
            format!("a volley reaches 1 to {most} hexes")
        });
        refusal.unless(fits, &format!("volleys[{index}].charged"), LB_OV_CHARGE, || {
            "only the target of a Charge, next to the stack, uses that column".to_owned()
        });
    }
}

pub(crate) type VolleyHexes = ArrayVec<VolleyHex, VOLLEYS_MAX>;

/// P7: one hex delivers the volley; its loss falls on the acting stack, and endangers its leaders.
pub(crate) fn receive_volley<U: Referee>(
    book: &Book,
    side: Side,
    hexes: &[VolleyHex],
    case: LossCase,
    after: &mut StackAfter,
    umpire: &mut U,
) -> Ruling<u8, U> {
    let Some(hex) = which_hex(side.enemy(), hexes, umpire)? else {
        return Ok(0);
    };
    let loss = after.lose(volley_loss(book, hex, umpire)?);
    if loss > 0 {
        umpire.tell(|| Event::Lost { sps: loss });
        leaders_at_risk(book, case, hex.sharpshooters, after, umpire)?;
    }
    Ok(loss)
}

/// The inactive side chooses, where several hexes are able to volley. One hex alone just does.
fn which_hex<U: Referee>(side: Side, hexes: &[VolleyHex], umpire: &mut U) -> Ruling<Option<VolleyHex>, U> {
    if hexes.len() < 2 {
        return Ok(hexes.first().copied());
    }
    let choices = Choices::Number { least: 0, most: hexes.len() as u16 };
    let answer = umpire.ask(Question { kind: &OPENING_VOLLEY, side, about: None, choices })?;
    Ok(hexes.get(answer as usize).copied())
}

/// The column, its shifts, and one die. Off the left of the table there is no die; right of it nothing goes further.
fn volley_loss<U: Referee>(book: &Book, hex: VolleyHex, umpire: &mut U) -> Ruling<u8, U> {
    let shifts = &book.tables.volley_shifts;
    // S 37: the Charge column is the target's alone.
    let start = match (hex.charged, hex.range) {
        (true, _) => VolleyColumn::Charge,
        (_, 1) => VolleyColumn::RangeOne,
        (_, 2) => VolleyColumn::RangeTwo,
        _ => VolleyColumn::RangeThree,
    };
    let mut modifiers = Modifiers::new();
    modifiers.add_if(hex.canister, LB_OV_MOD_CANISTER, || shifts.at(VolleyShift::Canister));
    modifiers.add_if(hex.wrecked, LB_OV_MOD_WRECKED, || shifts.at(VolleyShift::Wrecked));
    let place = start.index() as i16 + umpire.apply(&modifiers);
    if place < 0 {
        return Ok(0);
    }
    let column = VolleyColumn::ALL.get(place as usize).copied().unwrap_or(VolleyColumn::ShiftOnly);
    umpire.cite(column_rule(column));
    let die = umpire.d6(LB_OV_TABLE)?;
    let loss = loss_of(book, column, die, umpire)?;
    umpire.tell(|| Event::Volleyed { column, loss });
    Ok(loss)
}

/// Reads right to the loss: the chart gives the lowest and highest die of each.
fn loss_of<U: Referee>(book: &Book, column: VolleyColumn, die: i16, umpire: &mut U) -> Ruling<u8, U> {
    let table = &book.tables.volley;
    for loss in 0..table.columns() / 2 {
        let (least, most) = (table.at(column, 2 * loss)?, table.at(column, 2 * loss + 1)?);
        let (Some(low), Some(high)) = (least.value, most.value) else {
            continue;
        };
        if (i16::from(low)..=i16::from(high)).contains(&die) {
            umpire.read(least);
            return Ok(loss as u8);
        }
    }
    Err(no_loss(column, die).into())
}

#[cold]
fn no_loss(column: VolleyColumn, die: i16) -> Fault {
    Fault::of_file("opening-volley", format!("nothing stands for a {die} in row `{}`", column.name()))
}

fn column_rule(column: VolleyColumn) -> Rule {
    match column {
        VolleyColumn::RangeThree => LB_OV_R3,
        VolleyColumn::RangeTwo => LB_OV_R2,
        VolleyColumn::RangeOne => LB_OV_R1,
        VolleyColumn::Charge => LB_OV_CHARGE,
        VolleyColumn::ShiftOnly => LB_OV_SHIFT,
    }
}

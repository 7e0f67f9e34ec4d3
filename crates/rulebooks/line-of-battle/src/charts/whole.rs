//! Charts whose columns have to agree with each other, whatever the house rules make of them.

use engine::Fault;
use engine::chart::Chart;

use super::ONE_DIE;

/// The lowest sum of two dice.
const LOWEST: i16 = 2;

/// Every face of the die stands for one loss in every row, and for no other.
pub(super) fn check_volley(chart: &Chart) -> Result<(), Fault> {
    let bands = [("loss0_min", "loss0_max"), ("loss1_min", "loss1_max"), ("loss2_min", "loss2_max")];
    for row in 0..chart.rows() {
        for face in ONE_DIE {
            let mut holding = 0;
            for (least, most) in bands {
                let (least, most) = (number(chart, row, least)?, number(chart, row, most)?);
                holding += u8::from(least.is_some_and(|least| least <= face) && most.is_some_and(|most| face <= most));
            }
            if holding != 1 {
                let times = if holding == 0 { "for nothing" } else { "for two losses" };
                let column = chart.column("loss0_min")?;
                return Err(chart.fault(row, column, format!("a {face} stands {times} in this row")));
            }
        }
    }
    Ok(())
}

/// What does not recover ends where recovery begins.
pub(super) fn check_recovery(chart: &Chart) -> Result<(), Fault> {
    for row in 0..chart.rows() {
        let (least, most) = (number(chart, row, "no_recovery_min")?, number(chart, row, "no_recovery_max")?);
        let on = number(chart, row, "recovery_on")?;
        if least != Some(LOWEST) || most.map(|most| most + 1) != on {
            let reason = "no recovery runs from 2 up to recovery_on, and stops one below it".to_owned();
            return Err(chart.fault(row, chart.column("no_recovery_max")?, reason));
        }
    }
    Ok(())
}

/// The number in a cell; nothing where there is none.
fn number(chart: &Chart, row: usize, heading: &str) -> Result<Option<i16>, Fault> {
    let column = chart.column(heading)?;
    let text = chart.cell(row, column).unwrap_or_default();
    match text {
        "" | "-" => Ok(None),
        text => text.parse().map(Some).map_err(|_| chart.fault(row, column, format!("`{text}` is no number"))),
    }
}

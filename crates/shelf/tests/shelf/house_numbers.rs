//! House rules may change any number within its bounds. Whatever they choose, the rulebook opens and plays, or the number
//! is refused with its place and what to do.

use engine::book::AnyRulebook;
use engine::chart::{Chart, Overlay, OverlayFile};
use engine::{Fault, GivenAnswers};

/// Numbers that a careless or a curious hand types.
const TYPED: [&str; 8] = ["0", "-1", "1", "7", "13", "99", "255", "65536"];

/// A chart with one cell changed, as a file of house rules.
fn changed(slug: &str, chart: &Chart, row: usize, column: usize, now: &str) -> Overlay {
    let mut text = chart.columns().join("\t");
    for line in 0..chart.rows() {
        let cell = |at: usize| if (line, at) == (row, column) { now } else { chart.cell(line, at).unwrap_or_default() };
        text.push('\n');
        text.push_str(&(0..chart.columns().len()).map(cell).collect::<Vec<_>>().join("\t"));
    }
    let name = format!("{}.tsv", chart.id());
    Overlay { files: vec![OverlayFile { path: format!("club/{name}"), slug: slug.to_owned(), name, text }] }
}

/// The printed cells that are numbers, one of each column and kind of value, with what is typed over them.
fn number_cells(chart: &Chart) -> Vec<(usize, usize)> {
    let is_number = |row, column| chart.cell(row, column).is_some_and(|text| text.parse::<f32>().is_ok());
    let columns = 1..chart.columns().len();
    columns
        .flat_map(|column| (0..chart.rows()).map(move |row| (row, column)))
        .filter(|(r, c)| is_number(*r, *c))
        .collect()
}

fn plays(book: &dyn AnyRulebook) {
    for procedure in book.procedures() {
        for (_, situation) in procedure.examples() {
            // Refused or rolled out: either is an answer.
            let _ = procedure.rollouts(&situation, &GivenAnswers::new(), 7, 2);
        }
    }
}

fn tells_its_place(fault: &Fault, chart: &Chart) -> bool {
    fault.file == format!("club/{}.tsv", chart.id()) && fault.line > 0 && !fault.reason.is_empty()
}

#[test]
fn every_number_of_every_chart_may_be_changed_or_is_refused_with_its_place() {
    for book in shelf::all().expect("the printed charts open") {
        let slug = book.about().slug;
        let (mut taken, mut refused) = (0, 0);
        for chart in book.charts().charts().iter().filter(|chart| chart.id() != "switches") {
            for (number, (row, column)) in number_cells(chart).into_iter().enumerate() {
                let now = TYPED[(number * 3 + column) % TYPED.len()];
                match shelf::take(slug, Some(&changed(slug, chart, row, column, now))) {
                    Ok(changed) => {
                        plays(changed.as_ref());
                        taken += 1;
                    }
                    Err(faults) => {
                        assert!(faults.iter().all(|fault| tells_its_place(fault, chart)), "{slug}: {faults:?}");
                        refused += 1;
                    }
                }
            }
        }
        assert!(taken > 100 && refused > 50, "{slug}: {taken} taken, {refused} refused");
    }
}

/// What a tester tried, and why it is refused.
const NONSENSE: &[(&str, &str, &str, &str, &str, &str)] = &[
    ("elephant", "hits-per-stand", "stand", "hits", "0", "at least one hit"),
    ("elephant", "morale-grades", "Regular", "value", "-3", "could pass no test"),
    ("elephant", "movement-rates", "infantry", "dice", "0", "at least one average die"),
    ("elephant", "movement-rates", "cavalry", "dice", "500", "at least one average die"),
    ("billy-yank", "limits", "men-per-figure", "value", "0", "at least one man"),
    ("fire-and-fury", "values", "low-ammo-face", "value", "7", "shows 1 to 6"),
    ("volley-and-bayonet", "limits", "retreat-part", "value", "2", "no more than the whole"),
    ("line-of-battle", "limits", "wrecked-divisor", "value", "0", "at least one"),
];

#[test]
fn a_number_that_makes_no_sense_is_refused_in_words() {
    for (slug, id, row, column, now, why) in NONSENSE {
        let book = shelf::take(slug, None).map_err(|faults| format!("{faults:?}")).expect("the printed charts open");
        let chart = book.charts().chart(id).expect("a chart");
        let column = chart.columns().iter().position(|heading| heading == column).expect("a column");
        let row = (0..chart.rows()).find(|at| chart.cell(*at, 0) == Some(row)).unwrap_or(0);
        let faults = shelf::take(slug, Some(&changed(slug, chart, row, column, now))).err().unwrap_or_default();
        let [fault] = faults.as_slice() else { panic!("{slug} {id}: {faults:?}") };
        assert_eq!((fault.line, fault.column), (row + 2, column + 1), "{slug} {id}");
        assert!(fault.reason.contains(why), "{slug} {id}: {fault}");
    }
}

#[test]
fn every_cell_that_no_table_can_read_is_found_at_once() {
    let book = shelf::take("elephant", None).map_err(|faults| format!("{faults:?}")).expect("the printed charts open");
    let fire = book.charts().chart("fire-results").expect("a chart");
    let mut overlay = changed("elephant", fire, 0, 1, "Q");
    overlay.files[0].text = overlay.files[0].text.replace("\tP", "\tQ");
    let shifts = book.charts().chart("fire-shifts").expect("a chart");
    overlay.files.extend(changed("elephant", shifts, 0, 2, "1.5").files);
    let faults = shelf::take("elephant", Some(&overlay)).err().unwrap_or_default();
    let of = |name: &str| faults.iter().filter(|fault| fault.file == format!("club/{name}.tsv")).count();
    assert!(of("fire-results") > 5 && of("fire-shifts") == 1, "{faults:?}");
    assert!(faults.iter().all(|fault| fault.line > 0 && fault.column > 0), "{faults:?}");
}

#[test]
fn charts_whose_columns_contradict_each_other_are_refused() {
    let book = shelf::take("line-of-battle", None).map_err(|faults| format!("{faults:?}")).expect("the charts open");
    for (id, column, now) in [("opening-volley", "loss1_min", "7"), ("attack-recovery-leader", "no_recovery_max", "2")]
    {
        let chart = book.charts().chart(id).expect("a chart");
        let column = chart.column(column).expect("a column");
        let faults = shelf::take("line-of-battle", Some(&changed("line-of-battle", chart, 0, column, now))).err();
        let faults = faults.unwrap_or_default();
        assert!(faults.iter().any(|fault| fault.line == 2), "{id}: {faults:?}");
    }
}

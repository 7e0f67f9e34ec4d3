//! House rules as a page keeps them, and the rulebooks that were opened with them.

use std::cell::RefCell;
use std::sync::Arc;

use engine::Fault;
use engine::book::AnyRulebook;
use engine::chart::{Chart, Overlay, OverlayFile};

use crate::messages::{House, HouseCell, TableOf};

/// LIMIT: how many rulebooks are kept open. A page looks at five as printed, and at the one its table plays.
const OPEN_MAX: usize = 8;

type Open = Arc<dyn AnyRulebook>;

thread_local! {
    /// Rulebooks that were opened, the latest last: opening one costs more than most questions to it.
    static OPENED: RefCell<Vec<(TableOf, Open)>> = const { RefCell::new(Vec::new()) };
}

/// Takes a rulebook down as a table plays it.
pub fn take(table: &TableOf) -> Result<Open, Vec<Fault>> {
    let known = OPENED.with_borrow_mut(|opened| {
        let place = opened.iter().position(|(known, _)| known == table)?;
        let found = opened.remove(place);
        let book = Arc::clone(&found.1);
        opened.push(found);
        Some(book)
    });
    if let Some(book) = known {
        return Ok(book);
    }
    let book: Open = open(table)?.into();
    OPENED.with_borrow_mut(|opened| {
        if opened.len() >= OPEN_MAX {
            opened.remove(0);
        }
        opened.push((table.clone(), Arc::clone(&book)));
    });
    Ok(book)
}

fn open(table: &TableOf) -> Result<Box<dyn AnyRulebook>, Vec<Fault>> {
    let printed = shelf::take(&table.rulebook, None)?;
    if table.house == House::default() {
        return Ok(printed);
    }
    let overlay = Overlay { files: files(&table.house, printed.as_ref())? };
    shelf::take(&table.rulebook, Some(&overlay))
}

/// The house rules as the files of a folder.
fn files(house: &House, printed: &dyn AnyRulebook) -> Result<Vec<OverlayFile>, Vec<Fault>> {
    let slug = printed.about().slug;
    let file = |name: String, text: String| OverlayFile {
        path: format!("house rules, {name}"),
        slug: slug.to_owned(),
        name,
        text,
    };
    let mut files = Vec::new();
    if !house.switches.is_empty() {
        let text = house.switches.iter().map(|(id, value)| format!("\"{id}\" = \"{value}\"\n")).collect();
        files.push(file("switches.toml".to_owned(), text));
    }
    let mut charts: Vec<&str> = house.cells.iter().map(|cell| cell.chart.as_str()).collect();
    charts.sort_unstable();
    charts.dedup();
    for id in charts {
        let chart = printed.charts().chart(id).map_err(|fault| vec![fault])?;
        let cells: Vec<&HouseCell> = house.cells.iter().filter(|cell| cell.chart == id).collect();
        files.push(file(format!("{id}.tsv"), sheet(chart, &cells)));
    }
    Ok(files)
}

/// A chart as its file has it, with other cells.
fn sheet(chart: &Chart, cells: &[&HouseCell]) -> String {
    let mut text = chart.columns().join("\t") + "\n";
    for row in 0..chart.rows() {
        let cell = |column: usize| {
            let changed =
                cells.iter().rev().find(|cell| (usize::from(cell.row), usize::from(cell.column)) == (row, column));
            // A tab or a line would be another cell.
            changed.map_or_else(
                || chart.cell(row, column).unwrap_or_default().to_owned(),
                |cell| cell.text.replace(['\t', '\r', '\n'], " "),
            )
        };
        text += &(0..chart.columns().len()).map(cell).collect::<Vec<_>>().join("\t");
        text.push('\n');
    }
    text
}

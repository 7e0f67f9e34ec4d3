//! The list below the key: who is still to come, by hour.

use battle::Battle;
use battle::plan::{Arm, Posture, Unit};

use crate::glyph::{self, Glyph};
use crate::ink::{Sheet, placed};
use crate::nato;
use crate::paper::{Chart, Place, Scale, Tenths};
use crate::troops::{Coming, Style, Troops, colour};
use crate::words;

const TEXT: i32 = 17;

/// One line of the list.
enum Entry<'a> {
    Head(&'a Coming<'a>),
    Unit(&'a Coming<'a>, &'a Unit, Posture),
}

/// Draws the list of those who come later: by hour, with their units. Gives back where it ends.
pub(crate) fn draw(
    sheet: &mut Sheet,
    battle: &Battle,
    troops: &Troops<'_>,
    chart: &Chart,
    style: Style,
    top: Tenths,
) -> Tenths {
    let scale = chart.scale;
    let row = scale.units(25);
    sheet.open("class=\"coming near\"");
    sheet.words("coming-title", Place::new(chart.frame().left, top + scale.units(20)), "Still to come");
    let mut entries = Vec::new();
    for coming in &troops.coming {
        entries.push(Entry::Head(coming));
        entries.extend(coming.units.iter().map(|(unit, posture)| Entry::Unit(coming, unit, *posture)));
    }
    let widest = entries.iter().map(|entry| entry.width(battle, scale)).max().unwrap_or(0) + scale.units(16);
    let columns = (chart.frame().width() / widest.max(1)).max(1) as usize;
    let width = chart.frame().width() / columns as Tenths;
    let places = packed(&entries, columns);
    let first = top + scale.units(46);
    let mut lowest = 0;
    for (entry, (column, line)) in entries.iter().zip(places) {
        let at = Place::new(chart.frame().left + width * column as Tenths, first + row * line as Tenths);
        match entry {
            Entry::Head(coming) => head(sheet, battle, coming, at),
            Entry::Unit(coming, unit, posture) => small(sheet, coming, (unit, *posture), style, at, scale),
        }
        lowest = lowest.max(line + 1);
    }
    sheet.close();
    first + row * lowest as Tenths
}

impl Entry<'_> {
    fn width(&self, battle: &Battle, scale: Scale) -> Tenths {
        match self {
            Entry::Head(coming) => words::width(&head_words(battle, coming), TEXT, 0, scale),
            Entry::Unit(_, unit, _) => scale.units(46) + words::width(&words::short(&unit.name), TEXT, 0, scale),
        }
    }
}

/// Column and line of each entry. A group stays together where the columns are long enough for it.
fn packed(entries: &[Entry<'_>], columns: usize) -> Vec<(usize, usize)> {
    let group = |from: usize| {
        let rest = entries[from + 1..].iter().position(|entry| matches!(entry, Entry::Head(_)));
        rest.map_or(entries.len() - from, |rest| rest + 1)
    };
    let heads = (0..entries.len()).filter(|index| matches!(entries[*index], Entry::Head(_)));
    let largest = heads.map(group).max().unwrap_or(0).min(8);
    for rows in entries.len().div_ceil(columns).max(largest)..=entries.len().max(largest) {
        let (mut places, mut column, mut line) = (Vec::new(), 0, 0);
        for (index, entry) in entries.iter().enumerate() {
            let needs = if matches!(entry, Entry::Head(_)) { group(index).min(rows) } else { 1 };
            if line > 0 && line + needs > rows {
                (column, line) = (column + 1, 0);
            }
            places.push((column, line));
            line += 1;
        }
        if column < columns {
            return places;
        }
    }
    (0..entries.len()).map(|line| (0, line)).collect()
}

fn head(sheet: &mut Sheet, battle: &Battle, coming: &Coming<'_>, at: Place) {
    sheet.words(&format!("coming-head {}", colour(coming.side)), at, &head_words(battle, coming));
}

fn head_words(battle: &Battle, coming: &Coming<'_>) -> String {
    let name = words::formation(battle, coming.formation);
    let leaders: Vec<String> = coming.leaders.iter().map(|leader| words::surname(leader)).collect();
    let led = if leaders.is_empty() || leaders.iter().all(|own| name.contains(own)) {
        String::new()
    } else {
        format!(" ({})", leaders.join(", "))
    };
    let time = coming.time.map_or_else(|| "later".to_owned(), words::hour);
    format!("{time}, {name}{led}")
}

/// As what a unit of the list is drawn.
pub(crate) fn listed_as(unit: &Unit, posture: Posture) -> Posture {
    match unit.arm {
        Arm::Infantry => Posture::Line,
        Arm::Cavalry => Posture::MountedLine,
        Arm::Artillery | Arm::HorseArtillery if posture == Posture::Battery => Posture::Battery,
        Arm::Artillery | Arm::HorseArtillery | Arm::Wagons => Posture::Limbered,
        Arm::Ship => Posture::Afloat,
    }
}

/// A unit of the list: a small bar or box, and its name.
fn small(
    sheet: &mut Sheet,
    coming: &Coming<'_>,
    (unit, posture): (&Unit, Posture),
    style: Style,
    at: Place,
    scale: Scale,
) {
    let middle = at.plus(scale.units(20), -scale.units(12));
    glyph::open(sheet, unit, colour(coming.side), &format!("{} coming", coming.side.id), posture, &placed(middle, 0));
    let shown = listed_as(unit, posture);
    let is_file = matches!(shown, Posture::Limbered | Posture::Afloat);
    let (front, depth) = if is_file { (11, 36) } else { (34, 12) };
    // Guns are drawn smaller here than on the map: a row has no room for their barrels.
    let fine = if shown == Posture::Battery { Scale(scale.0 * 6 / 10) } else { scale };
    let glyph = Glyph { unit, posture: shown, front: scale.units(front), depth: scale.units(depth), scale: fine };
    if style == Style::Nato {
        let boxed = Glyph { scale: Scale(scale.0 * 11 / 20), ..glyph };
        nato::plain(sheet, &boxed, 0, Place::new(0, scale.units(8)));
    } else if is_file {
        // What goes in file heads for the right edge of the page.
        sheet.open(&format!("transform=\"{}\"", placed(Place::new(scale.units(18), scale.units(6)), 900)));
        glyph.bar(sheet);
        sheet.close();
    } else {
        glyph.bar(sheet);
    }
    sheet.words("coming-name", Place::new(scale.units(26), scale.units(12)), &words::short(&unit.name));
    sheet.close();
}

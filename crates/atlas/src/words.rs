//! Words as a map writes them: short names of regiments, hours, days, and how wide they run.

use battle::Battle;
use battle::plan::{Date, Formation, Leader, Level, Time, month_name};

use crate::paper::{Scale, Tenths};

/// What is always shortened, the longer of two that begin alike first.
const SHORT: &[(&str, &str)] = &[
    ("West Virginia", "W. Va."),
    ("North Carolina", "N.C."),
    ("South Carolina", "S.C."),
    ("New Hampshire", "N.H."),
    ("New Jersey", "N.J."),
    ("New York", "N.Y."),
    ("Rhode Island", "R.I."),
    ("Alabama", "Ala."),
    ("Arkansas", "Ark."),
    ("Connecticut", "Conn."),
    ("Florida", "Fla."),
    ("Georgia", "Ga."),
    ("Illinois", "Ill."),
    ("Indiana", "Ind."),
    ("Kentucky", "Ky."),
    ("Louisiana", "La."),
    ("Maine", "Me."),
    ("Maryland", "Md."),
    ("Massachusetts", "Mass."),
    ("Michigan", "Mich."),
    ("Minnesota", "Minn."),
    ("Mississippi", "Miss."),
    ("Missouri", "Mo."),
    ("Pennsylvania", "Pa."),
    ("Tennessee", "Tenn."),
    ("Texas", "Tex."),
    ("Vermont", "Vt."),
    ("Virginia", "Va."),
    ("Wisconsin", "Wis."),
    ("Cavalry", "Cav."),
    ("Artillery", "Art’y"),
    ("Battery", "Batt’y"),
    ("Battalion", "Batt’n"),
    ("Infantry", "Inf."),
    ("Squadron", "Sqdn."),
    ("squadrons", "sqdns."),
    ("squadron", "sqdn."),
    ("battalion", "batt’n"),
    ("battery", "batt’y"),
    ("companies", "cos."),
    ("Infanterie", "Inf."),
    ("National Guard", "Nat’l Guard"),
    ("State Militia", "S.M."),
];

/// The name of a unit as it stands beside its bar.
pub(crate) fn short(name: &str) -> String {
    SHORT.iter().fold(name.to_owned(), |short, (long, brief)| short.replace(long, brief))
}

/// LIMIT: letters of a name in one line.
const LINE_MAX: usize = 19;

/// A name in one line, or in two where it is long, broken behind a comma if that does.
pub(crate) fn broken(name: &str) -> Vec<String> {
    let count = name.chars().count();
    if count <= LINE_MAX {
        return vec![name.to_owned()];
    }
    let breaks = name.char_indices().filter(|(_, letter)| *letter == ' ').map(|(index, _)| index);
    let uneven = |index: &usize| {
        let first = name[..*index].chars().count();
        let comma = if name[..*index].ends_with(',') { 0 } else { 4 };
        first.abs_diff(count - first) + comma
    };
    match breaks.min_by_key(uneven) {
        Some(index) => vec![name[..index].to_owned(), name[index + 1..].to_owned()],
        None => vec![name.to_owned()],
    }
}

/// The name of a formation: its commander's if it is called by him or only by a number, without the word for what it is.
pub(crate) fn formation(battle: &Battle, formation: &Formation) -> String {
    const NUMBERS: [&str; 6] = ["First ", "Second ", "Third ", "Fourth ", "Fifth ", "Sixth "];
    let leader = battle.plan.leaders.iter().find(|leader| leader.commands == formation.id);
    let is_number = !formation.name.contains('(') && NUMBERS.iter().any(|number| formation.name.starts_with(number));
    if let Some(leader) = leader.filter(|_| is_number) {
        return surname(leader);
    }
    let name = match (formation.name.split_once('('), formation.name.split_once(',')) {
        // "First Brigade (Burnside)" is known by the man.
        (Some((_, named)), _) if named.ends_with(')') => named.trim_end_matches(')'),
        // "III Corps, Army of the Potomac", but not "Bee, Bartow and Hampton".
        (_, Some((first, rest))) if !rest.contains(" and ") => first,
        _ => formation.name.as_str(),
    };
    let bare = [" Brigade", " brigade", " Division", " division", " column", " demi-brigade", " Demi-Brigade"]
        .iter()
        .find_map(|what| name.strip_suffix(what))
        .and_then(|name| name.strip_suffix("'s").or_else(|| name.strip_suffix('’')))
        .unwrap_or(name);
    bare.to_owned()
}

/// A leader as his flag is labelled: his last name.
pub(crate) fn surname(leader: &Leader) -> String {
    let name = leader.name.split(',').next().unwrap_or_default().trim();
    name.rsplit(' ').next().unwrap_or(name).to_owned()
}

/// How many stars the flag of a leader of this level has.
pub(crate) const fn stars(level: Level) -> i32 {
    match level {
        Level::Battalion | Level::Brigade => 1,
        Level::Division => 2,
        Level::Corps | Level::Wing => 3,
        Level::Army => 4,
    }
}

/// The hour: "6.15 p.m.".
pub(crate) fn hour(time: Time) -> String {
    let text = time.to_string();
    let (hours, minutes) = text.split_once(':').unwrap_or((text.as_str(), "00"));
    let hours: u32 = hours.parse().unwrap_or(0);
    let half = if hours < 12 { "a.m." } else { "p.m." };
    let twelve = if hours.is_multiple_of(12) { 12 } else { hours % 12 };
    match (hours, minutes) {
        (12, "00") => "noon".to_owned(),
        (_, "00") => format!("{twelve} {half}"),
        _ => format!("{twelve}.{minutes} {half}"),
    }
}

/// A line that begins with an hour, broken behind it.
pub(crate) fn after_hour(line: &str) -> Vec<String> {
    let ends = ["a.m. ", "p.m. ", "noon "].into_iter().filter_map(|half| Some(line.find(half)? + half.len()));
    let (hour, rest) = line.split_at(ends.min().unwrap_or(0));
    [hour.trim(), rest].into_iter().filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The day: "28 August 1862".
pub(crate) fn day(date: Date) -> String {
    format!("{} {} {}", date.day, month_name(date.month), date.year)
}

/// How wide a text runs at a size in units of ornament, letters so many tenths of a unit further apart.
///
/// Pages use whatever serif they have; this is a little wider than the wide ones, so names that do not touch here do not
/// touch there.
pub(crate) fn width(text: &str, size: i32, spacing: i32, scale: Scale) -> Tenths {
    let hundredths: i32 = text.chars().map(letter).sum();
    let letters = text.chars().count() as i32;
    scale.tenths(hundredths * size / 10 + letters * spacing)
}

/// The width of a letter in hundredths of its size.
fn letter(letter: char) -> i32 {
    match letter {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | '’' | ':' | ';' | '(' | ')' | '|' => 34,
        ' ' => 32,
        't' | 'f' | 'r' | 's' | 'I' | '-' => 48,
        'm' | 'w' | 'M' | 'W' => 96,
        'A'..='Z' | 'Á' | 'É' | 'Í' | 'Ó' | 'Ú' => 74,
        _ => 61,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regiments_have_their_states_in_short() {
        assert_eq!(short("26th Georgia"), "26th Ga.");
        assert_eq!(short("Battery B, 4th U.S."), "Batt’y B, 4th U.S.");
        assert_eq!(short("1st West Virginia Cavalry"), "1st W. Va. Cav.");
    }

    #[test]
    fn hours_and_days_are_written_out() {
        let hours = ["00:15", "06:00", "12:00", "12:30", "18:45"].map(|text| Time::read(text).map(hour));
        let hours: Vec<String> = hours.into_iter().flatten().collect();
        assert_eq!(hours, ["12.15 a.m.", "6 a.m.", "noon", "12.30 p.m.", "6.45 p.m."]);
        assert_eq!(Date::read("1862-08-28").map(day).as_deref(), Some("28 August 1862"));
    }
}

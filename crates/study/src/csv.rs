//! Every battle of a study as a line of comma-separated values.

use engine::Side;

use crate::{Bout, Study};

const HEADINGS: &str = "seed,union_general,confederate_general,winner,ending,turns,orders,union_points,confederate_points,\
                        union_lost,confederate_lost";

/// A heading and a line a battle, in the order of the seeds.
pub fn write(study: &Study) -> String {
    let mut text = format!("{HEADINGS}\n");
    study.bouts.iter().for_each(|bout| text += &line(study, bout));
    text
}

fn line(study: &Study, bout: &Bout) -> String {
    let [first, second] = &study.generals;
    let (union, confederate) = if bout.swapped { (second, first) } else { (first, second) };
    let fought = &bout.fought;
    let tally = &fought.tally;
    format!(
        "{},{union},{confederate},{},{},{},{},{},{},{},{}\n",
        bout.seed,
        fought.winner.map_or("draw", Side::name),
        quoted(&fought.ending),
        tally.turn,
        fought.orders,
        tally.points[0],
        tally.points[1],
        tally.lost[0],
        tally.lost[1],
    )
}

/// A text in quotes where it needs them.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

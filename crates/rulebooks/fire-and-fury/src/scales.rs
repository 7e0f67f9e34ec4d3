//! The scale for the façade: inches, and what a stand of troops or guns holds.

use engine::book::{Grain, Measure, Piece, Rounding, Scale};

use crate::Book;
use crate::lines::ScaleLine;

/// The one scale of the book.
pub(crate) fn scales(book: &Book) -> Vec<Scale> {
    let most = |line: ScaleLine| book.tables.field.scale.at(line).value.most;
    let troops = Piece::of("stands", most(ScaleLine::Stand));
    vec![Scale {
        name: "regimental",
        ground: Measure::Inch { yards: most(ScaleLine::Inch) },
        grain: Grain::Regiment,
        foot: troops,
        horse: troops,
        // RULING: a stand holds two or three guns, so a battery has the fewest stands that hold its guns.
        guns: Piece { rounding: Rounding::AtMost, ..Piece::of("gun stands", most(ScaleLine::Gun)) },
    }]
}

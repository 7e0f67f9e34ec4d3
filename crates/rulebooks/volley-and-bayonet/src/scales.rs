//! The scale for the façade: inches, and what a strength point stands for.

use engine::book::{Grain, Measure, Piece, Scale};

use crate::Book;
use crate::charts::ScaleItem;

/// The one scale of the book.
pub(crate) fn scales(book: &Book) -> Vec<Scale> {
    let value = |item: ScaleItem| book.tables.scale.at(item).value;
    let men = Piece::of("SP", value(ScaleItem::SpMen));
    vec![Scale {
        name: "brigade",
        ground: Measure::Inch { yards: value(ScaleItem::Ground) },
        grain: Grain::Brigade,
        foot: men,
        horse: men,
        guns: Piece::of("SP", value(ScaleItem::SpGuns)),
    }]
}

//! The scale for the façade: hexes, and what a Strength Point stands for.

use engine::book::{Grain, Measure, Piece, Scale};

use crate::Book;
use crate::charts::Limit;

/// The one scale of the book.
pub(crate) fn scales(book: &Book) -> Vec<Scale> {
    let men = Piece::of("SP", book.limit(Limit::SpMen));
    vec![Scale {
        name: "regimental",
        ground: Measure::Hex { yards: book.limit(Limit::HexYards) },
        grain: Grain::Regiment,
        foot: men,
        horse: men,
        guns: Piece::of("SP", book.limit(Limit::SpGuns)),
    }]
}

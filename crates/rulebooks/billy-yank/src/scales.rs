//! The three scales for the façade: centimetres, and what a figure or a gun model stands for.

use engine::book::{Grain, Measure, Piece, Scale as BookScale};
use engine::chart::Key;

use crate::Book;
use crate::charts::{Limit, Scale};

/// Every scale, that of this table first.
pub(crate) fn scales(book: &Book) -> Vec<BookScale> {
    let own = book.switches.scale;
    let others = Scale::ALL.iter().copied().filter(|scale| *scale != own);
    std::iter::once(own).chain(others).map(|scale| at(book, scale)).collect()
}

/// A figure is as many men at every scale; only the ground and the clock change.
fn at(book: &Book, scale: Scale) -> BookScale {
    let figures = Piece::of("figures", book.limit(Limit::MenPerFigure));
    BookScale {
        name: scale.name(),
        ground: Measure::Centimetre { metres: book.tables.turn.metres_per_cm.at(scale).value },
        grain: Grain::Regiment,
        foot: figures,
        horse: figures,
        guns: Piece::of("gun models", book.limit(Limit::GunsPerModel)),
    }
}

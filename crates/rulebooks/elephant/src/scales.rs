//! The three scales for the façade: inches, and what a stand or a gun model holds.

use engine::Fault;
use engine::book::{Grain, Measure, Piece, Scale as BookScale};
use engine::chart::Key;

use crate::Book;
use crate::charts::{Scale, ScaleItem};
use crate::scale::{Holds, StandType};

/// Every scale, that of this table first.
pub(crate) fn scales(book: &Book) -> Result<Vec<BookScale>, Fault> {
    let own = book.switches.scale;
    let others = Scale::ALL.iter().copied().filter(|scale| *scale != own);
    std::iter::once(own).chain(others).map(|scale| at(book, scale)).collect()
}

fn at(book: &Book, scale: Scale) -> Result<BookScale, Fault> {
    let holds = |stand: StandType| match book.scale.holds.at(stand, scale.index())?.value {
        Holds::Count(count) => Ok(count),
        Holds::Commander(_) => Err(Fault::of_file("stand-sizes", format!("{} holds men or guns", stand.name()))),
    };
    Ok(BookScale {
        name: scale.name(),
        ground: Measure::Inch { yards: book.tables.yards_per_inch.at(ScaleItem::YardsPerInch, scale.index())?.value },
        grain: if scale == Scale::Brigade { Grain::Brigade } else { Grain::Regiment },
        foot: Piece::of("stands", holds(StandType::Infantry)?),
        horse: Piece::of("stands", holds(StandType::Cavalry)?),
        guns: Piece::of("gun models", holds(StandType::Artillery)?),
    })
}

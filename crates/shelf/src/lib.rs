//! The rulebooks on one shelf: the only place that names them all.
//!
//! Everybody else asks for a rulebook by its slug and sees it through the façade ([`take`], [`all`]), or reads all of them
//! as types ([`read`]) where speed matters. Beside them lie the shipped battles ([`battle`]), which know no rulebook.

mod battles;

pub use battles::{BATTLES, battle};
use engine::Fault;
use engine::book::{About, AnyRulebook, Rulebook};
use engine::chart::Overlay;

/// Reads rulebooks as types, one after another.
pub trait Reader {
    /// One rulebook.
    fn read<B: Rulebook>(&mut self);
}

/// A rulebook that was taken down, or every mistake of the house rules it was to be read with.
pub type Taken = Result<Box<dyn AnyRulebook>, Vec<Fault>>;

/// A rulebook as it stands on the shelf: what it is, and how it is taken down.
struct Place {
    about: About,
    shelve: fn(Option<&Overlay>) -> Taken,
}

macro_rules! shelf {
    ($($book:ident),+ $(,)?) => {
        const PLACES: &[Place] = &[$(Place { about: <$book::Book as Rulebook>::ABOUT, shelve: $book::shelve }),+];

        /// Shows every rulebook to a reader, in the order of the shelf.
        pub fn read(reader: &mut impl Reader) {
            $(reader.read::<$book::Book>();)+
        }
    };
}

// A rulebook joins everything by being named here.
shelf![elephant, fire_and_fury, billy_yank, line_of_battle, volley_and_bayonet];

/// What stands on the shelf, in its order.
pub fn titles() -> Vec<About> {
    PLACES.iter().map(|place| place.about).collect()
}

/// Takes one rulebook down, with house rules if there are any. Every mistake of the house rules is reported at once.
pub fn take(slug: &str, overlay: Option<&Overlay>) -> Taken {
    match PLACES.iter().find(|place| place.about.slug == slug) {
        Some(place) => (place.shelve)(overlay),
        None => {
            let known: Vec<&str> = PLACES.iter().map(|place| place.about.slug).collect();
            let fault = Fault::of_file("rulebook", format!("there is no rulebook {slug:?}"));
            Err(vec![fault.hint(format!("choose one of {}", known.join(", ")))])
        }
    }
}

/// Takes all rulebooks down, as printed.
pub fn all() -> Result<Vec<Box<dyn AnyRulebook>>, Vec<Fault>> {
    PLACES.iter().map(|place| (place.shelve)(None)).collect()
}

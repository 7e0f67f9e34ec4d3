//! The rulebooks on one shelf: the only place that names them all.
//!
//! Everybody else asks for a rulebook by its slug and sees it through the façade ([`take`], [`all`]), or reads all of them
//! as types ([`read`]) where speed matters.

use engine::Fault;
use engine::book::{About, AnyRulebook, Rulebook, open};
use engine::chart::Overlay;

/// Reads rulebooks as types, one after another.
pub trait Reader {
    /// One rulebook.
    fn read<B: Rulebook>(&mut self);
}

/// Shows every rulebook to a reader, in the order of the shelf. A rulebook joins everything by being named here.
pub fn read(reader: &mut impl Reader) {
    reader.read::<elephant::Book>();
    reader.read::<fire_and_fury::Book>();
}

/// What stands on the shelf, in its order.
pub fn titles() -> Vec<About> {
    let mut titles = Titles(Vec::new());
    read(&mut titles);
    titles.0
}

/// Takes one rulebook down, with house rules if there are any. Every mistake of the house rules is reported at once.
pub fn take(slug: &str, overlay: Option<&Overlay>) -> Result<Box<dyn AnyRulebook>, Vec<Fault>> {
    let mut taker = Taker { slug, overlay, taken: None };
    read(&mut taker);
    taker.taken.unwrap_or_else(|| {
        let known: Vec<&str> = titles().iter().map(|about| about.slug).collect();
        let fault = Fault::of_file("rulebook", format!("there is no rulebook {slug:?}"));
        Err(vec![fault.hint(format!("choose one of {}", known.join(", ")))])
    })
}

/// Takes all rulebooks down, as printed.
pub fn all() -> Result<Vec<Box<dyn AnyRulebook>>, Vec<Fault>> {
    titles().iter().map(|about| take(about.slug, None)).collect()
}

struct Titles(Vec<About>);

impl Reader for Titles {
    fn read<B: Rulebook>(&mut self) {
        self.0.push(B::ABOUT);
    }
}

struct Taker<'a> {
    slug: &'a str,
    overlay: Option<&'a Overlay>,
    taken: Option<Result<Box<dyn AnyRulebook>, Vec<Fault>>>,
}

impl Reader for Taker<'_> {
    fn read<B: Rulebook>(&mut self) {
        if B::ABOUT.slug == self.slug {
            self.taken = Some(open::<B>(self.overlay));
        }
    }
}

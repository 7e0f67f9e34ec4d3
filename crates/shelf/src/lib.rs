//! The rulebooks on one shelf: the only place that names them all.
//!
//! Everybody else asks for a rulebook by its slug and sees it through the façade.

use engine::Fault;
use engine::book::{About, AnyRulebook, Rulebook, open};
use engine::chart::Overlay;

type Open = fn(Option<&Overlay>) -> Result<Box<dyn AnyRulebook>, Vec<Fault>>;

const RULEBOOKS: &[(About, Open)] = &[(<elephant::Book as Rulebook>::ABOUT, open::<elephant::Book>)];

/// What stands on the shelf, in its order.
pub fn titles() -> impl Iterator<Item = &'static About> {
    RULEBOOKS.iter().map(|(about, _)| about)
}

/// Takes one rulebook down, with house rules if there are any. Every mistake of the house rules is reported at once.
pub fn take(slug: &str, overlay: Option<&Overlay>) -> Result<Box<dyn AnyRulebook>, Vec<Fault>> {
    match RULEBOOKS.iter().find(|(about, _)| about.slug == slug) {
        Some((_, open)) => open(overlay),
        None => {
            let known: Vec<&str> = titles().map(|about| about.slug).collect();
            let fault = Fault::of_file("rulebook", format!("there is no rulebook {slug:?}"));
            Err(vec![fault.hint(format!("choose one of {}", known.join(", ")))])
        }
    }
}

/// Takes all rulebooks down, as printed.
pub fn all() -> Result<Vec<Box<dyn AnyRulebook>>, Vec<Fault>> {
    RULEBOOKS.iter().map(|(_, open)| open(None)).collect()
}

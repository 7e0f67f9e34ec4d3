//! How a situation is read: what is no situation is a fault, what cannot be is a refusal.

use std::convert::Infallible;

use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use super::{About, Procedure, Rulebook, words};
use crate::{Fault, Halt, Refusal};

/// LIMIT: numbers out of all bounds in one situation that are looked into.
const NUMBERS_MAX: usize = 16;

type Unread = serde_path_to_error::Error<serde_json::Error>;

/// Reads a situation and has the rulebook check it.
pub(super) fn read_situation<P: Procedure>(
    book: &P::Book,
    situation: &Value,
) -> Result<P::Situation, Halt<Infallible>> {
    match serde_path_to_error::deserialize(situation) {
        Ok(read) => {
            P::check(book, &read)?;
            Ok(read)
        }
        Err(error) => match out_of_bounds::<P>(book, situation, &error) {
            Some(refusal) => Err(refusal.into()),
            None => Err(fault(&P::Book::ABOUT, P::NAME, &error).into()),
        },
    }
}

fn fault(about: &About, procedure: &str, error: &Unread) -> Fault {
    let path = error.path().to_string();
    let place = if path == "." { "the situation".to_owned() } else { path };
    Fault::of_file(place, words::plain(&error.inner().to_string()))
        .hint(format!("longroll schema {} {procedure} shows every field", about.slug))
}

/// A number too large or too small for its field is refused by the rule that bounds the field, as the nearest number that fits
/// into it is. Nothing if no rule bounds it, or if something else is wrong.
fn out_of_bounds<P: Procedure>(book: &P::Book, situation: &Value, error: &Unread) -> Option<Refusal> {
    let mut nearest = situation.clone();
    let mut places = vec![bring_near(&mut nearest, error)?];
    let read: P::Situation = loop {
        match serde_path_to_error::deserialize(&nearest) {
            Ok(read) => break read,
            Err(_) if places.len() == NUMBERS_MAX => return None,
            Err(error) => places.push(bring_near(&mut nearest, &error)?),
        }
    };
    let refusal = P::check(book, &read).err()?;
    let bounded = |place: &String| refusal.reasons.iter().any(|reason| reason.field == *place);
    places.iter().all(bounded).then_some(refusal)
}

/// Replaces a number that its field cannot hold by the nearest it can, and gives its place.
fn bring_near(situation: &mut Value, error: &Unread) -> Option<String> {
    let message = error.inner().to_string();
    let (_, kind) = message.strip_prefix("invalid value: integer ")?.rsplit_once(", expected ")?;
    let (least, most) = match kind {
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "i8" => (i8::MIN.into(), i8::MAX.into()),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "i32" => (i32::MIN.into(), i32::MAX.into()),
        _ => return None,
    };
    let number = at(situation, error.path())?;
    *number = number.as_i64().map_or(most, |given: i64| given.clamp(least, most)).into();
    Some(error.path().to_string())
}

fn at<'v>(value: &'v mut Value, path: &Path) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, segment| match segment {
        Segment::Seq { index } => value.get_mut(index),
        Segment::Map { key } => value.get_mut(key),
        Segment::Enum { variant } => value.get_mut(variant),
        Segment::Unknown => None,
    })
}

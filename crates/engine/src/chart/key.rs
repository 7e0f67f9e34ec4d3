//! Keys: closed sets of names that index rows or columns.

use std::borrow::Cow;
use std::fmt::Debug;

/// A closed set of names that index rows or columns of a chart. Implemented by small enums, best by [`crate::keys!`].
pub trait Key: Copy + Eq + Debug + 'static {
    /// All keys, in their order.
    const ALL: &'static [Self];

    /// The name as charts and files spell it.
    fn name(self) -> &'static str;

    /// Its place in [`Key::ALL`].
    fn index(self) -> usize;

    /// The key of this name; the error lists what there is, so that a [`super::CellValue`] can be read with it.
    fn named(text: &str) -> Result<Self, String> {
        Self::ALL.iter().copied().find(|key| key.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|key| key.name()).collect();
            format!("`{text}` is not one of {}", names.join(", "))
        })
    }
}

/// A name as it stands in a sentence: without underscores.
pub fn spoken(name: &str) -> Cow<'_, str> {
    if name.contains('_') { Cow::Owned(name.replace('_', " ")) } else { Cow::Borrowed(name) }
}

/// Declares an enum whose variants are the names of a chart's rows or columns.
///
/// The enum becomes a [`Key`], is read and written by the given names and displayed by them without their underscores, and
/// keeps its doc comments as descriptions of its schema. The crate that uses it depends on `serde` and `schemars`.
///
/// ```
/// use engine::chart::Key;
///
/// engine::keys! {
///     /// How good a unit is.
///     pub enum Grade {
///         /// Raised yesterday.
///         Militia = "Militia",
///         /// Has seen the elephant.
///         Veteran = "Veteran",
///     }
/// }
/// assert_eq!(Grade::Veteran.index(), 1);
/// assert_eq!(Grade::Militia.to_string(), "Militia");
/// ```
#[macro_export]
macro_rules! keys {
    (
        $(#[$about:meta])*
        $visibility:vis enum $name:ident {
            $( $(#[$describe:meta])* $variant:ident = $text:literal ),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord,
            ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema,
        )]
        $visibility enum $name {
            $( $(#[$describe])* #[serde(rename = $text)] $variant ),+
        }

        impl $crate::chart::Key for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            #[inline]
            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text),+
                }
            }

            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(&$crate::chart::spoken($crate::chart::Key::name(*self)))
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::keys! {
        /// How good a unit is.
        #[derive(Default)]
        enum Grade {
            /// Raised yesterday.
            Militia = "Militia",
            /// As good as most.
            #[default]
            Regular = "Regular",
            /// The best there are.
            SixthWisconsin = "6th-Wisconsin",
        }
    }

    crate::keys! {
        /// How a unit marches.
        enum March {
            /// Four abreast.
            Column = "march_column",
        }
    }

    #[test]
    fn a_key_is_spoken_without_underscores() {
        assert_eq!(March::Column.name(), "march_column");
        assert_eq!(March::Column.to_string(), "march column");
        assert_eq!(serde_json::to_value(March::Column).unwrap(), "march_column");
    }

    #[test]
    fn keys_stand_in_their_order_and_go_by_their_names() {
        for (index, grade) in Grade::ALL.iter().enumerate() {
            assert_eq!(grade.index(), index);
            assert_eq!(Grade::named(grade.name()), Ok(*grade));
            assert_eq!(grade.to_string(), grade.name());
            assert_eq!(serde_json::to_value(grade).unwrap(), grade.name());
            assert_eq!(serde_json::from_value::<Grade>(grade.name().into()).unwrap(), *grade);
        }
        assert!(Grade::Militia < Grade::default());
        assert_eq!(Grade::named("militia").unwrap_err(), "`militia` is not one of Militia, Regular, 6th-Wisconsin");
        assert_eq!(format!("{:>8}", Grade::Militia), " Militia");
    }

    #[test]
    fn doc_comments_describe_the_schema() {
        let schema = schemars::schema_for!(Grade).to_value();
        assert_eq!(schema["description"], "How good a unit is.");
        assert_eq!(schema["oneOf"][2]["const"], "6th-Wisconsin");
        assert_eq!(schema["oneOf"][2]["description"], "The best there are.");
    }
}

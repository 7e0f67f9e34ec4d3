//! Words and lists that many hold together: to hand them on costs a count, not a copy.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::Deref;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use smol_str::{SmolStr, SmolStrBuilder};

/// Words that stand in the program, that are short, or that many hold together.
#[derive(Clone)]
pub struct Words(SmolStr);

impl Words {
    /// Words that stand in the program.
    pub const fn fixed(words: &'static str) -> Self {
        Words(SmolStr::new_static(words))
    }

    /// Words that are put together: `Words::written(format_args!("{stands} stands"))`. COST: short ones need no memory of their own.
    pub fn written(words: fmt::Arguments<'_>) -> Self {
        if let Some(fixed) = words.as_str() {
            return Words::fixed(fixed);
        }
        let mut written = SmolStrBuilder::new();
        // Writing into memory cannot fail, and none of our own displays does.
        let _ = written.write_fmt(words);
        Words(written.finish())
    }

    /// The words themselves.
    pub fn as_str(&self) -> &str {
        self
    }
}

impl Deref for Words {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Default for Words {
    fn default() -> Self {
        Words::fixed("")
    }
}

impl From<&str> for Words {
    fn from(words: &str) -> Self {
        Words(words.into())
    }
}

impl From<String> for Words {
    fn from(words: String) -> Self {
        Words(words.into())
    }
}

impl PartialEq for Words {
    fn eq(&self, other: &Self) -> bool {
        // COST: pictures of the map are compared piece by piece, and most words in them are the very same.
        std::ptr::eq(self.as_str(), other.as_str()) || self.0 == other.0
    }
}

impl Eq for Words {}

impl PartialEq<str> for Words {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Words {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl PartialEq<String> for Words {
    fn eq(&self, other: &String) -> bool {
        **self == **other
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl JsonSchema for Words {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// A list that many hold together.
#[derive(Debug)]
pub struct Shared<T>(Arc<Vec<T>>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Shared(Arc::default())
    }
}

impl<T> Deref for Shared<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> FromIterator<T> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Shared(Arc::new(items.into_iter().collect()))
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl<T: Eq> Eq for Shared<T> {}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Shared<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<T>::json_schema(generator)
    }
}

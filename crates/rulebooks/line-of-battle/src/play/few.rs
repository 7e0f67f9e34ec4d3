//! Short lists that need no room of their own.
//!
//! COST: a list of commands has some hundred units, leaders and steps in it and is made a hundred thousand times a second.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A list of any length that keeps up to `N` things in place. It reads, writes and compares as a list does.
pub struct Few<T, const N: usize> {
    length: u8,
    near: [T; N],
    /// The whole list, where it is longer than `N`.
    ///
    /// COST: as a list of its own it would be as long again as most that are kept in place.
    far: Option<Box<Long<T>>>,
}

/// A list that is too long to be kept in place.
#[derive(Clone)]
struct Long<T> {
    all: Vec<T>,
}

impl<T: Copy, const N: usize> Clone for Few<T, N> {
    #[inline]
    fn clone(&self) -> Self {
        Few { length: self.length, near: self.near, far: self.far.as_deref().map(farther) }
    }
}

/// COST: next to no list is so long; whoever copies one in place need not carry this along.
#[cold]
#[inline(never)]
fn farther<T: Copy>(far: &Long<T>) -> Box<Long<T>> {
    Box::new(far.clone())
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// Nothing yet.
    #[inline]
    pub fn new() -> Self {
        Few { length: 0, near: [T::default(); N], far: None }
    }

    /// The same and one more.
    #[must_use]
    #[inline]
    pub fn with(mut self, last: T) -> Self {
        self.push(last);
        self
    }

    /// One more.
    #[inline]
    pub fn push(&mut self, last: T) {
        let length = usize::from(self.length);
        if self.far.is_none() && length < N {
            self.near[length] = last;
            self.length += 1;
            return;
        }
        self.push_far(last);
    }

    #[cold]
    fn push_far(&mut self, last: T) {
        let near = &self.near[..usize::from(self.length)];
        self.far.get_or_insert_with(|| Box::new(Long { all: near.to_vec() })).all.push(last);
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Few::new()
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.far {
            Some(far) => &far.all,
            None => &self.near[..usize::from(self.length)],
        }
    }
}

impl<T: Copy + Default, const N: usize> From<&[T]> for Few<T, N> {
    #[inline]
    fn from(list: &[T]) -> Self {
        if list.len() > N {
            return Few { length: 0, near: [T::default(); N], far: Some(Box::new(Long { all: list.to_vec() })) };
        }
        // COST: one after another, since a copy of unknown length is a call.
        let near = std::array::from_fn(|place| list.get(place).copied().unwrap_or_default());
        Few { length: list.len() as u8, near, far: None }
    }
}

impl<T: Copy + Default, const N: usize> From<Vec<T>> for Few<T, N> {
    fn from(list: Vec<T>) -> Self {
        Few::from(list.as_slice())
    }
}

impl<T: Copy + Default, const N: usize, const M: usize> From<[T; M]> for Few<T, N> {
    fn from(list: [T; M]) -> Self {
        Few::from(list.as_slice())
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(list: I) -> Self {
        let mut few = Few::new();
        list.into_iter().for_each(|one| few.push(one));
        few
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Few<T, N> {}

impl<T: Hash, const N: usize> Hash for Few<T, N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (**self).hash(hasher);
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

impl<T: Serialize, const N: usize> Serialize for Few<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Few<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Few::from)
    }
}

impl<T: JsonSchema, const N: usize> JsonSchema for Few<T, N> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<T>::json_schema(generator)
    }
}

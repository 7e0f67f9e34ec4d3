//! States of any type, kept by type.
//!
//! A procedure has a few types of state and many states. One list a type saves an allocation a state and keeps
//! neighbours together.

use std::any::{Any, TypeId};

use crate::umpire::State;

/// Where a state is kept.
#[derive(Clone, Copy)]
pub(super) struct Place {
    shelf: u32,
    at: u32,
}

impl Place {
    /// No state at all.
    pub(super) const NOWHERE: Place = Place { shelf: u32::MAX, at: 0 };
}

/// All states of one type.
pub(super) struct Shelf<S> {
    number: u32,
    states: Vec<S>,
}

impl<S> Shelf<S> {
    /// The state at a place, if it is kept here.
    #[inline]
    pub(super) fn get(&self, place: Place) -> Option<&S> {
        if place.shelf == self.number { self.states.get(place.at as usize) } else { None }
    }

    /// Keeps one more state.
    #[inline]
    pub(super) fn put(&mut self, state: S) -> Place {
        self.states.push(state);
        Place { shelf: self.number, at: self.states.len() as u32 - 1 }
    }
}

/// All states of all types.
#[derive(Default)]
pub(super) struct States {
    types: Vec<TypeId>,
    shelves: Vec<Box<dyn Any>>,
}

impl States {
    /// The state at a place, if it is of this type.
    #[inline]
    pub(super) fn get<S: State>(&self, place: Place) -> Option<&S> {
        self.shelves.get(place.shelf as usize)?.downcast_ref::<Shelf<S>>()?.get(place)
    }

    /// The shelf of this type.
    #[inline]
    pub(super) fn shelf<S: State>(&mut self) -> &mut Shelf<S> {
        let wanted = TypeId::of::<S>();
        let number = match self.types.iter().position(|known| *known == wanted) {
            Some(number) => number,
            None => self.add_shelf::<S>(),
        };
        match self.shelves[number].downcast_mut() {
            Some(shelf) => shelf,
            None => unreachable!("shelves and their types are added together"),
        }
    }

    #[cold]
    fn add_shelf<S: State>(&mut self) -> usize {
        let number = self.types.len();
        self.types.push(TypeId::of::<S>());
        self.shelves.push(Box::new(Shelf::<S> { number: number as u32, states: Vec::new() }));
        number
    }
}

//! From a battle folder to a battle that can be played, for those who see the rulebook through the façade.

use engine::Fault;
use engine::book::{Fielded, Folder, Rulebook, Wargame};

use super::Theatre;
use super::muster::muster_or_all;
use crate::Book;

impl Wargame for Book {
    type Theatre = Theatre;

    fn take_field(&self, folder: &Folder) -> Result<Fielded<Self>, Vec<Fault>> {
        let opened = battle::open_for(&folder.files, Self::ABOUT.slug)
            .map_err(|faults| faults.into_iter().map(of_folder).collect::<Vec<_>>())?;
        muster_or_all(self.clone(), &opened)
    }
}

fn of_folder(fault: battle::Fault) -> Fault {
    Fault::at(fault.file, fault.line.unwrap_or(0), fault.column.unwrap_or(0), fault.reason).hint(fault.hint)
}

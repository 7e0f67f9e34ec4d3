//! A file under inspection: its text, its tree, and what has been found wrong with it.

use crate::fault::Fault;
use crate::tree::{self, Node, Step, Value};

/// A file that could be read as a tree.
pub(crate) struct Sheet<'a> {
    pub(crate) file: &'static str,
    pub(crate) text: &'a str,
    pub(crate) tree: Node,
    pub(crate) faults: Vec<Fault>,
}

impl<'a> Sheet<'a> {
    pub(crate) fn new(file: &'static str, text: &'a str) -> Sheet<'a> {
        let tree = Node::new(0..text.len(), Value::Table(Vec::new()));
        Sheet { file, text, tree, faults: Vec::new() }
    }

    /// Something is wrong at the end of a path. Of a stand-in nothing is said: what it stands for has been reported.
    pub(crate) fn wrong(&mut self, path: &[Step<'_>], reason: impl Into<String>, hint: impl Into<String>) {
        if !self.tree.is_stand_in(path) {
            self.wrong_at(self.tree.offset(path), reason, hint);
        }
    }

    /// The same where the key at the end of a path is at fault, and not what stands under it.
    pub(crate) fn wrong_key(&mut self, path: &[Step<'_>], reason: impl Into<String>, hint: impl Into<String>) {
        if !self.tree.is_stand_in(path) {
            self.wrong_at(self.tree.key_offset(path), reason, hint);
        }
    }

    /// Something is wrong at a byte of the text.
    pub(crate) fn wrong_at(&mut self, offset: usize, reason: impl Into<String>, hint: impl Into<String>) {
        let (line, column) = tree::line_and_column(self.text, offset);
        let (reason, hint) = (reason.into(), hint.into());
        self.faults.push(Fault { file: self.file.to_owned(), line: Some(line), column: Some(column), reason, hint });
    }

    /// Whether a value is as somebody wrote it, or really not there. What follows from others is not worth reporting.
    pub(crate) fn sure(&self, path: &[Step<'_>]) -> bool {
        self.tree.is_sure(path)
    }

    /// The same of a list or table whatever is in it.
    pub(crate) fn there(&self, path: &[Step<'_>]) -> bool {
        self.tree.is_there(path)
    }

    /// Where the value at the end of a path stands, as text for a hint.
    pub(crate) fn line_of(&self, path: &[Step<'_>]) -> usize {
        self.line_at(self.tree.offset(path))
    }

    /// The line of a byte of the text.
    pub(crate) fn line_at(&self, offset: usize) -> usize {
        tree::line_and_column(self.text, offset).0
    }
}

//! A file under inspection: its text, its tree, and what has been found wrong with it.

use crate::fault::Fault;
use crate::tree::{self, Node, Step, Value};

/// A file that could be read as a tree.
pub(crate) struct Sheet<'a> {
    pub(crate) file: &'static str,
    pub(crate) text: &'a str,
    pub(crate) tree: Node,
    pub(crate) faults: Vec<Fault>,
    /// Where tables begin that something was cut out of.
    pub(crate) cut: Vec<usize>,
}

impl<'a> Sheet<'a> {
    pub(crate) fn new(file: &'static str, text: &'a str) -> Sheet<'a> {
        let tree = Node { span: 0..text.len(), value: Value::Table(Vec::new()) };
        Sheet { file, text, tree, faults: Vec::new(), cut: Vec::new() }
    }

    /// Something is wrong at the end of a path.
    pub(crate) fn wrong(&mut self, path: &[Step<'_>], reason: impl Into<String>, hint: impl Into<String>) {
        self.wrong_at(self.tree.offset(path), reason, hint);
    }

    /// Something is wrong at a byte of the text.
    pub(crate) fn wrong_at(&mut self, offset: usize, reason: impl Into<String>, hint: impl Into<String>) {
        let (line, column) = tree::line_and_column(self.text, offset);
        let (reason, hint) = (reason.into(), hint.into());
        self.faults.push(Fault { file: self.file.to_owned(), line, column, reason, hint });
    }

    /// Whether something was cut out of the table at the end of a path: then it is no wonder that something is missing there.
    pub(crate) fn is_cut(&self, path: &[Step<'_>]) -> bool {
        self.cut.contains(&self.tree.offset(path))
    }

    /// Where the value at the end of a path stands, as text for a hint.
    pub(crate) fn line_of(&self, path: &[Step<'_>]) -> usize {
        tree::line_and_column(self.text, self.tree.offset(path)).0
    }
}

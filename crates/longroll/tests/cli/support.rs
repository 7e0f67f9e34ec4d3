//! A terminal in memory.

use std::io::{self, Cursor, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use longroll::terminal::{Look, Terminal};

/// What a command printed, and its exit code.
pub struct Ran {
    /// The exit code.
    pub code: u8,
    /// What went to the output.
    pub out: String,
    /// What went to the error stream.
    pub err: String,
}

impl Ran {
    /// Fails with everything that was printed, unless the exit code is this.
    #[track_caller]
    pub fn exits(self, code: u8) -> Self {
        assert_eq!(self.code, code, "output:\n{}\nerrors:\n{}", self.out, self.err);
        self
    }
}

/// A command to be run.
pub struct Command {
    input: Vec<u8>,
    look: Look,
    interactive: bool,
    state: Option<PathBuf>,
}

/// A command with nothing to read, over pipes.
pub fn command() -> Command {
    Command { input: Vec::new(), look: Look::PLAIN, interactive: false, state: None }
}

impl Command {
    /// With this to read.
    pub fn reading(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    /// With somebody at a terminal.
    pub fn at_a_terminal(mut self) -> Self {
        self.interactive = true;
        self
    }

    /// With output of this look.
    pub fn looking(mut self, look: Look) -> Self {
        self.look = look;
        self
    }

    /// With answers remembered in this folder.
    pub fn remembering(mut self, state: PathBuf) -> Self {
        self.state = Some(state);
        self
    }

    /// Runs it.
    pub fn run(self, arguments: &[&str]) -> Ran {
        let (out, err) = (Paper::default(), Paper::default());
        let mut terminal = Terminal::given(Cursor::new(self.input), out.clone(), err.clone());
        terminal = terminal.looking(self.look, self.interactive);
        terminal.state = self.state;
        let code = longroll::run(["longroll"].iter().chain(arguments), &mut terminal);
        Ran { code, out: out.text(), err: err.text() }
    }
}

/// Runs a command over pipes, with nothing to read.
pub fn run(arguments: &[&str]) -> Ran {
    command().run(arguments)
}

/// Keeps what is written.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Paper {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

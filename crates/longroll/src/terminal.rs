//! The terminal, or what stands in for it: where text comes from and goes to, and how it may look there.

use std::env;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::PathBuf;

use anstream::AutoStream;
use anstyle::Style;
use clap::ValueEnum;
use serde_json::Value;

use crate::ink;
use crate::text::{clean, wrap};

/// How wide output is where nobody says otherwise.
const WIDTH: usize = 80;
/// Lines longer than this are hard to read, however wide the terminal.
const WIDTH_MAX: usize = 120;

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// In a terminal, unless NO_COLOR or CLICOLOR=0 is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How text may look where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How many columns there are.
    pub width: usize,
    /// Whether there are colours.
    pub colour: bool,
    /// Whether to draw with lines and blocks: only in a terminal.
    pub boxes: bool,
}

impl Look {
    /// Plain text of the usual width.
    pub const PLAIN: Look = Look { width: WIDTH, colour: false, boxes: false };

    /// The text in a style, where there are colours.
    pub fn paint(&self, style: Style, text: impl Display) -> String {
        if self.colour && style != ink::PLAIN { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

/// Somewhere to write.
pub struct Page<'a> {
    to: &'a mut dyn Write,
    /// How text may look there.
    pub look: Look,
}

impl<'a> Page<'a> {
    /// A page somewhere else.
    pub fn new(to: &'a mut dyn Write, look: Look) -> Self {
        Page { to, look }
    }

    /// Writes text as it is.
    pub fn write(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.to, "{text}")
    }

    /// Writes one line.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.to, "{text}")
    }

    /// Writes an empty line.
    pub fn gap(&mut self) -> io::Result<()> {
        writeln!(self.to)
    }

    /// Writes a heading on a line of its own.
    pub fn heading(&mut self, text: &str) -> io::Result<()> {
        self.wrapped(ink::HEADING, 0, text)
    }

    /// Writes a text in lines of at most the page's width, each indented.
    pub fn wrapped(&mut self, style: Style, indent: usize, text: &str) -> io::Result<()> {
        for line in wrap(text, self.look.width.saturating_sub(indent)) {
            let line = self.look.paint(style, line);
            writeln!(self.to, "{:indent$}{line}", "")?;
        }
        Ok(())
    }
}

/// Everything a command reads from and writes to.
pub struct Terminal {
    input: Box<dyn BufRead>,
    out: Box<dyn Write>,
    err: Box<dyn Write>,
    out_look: Look,
    err_look: Look,
    /// Whether somebody sits there who can be asked.
    pub interactive: bool,
    /// Whether what is typed shows by itself; what is piped in has to be written beside its prompt.
    echoes: bool,
    /// Whether the input has ended.
    pub ended: bool,
    /// Where answers are remembered, if anywhere.
    pub state: Option<PathBuf>,
    /// Whether conversation goes to the error stream, because output is for a program.
    talk_aside: bool,
    /// Whether nobody hears the conversation, because a program sits at both ends.
    talk_muted: bool,
    nowhere: io::Sink,
}

impl Terminal {
    /// The terminal or pipes of this process.
    pub fn of_process() -> Self {
        let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
        let look = |is_terminal: bool, colour: anstream::ColorChoice| Look {
            width: if is_terminal { terminal_width() } else { WIDTH },
            colour: colour != anstream::ColorChoice::Never,
            boxes: is_terminal,
        };
        let out_look = look(stdout.is_terminal(), AutoStream::choice(&stdout));
        let err_look = look(stderr.is_terminal(), AutoStream::choice(&stderr));
        let (typed_at, shown) = (stdin.is_terminal(), stdout.is_terminal());
        Terminal {
            interactive: typed_at && stderr.is_terminal(),
            echoes: typed_at,
            ended: false,
            input: Box::new(BufReader::new(stdin)),
            // Consoles that do not know escapes get calls instead; whether there are any to write is ours to say.
            out: Box::new(BufWriter::new(AutoStream::always(stdout))),
            err: Box::new(AutoStream::always(stderr)),
            out_look,
            err_look,
            state: state_folder(),
            // Somebody who types must see what he is asked, wherever the results go.
            talk_aside: typed_at && !shown,
            talk_muted: false,
            nowhere: io::sink(),
        }
    }

    /// A terminal in which everything is given: for tests.
    pub fn given(input: impl BufRead + 'static, out: impl Write + 'static, err: impl Write + 'static) -> Self {
        Terminal {
            input: Box::new(input),
            out: Box::new(out),
            err: Box::new(err),
            out_look: Look::PLAIN,
            err_look: Look::PLAIN,
            interactive: false,
            echoes: false,
            ended: false,
            state: None,
            talk_aside: false,
            talk_muted: false,
            nowhere: io::sink(),
        }
    }

    /// The same terminal with another look, and somebody who can be asked or not.
    pub fn looking(mut self, look: Look, interactive: bool) -> Self {
        (self.out_look, self.err_look, self.interactive) = (look, look, interactive);
        self
    }

    /// Obeys what the command line says about colours and about whom output is for.
    pub fn heed(&mut self, colour: Colour, json: bool) {
        match colour {
            Colour::Auto => {}
            Colour::Always => (self.out_look.colour, self.err_look.colour) = (true, true),
            Colour::Never => (self.out_look.colour, self.err_look.colour) = (false, false),
        }
        self.talk_aside |= json;
        self.talk_muted = json && !self.interactive;
    }

    /// Where results go.
    pub fn page(&mut self) -> Page<'_> {
        Page { to: &mut self.out, look: self.out_look }
    }

    /// Where errors go.
    pub fn aside(&mut self) -> Page<'_> {
        Page { to: &mut self.err, look: self.err_look }
    }

    /// Where conversation goes: beside the results if these are for a program, nowhere if nobody is there to read it.
    pub fn talk(&mut self) -> Page<'_> {
        match (self.talk_muted, self.talk_aside) {
            (true, _) => Page { to: &mut self.nowhere, look: Look::PLAIN },
            (false, true) => self.aside(),
            (false, false) => self.page(),
        }
    }

    /// Says to a program, in a line of JSON beside the results, what a person is told in words.
    pub fn tell_program(&mut self, told: impl FnOnce() -> Value) -> io::Result<()> {
        if self.talk_muted { self.aside().line(told()) } else { Ok(()) }
    }

    /// Asks for a line. Nothing once the input has ended.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.talk().write(prompt)?;
        self.flush()?;
        let mut line = Vec::new();
        // LIMIT: an answer is short; a longer line is cut, so that no input can fill the memory.
        let read = Read::take(&mut self.input, 64 * 1024).read_until(b'\n', &mut line)?;
        if read == 0 {
            self.ended = true;
            self.talk().gap()?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if !self.echoes {
            self.talk().line(clean(&line))?;
        }
        Ok(Some(line))
    }

    /// Everything that stands in the input, up to `most` bytes.
    pub fn read_all(&mut self, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        Read::take(&mut self.input, most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Sends off everything written so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.err.flush()
    }
}

/// The width of the terminal, within reason.
fn terminal_width() -> usize {
    let size = terminal_size::terminal_size_of(io::stdout()).or_else(|| terminal_size::terminal_size_of(io::stderr()));
    size.map_or(WIDTH, |(width, _)| usize::from(width.0).clamp(20, WIDTH_MAX))
}

/// The user's folder for what a program remembers: LONGROLL_STATE, or where the system keeps such things.
fn state_folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("LONGROLL_STATE").or_else(|| {
        let folder = set("XDG_STATE_HOME")
            .filter(|folder| folder.is_absolute())
            .or_else(|| set("LOCALAPPDATA"))
            .or_else(|| set("HOME").map(|home| home.join(".local").join("state")))?;
        Some(folder.join("longroll"))
    })
}

//! Switches: the optional rules and readings a table agrees on before it plays.

use super::Chart;
use crate::Fault;

/// The chart that lists a rulebook's switches.
pub(super) const CHART: &str = "switches";
/// The column of that chart that says how a switch is set as printed.
pub(super) const DEFAULT: &str = "default";

/// One switch as it is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name.
    pub id: String,
    /// How it is set.
    pub value: String,
    /// How it is set as printed.
    pub default: String,
    /// How it may be set.
    pub choices: Vec<String>,
    /// What it does.
    pub effect: String,
}

/// All switches of a rulebook, in the order of its chart `switches` (columns `id`, `default`, `choices`, `effect`).
#[derive(Clone, Debug, Default)]
pub struct Switches {
    file: String,
    pub(super) list: Vec<Switch>,
}

impl Switches {
    /// Reads the printed switches.
    pub(super) fn read(chart: &Chart) -> Result<Switches, Vec<Fault>> {
        let columns = [chart.column("id"), chart.column(DEFAULT), chart.column("choices"), chart.column("effect")];
        let [Ok(id), Ok(default), Ok(choices), Ok(effect)] = columns else {
            return Err(columns.into_iter().filter_map(Result::err).collect());
        };
        let mut switches = Switches { file: chart.file().to_owned(), list: Vec::with_capacity(chart.rows()) };
        let mut faults = Vec::new();
        for row in 0..chart.rows() {
            let text = |column| chart.text(row, column).to_owned();
            let switch = Switch {
                id: text(id),
                value: text(default),
                default: text(default),
                choices: chart.text(row, choices).split_whitespace().map(str::to_owned).collect(),
                effect: text(effect),
            };
            if !switch.choices.contains(&switch.default) {
                faults.push(chart.fault(row, default, switch.no_choice(&switch.default)));
            }
            if switches.list.iter().any(|known| known.id == switch.id) {
                faults.push(chart.fault(row, id, format!("a second switch `{}`", switch.id)));
            }
            switches.list.push(switch);
        }
        if faults.is_empty() { Ok(switches) } else { Err(faults) }
    }

    /// Whether a switch that has the choices `on` and `off` is on.
    pub fn on(&self, id: &str) -> Result<bool, Fault> {
        match self.choice(id)? {
            "on" => Ok(true),
            "off" => Ok(false),
            other => Err(self.fault(format!("switch `{id}` is set to `{other}`, neither on nor off"))),
        }
    }

    /// How a switch is set.
    pub fn choice(&self, id: &str) -> Result<&str, Fault> {
        match self.list.iter().find(|switch| switch.id == id) {
            Some(switch) => Ok(&switch.value),
            None => Err(self.fault(format!("no switch `{id}`"))),
        }
    }

    /// The number a switch is set to.
    pub fn number(&self, id: &str) -> Result<i32, Fault> {
        let value = self.choice(id)?;
        value.parse().map_err(|_| self.fault(format!("switch `{id}` is set to `{value}`, which is not a whole number")))
    }

    /// All switches, in the rulebook's order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Switch> {
        self.list.iter()
    }

    fn fault(&self, reason: String) -> Fault {
        Fault::of_file(&self.file, reason)
    }
}

impl Switch {
    /// Why a value is refused.
    pub(super) fn no_choice(&self, value: &str) -> String {
        format!("switch `{}` cannot be `{value}`: it is one of {}", self.id, self.choices.join(", "))
    }
}

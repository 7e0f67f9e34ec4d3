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

#[cfg(test)]
mod tests {
    use super::super::testing::chart;
    use super::*;

    const SWITCHES: &str = "id\tdefault\tchoices\teffect\nfront-rank-fire\toff\ton off\tonly the front rank fires\n\
                            panic-limit\t2\t1 2\tmarkers that count\nwar\tmid\toff early mid late\twhich year\n";

    #[test]
    fn switches_are_set_as_printed() {
        let switches = Switches::read(&chart(SWITCHES)).unwrap();
        assert_eq!(switches.on("front-rank-fire"), Ok(false));
        assert_eq!(switches.number("panic-limit"), Ok(2));
        assert_eq!(switches.choice("war"), Ok("mid"));
        let war = switches.iter().last().unwrap();
        assert_eq!((war.default.as_str(), war.effect.as_str()), ("mid", "which year"));
        assert_eq!(war.choices, ["off", "early", "mid", "late"]);
    }

    #[test]
    fn a_switch_asked_for_wrongly_is_a_fault() {
        let switches = Switches::read(&chart(SWITCHES)).unwrap();
        let text = |fault: Fault| fault.to_string();
        assert_eq!(text(switches.choice("peace").unwrap_err()), "test/chart.tsv: no switch `peace`");
        let not_a_number = "test/chart.tsv: switch `war` is set to `mid`, which is not a whole number";
        assert_eq!(text(switches.number("war").unwrap_err()), not_a_number);
        let neither = "test/chart.tsv: switch `war` is set to `mid`, neither on nor off";
        assert_eq!(text(switches.on("war").unwrap_err()), neither);
    }

    #[test]
    fn printed_switches_are_checked() {
        let text = SWITCHES.replace("war\tmid", "panic-limit\tnever");
        let faults = Switches::read(&chart(&text)).unwrap_err();
        let places: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column, fault.reason.as_str())).collect();
        let no_choice = "switch `panic-limit` cannot be `never`: it is one of off, early, mid, late";
        assert_eq!(places, [(4, 2, no_choice), (4, 1, "a second switch `panic-limit`")]);
        assert_eq!(Switches::read(&chart("id\tdefault\n")).unwrap_err().len(), 2);
    }
}

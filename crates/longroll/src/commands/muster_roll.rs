//! `longroll battle muster`: a battle in the pieces of a rulebook.

use battle::Battle;
use battle::muster::{Command, Muster, Mustered, muster_for};
use battle::plan::{Arm, ForRulebook, Formation, Plan};
use clap::Args;
use engine::book::{AnyRulebook, Grain, Piece, Rounding, Scale};
use serde_json::{Value, json};

use super::battle::opened_for;
use crate::desk::Desk;
use crate::failure::{Failure, Problem};
use crate::report::roster::sized;
use crate::table::{Cell, Frame, Table};
use crate::text::{clean, counted};
use crate::{ink, suggest};

const EXAMPLES: &str = "\
Examples:
  longroll battle muster battles/brawners-farm --rulebook elephant
  longroll battle muster battles/first-bull-run --rulebook elephant --scale brigade
  longroll battle muster battles/first-bull-run --rulebook volley-and-bayonet --json";

/// The field in which a unit says how many pieces it has.
const PIECES: &str = "pieces";

/// Turn the men and guns of a battle into figures, stands or strength points
///
/// The rulebook's own scale says how many men or guns a piece stands for. The units of a brigade together get as many pieces as
/// the brigade is worth, so that no men are lost in the rounding; but each has one at least. Where a unit says to the rulebook
/// how many pieces it has, that holds at the scale the battle asks for.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct MusterRoll {
    /// A folder with battle.toml and ground.geojson, or a shipped battle by its name
    #[arg(value_name = "BATTLE")]
    folder: String,

    /// The rulebook, as `longroll rulebooks` names it
    #[arg(long, value_name = "RULEBOOK")]
    rulebook: String,

    /// The scale, where the rulebook has several; else what the battle asks for, or the one of the table
    #[arg(long, value_name = "SCALE")]
    scale: Option<String>,
}

pub(super) fn run(command: &MusterRoll, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let book = desk.book(&command.rulebook)?;
    let battle = opened_for(&command.folder, &command.rulebook)?;
    let scale = chosen(&*book, &battle.plan, command.scale.as_deref())?;
    // What a unit says of its pieces is said at the scale that the battle asks for.
    let holds = chosen(&*book, &battle.plan, None)?.name == scale.name;
    let muster = muster_for(&battle, &command.rulebook, &counted_by(&scale), |_| holds);
    let roll = Roll { battle: &battle, slug: &command.rulebook, scale, muster };
    if desk.json {
        return desk.print_json(&roll.json());
    }
    let mut page = desk.terminal.page();
    let title = book.about().title;
    page.wrapped(ink::TITLE, 0, &clean(&format!("{}, mustered for {title}, {}", battle.plan.name, scale.name)))?;
    page.wrapped(ink::FAINT, 0, &format!("{}; {}", scale.ground.words(), pieces_words(&scale)))?;
    if !suits(&battle.plan, &command.rulebook) {
        page.wrapped(ink::FAINT, 0, "the battle does not say that it suits this rulebook")?;
    }
    page.gap()?;
    let table = roll.table().draw(&page.look);
    page.write(table)?;
    page.gap()?;
    for side in &battle.plan.sides {
        let total = format!("{} in all: {}", side.name, roll.total(side.id.as_str()).join(", "));
        page.wrapped(ink::TITLE, 0, &clean(&total))?;
    }
    Ok(())
}

/// The scale that is asked for, by the command, by the battle, or by the table.
pub(super) fn chosen(book: &dyn AnyRulebook, plan: &Plan, asked: Option<&str>) -> Result<Scale, Failure> {
    let scales = book.scales().map_err(|fault| Failure::from(Problem::from(fault)))?;
    let about = book.about();
    let in_battle = plan.rulebooks.get(about.slug).and_then(|values| values.get("scale")).and_then(Value::as_str);
    let Some(name) = asked.or(in_battle) else {
        let none = || Failure::bad("", format!("{} has no scale for battles", about.title), "choose another rulebook");
        return scales.first().copied().ok_or_else(none);
    };
    scales.iter().find(|scale| scale.name == name).copied().ok_or_else(|| {
        let known: Vec<&str> = scales.iter().map(|scale| scale.name).collect();
        let hint = suggest::or_look(name, known.iter().copied(), &format!("it has {}", known.join(", ")));
        Failure::bad("--scale", format!("{} has no scale {name:?}", about.title), hint)
    })
}

/// A rulebook's scale as the muster counts by it.
pub(super) fn counted_by(scale: &Scale) -> battle::muster::Scale {
    let guns = u32::from(scale.guns.stands_for);
    battle::muster::Scale {
        foot: scale.foot.stands_for.into(),
        horse: scale.horse.stands_for.into(),
        guns: match scale.guns.rounding {
            Rounding::Nearest => battle::muster::GunScale::About(guns),
            Rounding::AtMost => battle::muster::GunScale::AtMost(guns),
        },
        grain: match scale.grain {
            Grain::Regiment => battle::muster::Grain::Regiment,
            Grain::Brigade => battle::muster::Grain::Brigade,
        },
    }
}

/// Whether a battle says that it suits a rulebook, or all.
pub(super) fn suits(plan: &Plan, slug: &str) -> bool {
    plan.suits.is_empty() || plan.suits.iter().any(|own| own.as_str() == slug)
}

/// What the pieces stand for.
fn pieces_words(scale: &Scale) -> String {
    let one = |piece: &Piece, whom: &str| {
        let most = if piece.rounding == Rounding::AtMost { "at most " } else { "" };
        format!("{} of {most}{} {whom}", piece.name, piece.stands_for)
    };
    if scale.foot == scale.horse {
        return format!("{}, {}", one(&scale.foot, "men"), one(&scale.guns, guns_word(scale)));
    }
    [one(&scale.foot, "men on foot"), one(&scale.horse, "horsemen"), one(&scale.guns, guns_word(scale))].join(", ")
}

const fn guns_word(scale: &Scale) -> &'static str {
    if scale.guns.stands_for == 1 { "gun" } else { "guns" }
}

/// A battle that is mustered.
struct Roll<'a> {
    battle: &'a Battle,
    slug: &'a str,
    scale: Scale,
    muster: Muster,
}

impl Roll<'_> {
    fn formation(&self, command: &Command) -> &Formation {
        &self.battle.plan.formations[command.formation]
    }

    fn below(&self, above: Option<usize>) -> impl Iterator<Item = &Command> {
        self.muster.commands.iter().filter(move |command| command.above == above)
    }

    fn units(&self, formation: usize) -> impl Iterator<Item = &Mustered> {
        self.muster.units.iter().filter(move |unit| unit.formation == formation)
    }

    /// What the pieces of a unit are called.
    const fn measure(&self, arm: Arm) -> &'static str {
        match arm {
            Arm::Infantry | Arm::Wagons => self.scale.foot.name,
            Arm::Cavalry => self.scale.horse.name,
            Arm::Artillery | Arm::HorseArtillery => self.scale.guns.name,
            Arm::Ship => "ships",
        }
    }

    /// A unit's own name, or that of the brigade it is made of.
    fn name(&self, unit: &Mustered) -> String {
        let formation = &self.battle.plan.formations[unit.formation];
        match unit.of.as_slice() {
            [only] => formation.units[*only].name.clone(),
            several => format!("{}, {}", formation.name, counted(several.len(), "unit", "units")),
        }
    }

    /// What a unit shoots with: a battery with all its kinds of guns, the rest with what most of them have.
    fn weapons(&self, unit: &Mustered) -> Vec<&'static str> {
        let formation = &self.battle.plan.formations[unit.formation];
        let guns = unit.of.iter().flat_map(|which| &formation.units[*which].guns).map(|guns| guns.weapon);
        let mut names: Vec<&'static str> = Vec::new();
        for weapon in unit.weapon.into_iter().chain(guns) {
            if !names.contains(&weapon.name()) {
                names.push(weapon.name());
            }
        }
        names
    }

    fn leader(&self, command: &Command) -> Option<&str> {
        command.leader.map(|leader| self.battle.plan.leaders[leader].name.as_str())
    }

    fn table(&self) -> Table {
        let mut table = Table::new(Frame::Open, ["unit", "men", "guns", "size", "weapon", "quality"]).indented(2);
        let mut heads = Vec::new();
        for command in self.below(None) {
            self.add(command, 0, &mut heads, &mut table);
        }
        table
    }

    /// Adds a command with all below it. The headings of those above it that have no units of their own stand over its first
    /// one.
    fn add(&self, command: &Command, depth: usize, heads: &mut Vec<String>, table: &mut Table) {
        let formation = self.formation(command);
        let led = self.leader(command).map(|leader| format!(": {leader}")).unwrap_or_default();
        let head = format!("{}{}{led}{}", "  ".repeat(depth), formation.name, said(&formation.rulebooks, self.slug));
        heads.push(clean(&head));
        for unit in self.units(command.formation) {
            if !heads.is_empty() {
                table.span(Cell::new(heads.join("\n"), ink::HEADING));
                heads.clear();
            }
            let number = |count: u32| if count == 0 { String::new() } else { count.to_string() };
            table.row([
                clean(&self.row_name(unit)),
                number(unit.men),
                number(unit.guns),
                sized(unit.pieces, self.measure(unit.arm)),
                self.weapons(unit).join(", "),
                unit.quality.name().to_owned(),
            ]);
        }
        for below in self.below(Some(command.formation)) {
            self.add(below, depth + 1, heads, table);
        }
    }

    /// A unit's name under the heading of its formation, with what the battle says of it to this rulebook.
    fn row_name(&self, unit: &Mustered) -> String {
        let formation = &self.battle.plan.formations[unit.formation];
        match unit.of.as_slice() {
            [only] => {
                let one = &formation.units[*only];
                format!("{}{}", one.name, said(&one.rulebooks, self.slug))
            }
            several if unit.arm.has_guns() => format!("{} together", counted(several.len(), "battery", "batteries")),
            several => format!("{} together", counted(several.len(), "regiment", "regiments")),
        }
    }

    /// What a side has of each kind of piece, in the order of the roll.
    fn pieces(&self, side: &str) -> Vec<(&'static str, u32)> {
        let mut sums: Vec<(&'static str, u32)> = Vec::new();
        for unit in self.of_side(side) {
            let measure = self.measure(unit.arm);
            match sums.iter_mut().find(|(known, _)| *known == measure) {
                Some((_, sum)) => *sum += unit.pieces,
                None => sums.push((measure, unit.pieces)),
            }
        }
        sums
    }

    fn of_side(&self, side: &str) -> impl Iterator<Item = &Mustered> {
        let commands = self.muster.commands.iter().filter(move |command| command.side.as_str() == side);
        commands.flat_map(|command| self.units(command.formation))
    }

    fn total(&self, side: &str) -> Vec<String> {
        let men: u32 = self.of_side(side).map(|unit| unit.men).sum();
        let guns: u32 = self.of_side(side).map(|unit| unit.guns).sum();
        let pieces = self.pieces(side).into_iter().map(|(measure, count)| sized(count, measure));
        [format!("{men} men"), counted(guns as usize, "gun", "guns")].into_iter().chain(pieces).collect()
    }

    fn json(&self) -> Value {
        let plan = &self.battle.plan;
        let sides = plan.sides.iter().map(|side| {
            let id = side.id.as_str();
            let tops = self.below(None).filter(|command| command.side.as_str() == id);
            let pieces = self.pieces(id).into_iter().map(|(measure, count)| (measure.to_owned(), json!(count)));
            json!({
                "side": id,
                "men": self.of_side(id).map(|unit| unit.men).sum::<u32>(),
                "guns": self.of_side(id).map(|unit| unit.guns).sum::<u32>(),
                "pieces": pieces.collect::<serde_json::Map<_, _>>(),
                "commands": tops.map(|command| self.command_json(command)).collect::<Vec<_>>(),
            })
        });
        json!({
            "battle": plan.name, "rulebook": self.slug, "suits": suits(plan, self.slug), "scale": self.scale,
            "sides": sides.collect::<Vec<_>>(),
        })
    }

    fn command_json(&self, command: &Command) -> Value {
        let formation = self.formation(command);
        let units = self.units(command.formation).map(|unit| {
            let of = unit.of.iter().map(|which| formation.units[*which].id.to_string()).collect::<Vec<_>>();
            json!({
                "name": self.name(unit), "of": of, "arm": unit.arm.name(), "men": unit.men, "guns": unit.guns,
                "size": unit.pieces, "said": unit.said, "measure": self.measure(unit.arm), "weapon": unit.weapon.map(battle::plan::Weapon::name),
                "weapons": self.weapons(unit),
                "quality": unit.quality.name(),
            })
        });
        json!({
            "id": formation.id.to_string(), "name": formation.name, "level": formation.level.name(),
            "leader": self.leader(command), "units": units.collect::<Vec<_>>(),
            "says": formation.rulebooks.get(self.slug),
            "commands": self.below(Some(command.formation)).map(|below| self.command_json(below)).collect::<Vec<_>>(),
        })
    }
}

/// What a part of the battle says to one rulebook, in a few words and brackets; nothing if it says nothing.
fn said(rulebooks: &ForRulebook, slug: &str) -> String {
    let values = rulebooks.get(slug).into_iter().flatten().filter(|(name, _)| *name != PIECES);
    let words = values.map(|(name, value)| match value {
        Value::Bool(true) => name.clone(),
        Value::String(text) => format!("{name} {text}"),
        other => format!("{name} {other}"),
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

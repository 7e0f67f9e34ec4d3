//! A rulebook laid open: everything a page shows of it before anything is settled.

use engine::Rule as Cited;
use engine::book::shape::{self, Shape as Asked};
use engine::book::{AnyProcedure, AnyRulebook};
use telling::{Lit, Shown};

use crate::messages::{
    Book, Change, Chart, Choice, Column, Example, Field, Kind, Procedure, Rule, Shape, Switch, Title,
};

/// What a rulebook is.
pub fn title(book: &dyn AnyRulebook) -> Title {
    let about = book.about();
    // A scale that cannot be read is told where the charts are; a title page does without.
    let scales = book.scales().unwrap_or_default();
    Title {
        slug: about.slug,
        title: about.title,
        summary: about.summary,
        dice: about.dice,
        prefix: about.prefix,
        scales: scales.iter().map(|scale| scale.ground.words()).collect(),
    }
}

/// A whole rulebook.
pub fn book(book: &dyn AnyRulebook) -> Book {
    let charts = book.charts();
    let switch = |switch: &engine::chart::Switch| Switch {
        id: switch.id.clone(),
        value: switch.value.clone(),
        default: switch.default.clone(),
        choices: switch.choices.clone(),
        effect: switch.effect.clone(),
    };
    let rule = |rule: Cited| Rule { id: rule.id(), heading: rule.heading(), statement: rule.statement() };
    let change = |change: &engine::chart::Change| Change {
        chart: change.chart,
        row: change.row.clone(),
        column: change.column.clone(),
        printed: change.printed.clone(),
        now: change.now.clone(),
        lit: Lit::of(change.cell, charts),
    };
    Book {
        title: title(book),
        procedures: book.procedures().iter().map(|procedure| describe(procedure.as_ref())).collect(),
        charts: charts.charts().iter().map(card).collect(),
        switches: charts.switches().iter().map(switch).collect(),
        rules: book.ledger().rules().map(rule).collect(),
        changes: charts.changes().iter().map(change).collect(),
    }
}

fn card(chart: &engine::chart::Chart) -> Chart {
    let shown = Shown::of(chart);
    let column = |column: &engine::chart::CardColumn| Column {
        heading: column.heading.clone(),
        below: column.below,
        place: column.place,
        until: column.until,
    };
    let row = |row: usize| (0..shown.columns.len()).map(|column| shown.text(row, column)).collect();
    Chart {
        id: chart.id().to_owned(),
        chapter: chart.chapter().to_owned(),
        title: chart.title().to_owned(),
        note: chart.note().to_owned(),
        on_card: chart.is_on_card(),
        columns: shown.columns.iter().map(column).collect(),
        rows: (0..chart.rows()).map(row).collect(),
    }
}

fn describe(procedure: &dyn AnyProcedure) -> Procedure {
    let example = |(name, situation)| Example { name, situation };
    Procedure {
        name: procedure.name(),
        chapter: procedure.chapter(),
        summary: procedure.summary(),
        shape: asked(Asked::of(&procedure.situation_schema())),
        examples: procedure.examples().into_iter().map(example).collect(),
    }
}

/// A shape as the page reads it.
fn asked(shape: Asked) -> Shape {
    match shape {
        Asked::YesNo => Shape::YesNo,
        Asked::Whole { least, most } => Shape::Whole { least, most },
        Asked::Number => Shape::Number,
        Asked::Text => Shape::Text,
        Asked::Choice(choices) => Shape::Choice { choices: choices.into_iter().map(choice).collect() },
        Asked::Optional(inner) => Shape::Optional { inner: Box::new(asked(*inner)) },
        Asked::List(inner) => Shape::List { inner: Box::new(asked(*inner)) },
        Asked::Record(fields) => Shape::Record { fields: fields.into_iter().map(field).collect() },
        Asked::OneOf(kinds) => Shape::OneOf { kinds: kinds.into_iter().map(kind).collect() },
        Asked::Constant(value) => Shape::Constant { value },
        Asked::Json => Shape::Json,
    }
}

fn choice(choice: shape::Choice) -> Choice {
    Choice { name: choice.name, about: choice.about }
}

fn kind((choice, shape): (shape::Choice, Asked)) -> Kind {
    Kind { name: choice.name, about: choice.about, shape: asked(shape) }
}

fn field(field: shape::Field) -> Field {
    Field {
        name: field.name,
        about: field.about,
        required: field.default.is_none(),
        default: field.default.unwrap_or_default(),
        shape: asked(field.shape),
    }
}

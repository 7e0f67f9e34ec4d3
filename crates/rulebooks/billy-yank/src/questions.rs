//! The decisions players make inside procedures. Those that only choose a place (a heading, ground to take) belong to play on
//! a map.

use engine::{AnswerKind, QuestionKind};

use crate::rules::*;

pub(crate) const MORALE_BONUS: QuestionKind = QuestionKind {
    name: "morale-bonus",
    rule: BY_CMD_LVL_TABLE,
    prompt: "Does this commander steady the unit?",
    about: "his level is taken from the morale die; he helps one unit a turn",
    answers: AnswerKind::YesNo,
};

pub(crate) const COMBAT_BONUS: QuestionKind = QuestionKind {
    name: "combat-bonus",
    rule: BY_CMD_LVL_TABLE,
    prompt: "Does the attached commander lead with all he is worth?",
    about: "his level instead of the usual column; he does so once a turn, in fire or in melee",
    answers: AnswerKind::YesNo,
};

pub(crate) const FIRST_FIRE: QuestionKind = QuestionKind {
    name: "first-fire",
    rule: BY_TURN_MOVE1,
    prompt: "Fire at the charge at 100 metres?",
    about: "needs no test; the second fire does",
    answers: AnswerKind::YesNo,
};

pub(crate) const SECOND_FIRE: QuestionKind = QuestionKind {
    name: "second-fire",
    rule: BY_MOR_MOD_DEFFIRE,
    prompt: "Try to fire again at 50 metres?",
    about: "needs a morale test at one worse; a bad one sends the unit away",
    answers: AnswerKind::YesNo,
};

pub(crate) const SKIRMISH_FIRE: QuestionKind = QuestionKind {
    name: "skirmish-fire",
    rule: BY_MOR_MOD_DEFFIRE,
    prompt: "Do the skirmishers try to fire before they fall back?",
    about: "needs a morale test at one worse",
    answers: AnswerKind::YesNo,
};

pub(crate) const FLEE: QuestionKind = QuestionKind {
    name: "flee",
    rule: BY_MOVE_ART_COLUMN,
    prompt: "Do the limbered guns or wagons drive off before the charge?",
    about: "it is their whole move; those who stay cannot fire",
    answers: AnswerKind::YesNo,
};

pub(crate) const PASS_THROUGH_FIRE: QuestionKind = QuestionKind {
    name: "pass-through-fire",
    rule: BY_MOR_MOD_DEFFIRE,
    prompt: "Try to fire at the unit that moves past?",
    about: "needs a morale test at one worse; once in an enemy Movement Phase",
    answers: AnswerKind::YesNo,
};

pub(crate) const COUNTER_CHARGE: QuestionKind = QuestionKind {
    name: "counter-charge",
    rule: BY_MEL_MOD_LIGHT_CAV,
    prompt: "Does the cavalry counter-charge?",
    about: "it then counts as attacking cavalry in the first round of melee",
    answers: AnswerKind::YesNo,
};

pub(crate) const BOUNCE_TARGET: QuestionKind = QuestionKind {
    name: "bounce-target",
    rule: BY_BOUNCE_TABLE,
    prompt: "Which of the two equally near units does the ball strike?",
    about: "each landing strikes one unit",
    answers: AnswerKind::Number,
};

pub(crate) const LOSE_FIGURE: QuestionKind = QuestionKind {
    name: "lose-figure",
    rule: BY_MEL_RES_K,
    prompt: "Which unit loses the figure, counted from 0 among those that can?",
    about: "losses of a group are shared out by its owner",
    answers: AnswerKind::Number,
};

/// All of them.
pub(crate) const ALL: &[&QuestionKind] = &[
    &MORALE_BONUS,
    &COMBAT_BONUS,
    &FIRST_FIRE,
    &SECOND_FIRE,
    &SKIRMISH_FIRE,
    &FLEE,
    &PASS_THROUGH_FIRE,
    &COUNTER_CHARGE,
    &BOUNCE_TARGET,
    &LOSE_FIGURE,
];

//! Every question that a procedure may put to a player (section 5.7). A question is asked only where there is a choice.
//!
//! Not here: questions that need a map (breakthrough target, retreat route).

use engine::{AnswerKind, QuestionKind};

use crate::rules::*;

/// 5.1 A broken unit rallies: in which formation (S75)?
pub const RALLY_FORMATION: QuestionKind = QuestionKind {
    name: "rally-formation",
    rule: FF_MNV_DB_RALLY,
    prompt: "In which formation does the broken unit rally?",
    about: "The unit forms where it stands, and maneuvers from there.",
    answers: AnswerKind::Named(&["line", "extended", "field_column", "march_column", "mass"]),
};

/// 5.2 Which gun stand is wrecked (S38)?
pub const STAND_TO_WRECK: QuestionKind = QuestionKind {
    name: "gun-stand-wrecked",
    rule: FF_FIRE_EFF_WITHERING_GUNS,
    prompt: "Which of the gun stands that differ is wrecked, counted from 1 in their order?",
    about: "The stand is taken off.",
    answers: AnswerKind::Number,
};

/// 5.2 Which gun stand is damaged (S38)?
pub const STAND_TO_DAMAGE: QuestionKind = QuestionKind {
    name: "gun-stand-damaged",
    rule: FF_FIRE_EFF_TELLING_GUNS,
    prompt: "Which of the gun stands that differ is damaged, counted from 1 in their order?",
    about: "Its fire points are halved; a stand that is damaged again is wrecked.",
    answers: AnswerKind::Number,
};

/// 5.2 Which gun stand is silenced (S38)?
pub const STAND_TO_SILENCE: QuestionKind = QuestionKind {
    name: "gun-stand-silenced",
    rule: FF_FIRE_EFF_GALLING_GUNS,
    prompt: "Which of the gun stands that differ is silenced, counted from 1 in their order?",
    about: "It does not fire until the battery rallies.",
    answers: AnswerKind::Number,
};

/// 5.2 step 13. Who runs low on ammunition (S42)?
pub const LOW_AMMO: QuestionKind = QuestionKind {
    name: "low-ammo",
    rule: FF_FIRE_ADD_AMMO,
    prompt: "Which firing unit or gun stand runs low on ammunition, counted from 1 among those that qualify?",
    about: "Its fire points are halved until it replenishes.",
    answers: AnswerKind::Number,
};

/// 5.2 step 14. Which of several equally close leaders is in danger?
pub const LEADER_TIE: QuestionKind = QuestionKind {
    name: "leader-tie",
    rule: FF_FIRE_ADD_FALLEN,
    prompt: "Which of the equally close leaders is in danger, counted from 1 in their order, a brave colonel last?",
    about: "He rolls on the fallen leader table.",
    answers: AnswerKind::Number,
};

/// 5.2 step 11 and 5.4. Does the cavalry recall instead of the retreat that the result asks for?
pub const RECALL: QuestionKind = QuestionKind {
    name: "recall",
    rule: FF_HOUSE_RECALL,
    prompt: "Does the cavalry recall, up to a full move?",
    about: "It rides off by a way of its owner's choice instead of the move that the result asks for.",
    answers: AnswerKind::YesNo,
};

/// 5.3 step 1. Which of several equally large units leads?
pub const LEAD_UNIT: QuestionKind = QuestionKind {
    name: "lead-unit",
    rule: FF_PROC_CHG_1,
    prompt: "Which of the equally large units leads, counted from 1 in their order?",
    about: "Its rating and state make the modifiers of its side, and losses fall on it first.",
    answers: AnswerKind::Number,
};

/// 5.4 Which unit loses what the lead unit no longer can?
pub const LOSS_UNIT: QuestionKind = QuestionKind {
    name: "loss-unit",
    rule: FF_CHG_TABLE,
    prompt: "The lead unit is gone: which of the others loses stands, counted from 1 in their order?",
    about: "The rest of the losses fall on it.",
    answers: AnswerKind::Number,
};

/// 5.4 What does countercharging cavalry do that beat its charger?
pub const CARRY_OR_RECALL: QuestionKind = QuestionKind {
    name: "carry-or-recall",
    rule: FF_CHG_DEF_COUNTER,
    prompt: "Does the countercharging cavalry stay, carry the position or recall?",
    about: "Where it stands afterwards.",
    answers: AnswerKind::Named(&["stay", "carry", "recall"]),
};

/// 4 Does charged cavalry countercharge?
pub const COUNTERCHARGE: QuestionKind = QuestionKind {
    name: "countercharge",
    rule: FF_TMNV_H_COUNTER,
    prompt: "Does the charged cavalry stand, countercharge, or countercharge with cold steel?",
    about: "It meets the charger halfway, and does not fire.",
    answers: AnswerKind::Named(&["stand", "countercharge", "cold_steel"]),
};

/// 4 Does charged infantry form square?
pub const HASTY_SQUARE: QuestionKind = QuestionKind {
    name: "hasty-square",
    rule: FF_TMNV_H_SQUARE,
    prompt: "Does the charged infantry form a hasty square?",
    about: "It stays in square until it changes formation; raw troops become disordered.",
    answers: AnswerKind::YesNo,
};

/// All of them.
pub const ALL: &[&QuestionKind] = &[
    &RALLY_FORMATION,
    &STAND_TO_WRECK,
    &STAND_TO_DAMAGE,
    &STAND_TO_SILENCE,
    &LOW_AMMO,
    &LEADER_TIE,
    &RECALL,
    &LEAD_UNIT,
    &LOSS_UNIT,
    &CARRY_OR_RECALL,
    &COUNTERCHARGE,
    &HASTY_SQUARE,
];

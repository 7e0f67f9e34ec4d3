//! The decisions players make inside procedures. Those that only choose a place (a rout's or a retreat's path) belong to play
//! on a map.

use engine::{AnswerKind, QuestionKind};

use crate::rules::*;

pub(crate) const FACING_PRICE: QuestionKind = QuestionKind {
    name: "facing-price",
    rule: VB_MOV_INF_FACING,
    prompt: "Pay half a move for the extra facing change, or take disorder?",
    about: "half the move, or temporary disorder",
    answers: AnswerKind::Named(&["pay", "disorder"]),
};

pub(crate) const BRIDGE: QuestionKind = QuestionKind {
    name: "bridge",
    rule: VB_TER_BRIDGE_M_OTHER,
    prompt: "Pay half a move to cross the bridge out of column, or take disorder?",
    about: "half the move, or temporary disorder",
    answers: AnswerKind::Named(&["pay", "disorder"]),
};

pub(crate) const SKIRM_EVADE: QuestionKind = QuestionKind {
    name: "skirm-evade",
    rule: VB_CHG_INFSK_EVADE,
    prompt: "Shall the skirmishers run for cover?",
    about: "skirmishers that stay are ridden down",
    answers: AnswerKind::YesNo,
};

pub(crate) const CONTINUE: QuestionKind = QuestionKind {
    name: "continue",
    rule: VB_CHG_ROUTED_CONTINUE,
    prompt: "Shall the charger go on beyond the fugitives?",
    about: "it goes on with what is left of its move",
    answers: AnswerKind::YesNo,
};

pub(crate) const ROUT_FOLLOW: QuestionKind = QuestionKind {
    name: "rout-follow",
    rule: VB_MOR_LEVEL_ROUT_ADVANCE,
    prompt: "Which one stand that was in contact advances or turns, after the rout?",
    about: "one stand may advance or change its facing",
    answers: AnswerKind::Named(&["none", "advance", "face"]),
};

pub(crate) const BREAKTHROUGH: QuestionKind = QuestionKind {
    name: "breakthrough",
    rule: VB_ROUT_BREAKTHROUGH,
    prompt: "Shall the cavalry break through?",
    about: "another half move with charge rules, and another morale test on contact",
    answers: AnswerKind::YesNo,
};

pub(crate) const SPLIT_DICE: QuestionKind = QuestionKind {
    name: "split-dice",
    rule: VB_COM_DEFENDER,
    prompt: "How many of the defender's dice go against this enemy?",
    about: "what is left goes against the last one",
    answers: AnswerKind::Number,
};

pub(crate) const TOWN_DICE: QuestionKind = QuestionKind {
    name: "town-dice",
    rule: VB_TER_TOWN_C_QUARTER,
    prompt: "How many dice through this side of the block?",
    about: "a quarter a side at most, and no more than the total",
    answers: AnswerKind::Number,
};

pub(crate) const REPLY: QuestionKind = QuestionKind {
    name: "reply",
    rule: VB_COM_DEFENDER,
    prompt: "At which of its attackers in reach does the defender fire, counted from 1, or 0 to hold fire?",
    about: "the one target of its fire",
    answers: AnswerKind::Number,
};

pub(crate) const CAV_SAVE: QuestionKind = QuestionKind {
    name: "cav-save",
    rule: VB_SAVE_CAVALRY,
    prompt: "Against how many hits does the cavalry throw?",
    about: "each throw costs a retreat",
    answers: AnswerKind::Number,
};

pub(crate) const TIE_STAND: QuestionKind = QuestionKind {
    name: "tie-stand",
    rule: VB_MEL_TIE,
    prompt: "Which of the stands with the highest morale stands for its side in the tie, counted from 0?",
    about: "the tie modifiers are those of this stand",
    answers: AnswerKind::Number,
};

pub(crate) const ADVANCE: QuestionKind = QuestionKind {
    name: "advance",
    rule: VB_COM_ADVANCE,
    prompt: "Which one meleeing stand advances, counted from 1, or 0 for none?",
    about: "one stand, up to three inches, before the next target is chosen",
    answers: AnswerKind::Number,
};

pub(crate) const CMDR_FOLLOW: QuestionKind = QuestionKind {
    name: "cmdr-follow",
    rule: VB_MSC_CMDR_FOLLOW,
    prompt: "Does the commander go with the stand?",
    about: "where the commander is next",
    answers: AnswerKind::YesNo,
};

pub(crate) const ALL: &[&QuestionKind] = &[
    &FACING_PRICE,
    &BRIDGE,
    &SKIRM_EVADE,
    &CONTINUE,
    &ROUT_FOLLOW,
    &BREAKTHROUGH,
    &SPLIT_DICE,
    &TOWN_DICE,
    &REPLY,
    &CAV_SAVE,
    &TIE_STAND,
    &ADVANCE,
    &CMDR_FOLLOW,
];

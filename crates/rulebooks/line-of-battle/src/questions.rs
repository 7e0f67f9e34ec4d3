//! The decisions players make inside procedures, and on the map where a place has to be chosen in their midst.

use engine::{AnswerKind, QuestionKind};

use crate::rules::*;

pub(crate) const OPENING_VOLLEY: QuestionKind = QuestionKind {
    name: "opening-volley",
    rule: LB_OV_TABLE,
    prompt: "Which hex delivers the Opening Volley, counted from 0 (one beyond the last: none)?",
    about: "one volley only; nearer hexes, the target of a Charge and canister hurt more",
    answers: AnswerKind::Number,
};

pub(crate) const OPEN_ORDER_STAND: QuestionKind = QuestionKind {
    name: "open-order-stand",
    rule: LB_OO_4,
    prompt: "Shall another stack volley, so that the Open Order unit stays?",
    about: "otherwise it withdraws two hexes, and there is neither volley nor shot",
    answers: AnswerKind::YesNo,
};

pub(crate) const FIRING_SPS: QuestionKind = QuestionKind {
    name: "firing-sps",
    rule: LB_COMBAT_SP,
    prompt: "How many SPs of this unit fire?",
    about: "more are able to fire than may; the mix decides the firepower shift",
    answers: AnswerKind::Number,
};

pub(crate) const AMMUNITION: QuestionKind = QuestionKind {
    name: "ammunition",
    rule: LB_SHIFT_FP_CAN_OR,
    prompt: "Shell or canister?",
    about: "canister shifts right, but may run out sooner",
    answers: AnswerKind::Named(&["shell", "canister"]),
};

pub(crate) const DEPLETED_BATTERY: QuestionKind = QuestionKind {
    name: "depleted-battery",
    rule: LB_DEPL_ONE,
    prompt: "Which battery is depleted, counted from 0 among those that fired?",
    about: "it runs out of what it fired",
    answers: AnswerKind::Number,
};

pub(crate) const LAST_HEX: QuestionKind = QuestionKind {
    name: "last-hex",
    rule: LB_ARTRET_EXTEND,
    prompt: "Friends stand where the retreat would end: stack, displace them, or go on?",
    about: "they are shaken in each case; going on may cost SPs",
    answers: AnswerKind::Named(&["stack", "displace", "extend"]),
};

pub(crate) const SUCCESSOR: QuestionKind = QuestionKind {
    name: "successor",
    rule: LB_LDR_TABLE,
    prompt: "Which of the equals takes over, counted from 0?",
    about: "his own post falls to a Replacement",
    answers: AnswerKind::Number,
};

pub(crate) const RETREAT_ROUTE: QuestionKind = QuestionKind {
    name: "retreat-route",
    rule: LB_MOR_KEY_NONEGATE,
    prompt: "It has to go back: across which side of its hex?",
    about: "away from the enemy who made it go; enemy zones of control cost SPs, friends in the way are shaken",
    answers: AnswerKind::Named(&["n", "ne", "se", "s", "sw", "nw"]),
};

pub(crate) const RETREAT_FROM: QuestionKind = QuestionKind {
    name: "retreat-from",
    rule: LB_STATE_RETREAT10,
    prompt: "Several enemies are equally near: from which of their hexes does it go away, counted from 0?",
    about: "they are counted from the west, and in a row of hexes from the north; every step leads away from this one",
    answers: AnswerKind::Number,
};

pub(crate) const LEADER_GOES: QuestionKind = QuestionKind {
    name: "leader-goes",
    rule: LB_MOR_KEY_NONEGATE,
    prompt: "A stack of his hex has to go back: does he go with it?",
    about: "whoever stays may be left alone with the enemy; whoever goes is as far from his other troops as the stack",
    answers: AnswerKind::Named(&["go", "stay"]),
};

pub(crate) const NEW_FACING: QuestionKind = QuestionKind {
    name: "new-facing",
    rule: LB_ACT_FACING,
    prompt: "Which corner does it face now (0 lies between north and north-east, then clockwise)?",
    about: "it has retreated or won a Charge and turns for nothing: the two hexes next to the corner are its front, the others its Rear",
    answers: AnswerKind::Number,
};

/// What a preview on the map answers where nobody has said otherwise: places, and what hardly matters.
pub(crate) const PLAIN: &[(&str, &str)] = &[
    (RETREAT_ROUTE.name, "first"),
    (RETREAT_FROM.name, "first"),
    (LEADER_GOES.name, "first"),
    (NEW_FACING.name, "first"),
    (LAST_HEX.name, "first"),
    (SUCCESSOR.name, "first"),
    (DEPLETED_BATTERY.name, "first"),
    (FIRING_SPS.name, "99"),
];

pub(crate) const ALL: &[&QuestionKind] = &[
    &OPENING_VOLLEY,
    &OPEN_ORDER_STAND,
    &FIRING_SPS,
    &AMMUNITION,
    &DEPLETED_BATTERY,
    &LAST_HEX,
    &SUCCESSOR,
    &RETREAT_ROUTE,
    &RETREAT_FROM,
    &LEADER_GOES,
    &NEW_FACING,
];

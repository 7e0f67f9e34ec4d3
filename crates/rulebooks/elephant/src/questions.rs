//! The decisions players make inside procedures. The last of them come up on a map only.

use engine::{AnswerKind, QuestionKind};

use crate::rules::*;

pub(crate) const COMBINE_FIRE: QuestionKind = QuestionKind {
    name: "combine-fire",
    rule: SE_FIRE_COMBINE,
    prompt: "Fire everything as one attack, or small arms and artillery apart?",
    about: "one roll on a higher column, or two rolls on lower ones",
    answers: AnswerKind::Named(&["combined", "separate"]),
};

pub(crate) const FIRST_FIRE: QuestionKind = QuestionKind {
    name: "first-fire",
    rule: SE_CHARGE_3,
    prompt: "Fire at the charge at 100 yards?",
    about: "costs nothing; the second fire needs a morale test of its own",
    answers: AnswerKind::YesNo,
};

pub(crate) const FIRST_FIRE_STANDS: QuestionKind = QuestionKind {
    name: "first-fire-stands",
    rule: SE_FIRE_STANDS,
    prompt: "How many stands (or, of an even number of guns, how many pairs) fire at this attacker?",
    about: "stands fire once in all; every Panic Marker silences a stand against each attacker chosen",
    answers: AnswerKind::Number,
};

pub(crate) const SECOND_FIRE: QuestionKind = QuestionKind {
    name: "second-fire",
    rule: SE_CHARGE_6,
    prompt: "Test morale, at one worse, to fire a second time at 50 yards?",
    about: "a failed test costs a hit, or the position",
    answers: AnswerKind::YesNo,
};

pub(crate) const SECOND_FIRE_STANDS: QuestionKind = QuestionKind {
    name: "second-fire-stands",
    rule: SE_FIRE_STANDS,
    prompt: "How many stands (or, of an even number of guns, how many pairs) fire at this attacker?",
    about: "stands fire once in all; every Panic Marker silences a stand against each attacker chosen",
    answers: AnswerKind::Number,
};

pub(crate) const SKIRMISH_FIRE: QuestionKind = QuestionKind {
    name: "skirmish-fire",
    rule: SE_SKIRM_11,
    prompt: "Shall the skirmishers test morale to fire before they fall back?",
    about: "a failed test costs a hit, or turns the fall back into a retreat or rout",
    answers: AnswerKind::YesNo,
};

pub(crate) const CHARGE_PISTOLS: QuestionKind = QuestionKind {
    name: "charge-pistols",
    rule: SE_CAV_PISTOLS,
    prompt: "Fire pistols or shotguns while closing in?",
    about: "hits before Combat can change its odds",
    answers: AnswerKind::YesNo,
};

pub(crate) const FACE_CHARGE: QuestionKind = QuestionKind {
    name: "face-charge",
    rule: SE_OPP_FACE,
    prompt: "Turn to face the cavalry?",
    about: "otherwise its charge takes the unit in flank or rear",
    answers: AnswerKind::YesNo,
};

pub(crate) const LOSE_STAND: QuestionKind = QuestionKind {
    name: "lose-stand",
    rule: SE_COMBAT_RES_K,
    prompt: "Which defending unit (or, in a battery of several kinds, which kind of gun) loses the next stand, counted from 0 \
             among those that still have one?",
    about: "losses among several defenders or kinds of guns are spread by their owner",
    answers: AnswerKind::Number,
};

pub(crate) const RETREAT_PATH: QuestionKind = QuestionKind {
    name: "retreat-path",
    rule: SE_SURRENDER,
    prompt: "Which way back (the straightest stands first; the others turn farther, right before left)?",
    about: "friends near the way take fright, and those in it may be run into",
    answers: AnswerKind::Number,
};

pub(crate) const OCCUPY: QuestionKind = QuestionKind {
    name: "occupy",
    rule: SE_CHARGE_9,
    prompt: "Take the ground the enemy has left?",
    about: "the unit then stands where its enemy stood",
    answers: AnswerKind::YesNo,
};

pub(crate) const PASS_THROUGH: QuestionKind = QuestionKind {
    name: "pass-through",
    rule: SE_MOVE_PASSTHROUGH,
    prompt: "Test morale, at one worse, to fire at the enemy that moves past?",
    about: "once a turn, and the unit then does not fire in its Fire Phase",
    answers: AnswerKind::YesNo,
};

pub(crate) const OPPORTUNITY_CHARGE: QuestionKind = QuestionKind {
    name: "opportunity-charge",
    rule: SE_OPP_TRIGGER,
    prompt: "Test morale to charge the enemy that passes?",
    about: "the cavalry has then had its move, whatever comes of it",
    answers: AnswerKind::YesNo,
};

pub(crate) const CARRY_ON: QuestionKind = QuestionKind {
    name: "carry-on",
    rule: SE_SKIRM_10_ATTACKED,
    prompt: "The skirmishers have fallen back: carry on?",
    about: "a charge that has movement left may go on to the parent unit or take the vacated place",
    answers: AnswerKind::Named(&["stop", "place", "parent"]),
};

pub(crate) const PAIRING: QuestionKind = QuestionKind {
    name: "pairing",
    rule: SE_COMBAT_PAIRS,
    prompt: "Which units shall fight each other (0 pairs them in the order of contact)?",
    about: "there are several ways to make as many pairs as possible",
    answers: AnswerKind::Number,
};

pub(crate) const RIPPLE_ORDER: QuestionKind = QuestionKind {
    name: "ripple-order",
    rule: SE_MORALE_PHASE_FRIENDS,
    prompt: "Which of the units that have to test is next (0 is the nearest, or the senior one)?",
    about: "a unit that runs may frighten those that have not tested yet",
    answers: AnswerKind::Number,
};

pub(crate) const ALL: &[&QuestionKind] = &[
    &COMBINE_FIRE,
    &FIRST_FIRE,
    &FIRST_FIRE_STANDS,
    &SECOND_FIRE,
    &SECOND_FIRE_STANDS,
    &SKIRMISH_FIRE,
    &CHARGE_PISTOLS,
    &FACE_CHARGE,
    &LOSE_STAND,
    &RETREAT_PATH,
    &OCCUPY,
    &PASS_THROUGH,
    &OPPORTUNITY_CHARGE,
    &CARRY_ON,
    &PAIRING,
    &RIPPLE_ORDER,
];

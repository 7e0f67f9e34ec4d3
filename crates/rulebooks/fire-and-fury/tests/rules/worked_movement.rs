//! Worked examples W12 and W29, and what W01 to W04, W07, W09, W22 and W26 say about moves; then the edges of every distance.

use crate::common::{Refereed, referee};
use engine::book::Procedure;
use engine::{Decimal, Side};
use fire_and_fury::Book;
use fire_and_fury::charge_move::{ChargeMove, WantedCharge};
use fire_and_fury::command::{Attachment, CommandState, Commanded, LeaderNear, LeaderSight};
use fire_and_fury::effectiveness::{FreshWornSpent, Losses};
use fire_and_fury::gun_maneuver::{GunManeuver, GunMove, GunOption, WantedOfGuns};
use fire_and_fury::leaders::LeaderFate;
use fire_and_fury::maneuver::ManeuverEffect;
use fire_and_fury::movement::{
    AfterBreakthrough, Breakthrough, BreakthroughMove, Fraction, Going, Heading, March, Move, MoveOutcome, Mover,
    MovingTroops, PassedThrough, Retreat, RetreatKind, RetreatOutcome, Retreating, Stretch, Victory,
};
use fire_and_fury::pieces::{
    Carriage, Class, Command, Effectiveness, Formation, Ground, Letter, Order, Rating, Spirit,
};
use fire_and_fury::reaction::{Charged, HastyReaction, Reaction};
use fire_and_fury::sight::{Between, Sight, SightLine};
use fire_and_fury::special::{Drilled, Formations};
use fire_and_fury::succession::{LeaderEscape, LeaderRiddenDown};
use fire_and_fury::troop_maneuver::{PassedFriend, Stride, TroopManeuver, TroopOption, WantedOfTroops};
use fire_and_fury::victory::{Done, EndOfBattle, Margin, VictoryPoints};

/// Inches from tenths.
fn inches(tenths: i32) -> Decimal {
    Decimal::from_thousandths(tenths * 100)
}

fn over(ground: Going, tenths: i32) -> Stretch {
    Stretch::ahead(ground, inches(tenths))
}

fn settle<P: Procedure<Book = Book>>(situation: &P::Situation) -> P::Outcome {
    referee::<P>(situation, &[], &[]).outcome
}

fn march(troops: MovingTroops, pace: (bool, bool), stretches: Vec<Stretch>) -> Refereed<MoveOutcome> {
    let (double_quick, half) = pace;
    let way = March { mover: Mover::Troops(troops), double_quick, half, stretches, streams: 0 };
    referee::<Move>(&way, &[], &[])
}

fn part(numerator: u64, denominator: u64) -> Fraction {
    Fraction { numerator, denominator }
}

fn cavalry(formation: Formation) -> MovingTroops {
    MovingTroops { class: Class::Cavalry, formation, ..MovingTroops::default() }
}

#[test]
fn w12_mixed_ground() {
    let line = MovingTroops::default();
    let full = march(line, (false, false), vec![over(Going::Open, 30), over(Going::Broken, 40)]);
    assert_eq!((full.outcome.fits, full.outcome.used, full.outcome.left), (true, part(1, 1), Decimal::ZERO));
    assert!(full.cites("FF-MOVE-INF-LINE"));
    let half = march(line, (false, true), vec![over(Going::Open, 30), over(Going::Broken, 20)]);
    assert_eq!((half.outcome.fits, half.outcome.used), (false, part(4, 3)));
    let column = cavalry(Formation::FieldColumn);
    let quick = march(column, (true, false), vec![over(Going::Open, 90), over(Going::Broken, 75)]);
    assert_eq!((quick.outcome.fits, quick.outcome.used), (true, part(1, 1)));
    assert!(quick.cites("FF-MOVE-CAV-OPEN"));
}

#[test]
fn parts_of_a_move_are_exact() {
    // Thirds and quarters that no decimal holds: a thousandth more is too far.
    let line = MovingTroops::default();
    let way =
        |last| vec![over(Going::Open, 30), over(Going::Broken, 20), Stretch { inches: last, ..over(Going::Rough, 0) }];
    let third = Decimal::from_thousandths(1_333);
    assert!(march(line, (false, false), way(third)).outcome.fits);
    assert!(!march(line, (false, false), way(third + Decimal::from_thousandths(1))).outcome.fits);
}

#[test]
fn obstacles_streams_and_steps_back_cost() {
    let line = MovingTroops::default();
    let fence = Stretch { obstacles: 1, ..over(Going::Open, 25) };
    assert_eq!(march(line, (false, false), vec![fence]).outcome.used, part(1, 2));
    let back = Stretch { heading: Heading::Back, ..over(Going::Open, 45) };
    assert_eq!(march(line, (false, false), vec![back]).outcome.used, part(1, 1));
    let wheel = Stretch { heading: Heading::Wheel, ..over(Going::Open, 45) };
    let wheeled = march(line, (false, false), vec![wheel]).outcome;
    assert_eq!((wheeled.used, wheeled.left), (part(1, 2), inches(45)));
    let way = March {
        mover: Mover::Troops(line),
        double_quick: false,
        half: false,
        stretches: vec![over(Going::Open, 45)],
        streams: 3,
    };
    assert_eq!(settle::<Move>(&way).used, part(1, 1));
}

#[test]
fn w29_effectiveness_by_the_procedure() {
    let after = |lost| {
        let losses = Losses { start_stands: 9, lost, worn_at: None, spent_at: None, spirit: Spirit::Reliable };
        let outcome = settle::<FreshWornSpent>(&losses);
        assert_eq!((outcome.worn_at, outcome.spent_at), (6, 4));
        outcome.effectiveness
    };
    use Effectiveness::{Fresh, Spent, Worn};
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(after), [Fresh, Fresh, Fresh, Worn, Worn, Spent, Spent]);
}

fn troops(effect: ManeuverEffect, moves: Stride, option: Option<TroopOption>) -> WantedOfTroops {
    WantedOfTroops { moves, option, ..WantedOfTroops::new(effect) }
}

#[test]
fn w01_to_w03_how_far_a_maneuver_leads() {
    use ManeuverEffect as E;
    let far = |wanted: &WantedOfTroops| settle::<TroopManeuver>(wanted).open_inches;
    assert_eq!(far(&troops(E::WellHandled, Stride::Full, None)), inches(90));
    assert_eq!(far(&troops(E::WellHandled, Stride::Half, Some(TroopOption::ChangeFront))), inches(45));
    let column = WantedOfTroops { formation: Formation::FieldColumn, ..troops(E::DoubleQuick, Stride::Full, None) };
    assert_eq!(far(&column), inches(120));
    let tardy = referee::<TroopManeuver>(&troops(E::Tardy, Stride::Full, None), &[], &[]);
    assert_eq!((tardy.outcome.order, tardy.outcome.open_inches), (Order::Disordered, inches(90)));
    assert!(tardy.cites("FF-TMNV-T-FULL"));
}

#[test]
fn options_do_what_they_say() {
    use ManeuverEffect as E;
    let half = |option| troops(E::WellHandled, Stride::Half, Some(option));
    let passage = |friend, rating, ground| {
        let wanted = WantedOfTroops { friend: Some(friend), rating, ground, ..half(TroopOption::PassageOfLines) };
        let outcome = settle::<TroopManeuver>(&wanted);
        assert!(outcome.passed_lines);
        (outcome.order == Order::Disordered, outcome.friend_disordered)
    };
    let friend = PassedFriend::default();
    assert_eq!(passage(friend, Rating::Trained, Ground::Open), (false, false));
    assert_eq!(passage(friend, Rating::Raw, Ground::Open), (true, true));
    assert_eq!(passage(friend, Rating::Trained, Ground::Rough), (true, true));
    assert_eq!(passage(PassedFriend { rating: Rating::Raw, ..friend }, Rating::Crack, Ground::Open), (true, true));
    assert_eq!(passage(PassedFriend { order: Order::Disordered, ..friend }, Rating::Crack, Ground::Open), (true, true));

    let form = |rating, ground| {
        let wanted = WantedOfTroops {
            rating,
            ground,
            into: Some(Formation::Extended),
            ..troops(E::Rally, Stride::None, Some(TroopOption::ChangeFormation))
        };
        settle::<TroopManeuver>(&wanted).order
    };
    assert_eq!(form(Rating::Raw, Ground::Broken), Order::Disordered);
    assert_eq!(form(Rating::Raw, Ground::Open), Order::Good);
    assert_eq!(form(Rating::Trained, Ground::Rough), Order::Good);
    assert!(settle::<TroopManeuver>(&half(TroopOption::MarchByFlank)).marched_by_flank);
    assert!(settle::<TroopManeuver>(&half(TroopOption::FaceRear)).about_faced);
    assert_eq!(settle::<TroopManeuver>(&half(TroopOption::FormSquare)).formation, Formation::Square);
    let low = WantedOfTroops { low_ammo: true, ..half(TroopOption::ReplenishAmmo) };
    assert!(!settle::<TroopManeuver>(&low).low_ammo);
}

/// What the sheet prints for each effect, written a second time: full move, half move, and the options with and without it.
#[test]
fn the_lists_of_troop_maneuvers_agree_with_the_sheet() {
    use ManeuverEffect as E;
    use TroopOption as O;
    let book = crate::common::book();
    let all = [
        O::ChangeFormation,
        O::PassageOfLines,
        O::MarchByFlank,
        O::ChangeFront,
        O::FormSquare,
        O::FaceRear,
        O::ScaleObstacle,
        O::ReplenishAmmo,
    ];
    for (effect, well_handled, tardy) in [
        (E::DoubleQuick, true, false),
        (E::WellHandled, true, false),
        (E::RallyWithElan, true, false),
        (E::Tardy, false, true),
        (E::Rally, false, true),
        (E::FallBack, false, false),
        (E::Panic, false, false),
        (E::Shaken, false, false),
        (E::Wavering, false, false),
    ] {
        for moves in [Stride::None, Stride::Half, Stride::Full] {
            for option in all.map(Some).into_iter().chain([None]) {
                let wanted = WantedOfTroops {
                    into: (option == Some(O::ChangeFormation)).then_some(Formation::Extended),
                    friend: (option == Some(O::PassageOfLines)).then(PassedFriend::default),
                    ..troops(effect, moves, option)
                };
                let needs_half = matches!(option, Some(O::PassageOfLines | O::MarchByFlank));
                let on_tardy_list = matches!(option, Some(O::ChangeFormation | O::FaceRear | O::ScaleObstacle));
                let legal = match (moves, option) {
                    (Stride::None, None) => false,
                    (Stride::Half | Stride::Full, None) => well_handled || tardy,
                    (Stride::None, Some(_)) => (well_handled && !needs_half) || (tardy && on_tardy_list),
                    (Stride::Half, Some(_)) => well_handled,
                    (Stride::Full, Some(_)) => false,
                };
                assert_eq!(TroopManeuver::check(&book, &wanted).is_ok(), legal, "{effect} {moves} {option:?}");
            }
        }
    }
}

#[test]
fn w09_one_line_for_tardy_guns() {
    let unlimber = WantedOfGuns::new(ManeuverEffect::Tardy, GunOption::Unlimber, true);
    let outcome = settle::<GunManeuver>(&unlimber);
    assert_eq!((outcome.limbered, outcome.fires, outcome.moves), (false, false, GunMove::None));
}

#[test]
fn guns_move_by_their_carriage() {
    use ManeuverEffect as E;
    use fire_and_fury::fire::GunWeapon;
    let move_of = |effect, option, limbered, carriage, weapon| {
        let wanted = WantedOfGuns { carriage, weapon: Some(weapon), ..WantedOfGuns::new(effect, option, limbered) };
        settle::<GunManeuver>(&wanted).open_inches
    };
    let (field, horse) = (Carriage::Field, Carriage::Horse);
    assert_eq!(move_of(E::DoubleQuick, GunOption::MoveUnlimber, true, field, GunWeapon::Ls), inches(120));
    assert_eq!(move_of(E::DoubleQuick, GunOption::MoveUnlimber, true, field, GunWeapon::Hr), inches(90));
    assert_eq!(move_of(E::WellHandled, GunOption::Prolong, false, horse, GunWeapon::Lr), inches(70));
    assert_eq!(move_of(E::WellHandled, GunOption::HandHaul, false, field, GunWeapon::Ls), inches(20));
    assert_eq!(move_of(E::WellHandled, GunOption::HandHaul, false, Carriage::Pack, GunWeapon::Mh), inches(40));
    let retreat = WantedOfGuns::new(E::Tardy, GunOption::LimberRetreat, false);
    let outcome = settle::<GunManeuver>(&retreat);
    assert_eq!((outcome.silenced, outcome.limbered, outcome.open_inches), (2, true, inches(90)));
}

fn retreat(troops: MovingTroops, kind: RetreatKind, enemy: i32) -> Retreating {
    Retreating {
        mover: Mover::Troops(troops),
        kind,
        enemy: inches(enemy),
        ground: Going::Open,
        friends: Vec::new(),
        stopped_after: None,
        enemy_at_stop: None,
        edge_after: None,
    }
}

#[test]
fn w04_w07_and_w26_how_far_they_run() {
    let far = |retreating: &Retreating| {
        let outcome = settle::<Retreat>(retreating);
        (outcome.inches, outcome.still_close)
    };
    let line = MovingTroops::default();
    // W04: five inches away, it goes until it is more than six away; at six and a half it would hold.
    assert_eq!(far(&retreat(line, RetreatKind::OutOfCloseRange, 50)), (inches(10), false));
    assert_eq!(far(&retreat(line, RetreatKind::OutOfCloseRange, 65)), (Decimal::ZERO, false));
    // W07: broken infantry runs twelve inches. W26: broken cavalry eighteen.
    assert_eq!(far(&retreat(line, RetreatKind::Full, 0)).0, inches(120));
    assert_eq!(far(&retreat(cavalry(Formation::Line), RetreatKind::Full, 0)).0, inches(180));
    assert_eq!(far(&retreat(cavalry(Formation::Line), RetreatKind::Recall, 0)).0, inches(140));
    assert_eq!(far(&retreat(line, RetreatKind::TwoInches, 5)).0, inches(15));
    // Cavalry in line on rough ground has only five inches: still in close range.
    let rough =
        Retreating { ground: Going::Rough, ..retreat(cavalry(Formation::Line), RetreatKind::OutOfCloseRange, 5) };
    assert_eq!(far(&rough), (inches(50), true));
}

#[test]
fn only_broken_troops_disorder_friends_and_not_all_of_them() {
    let friend = PassedThrough::default();
    let friends = vec![
        friend,
        PassedThrough { order: Order::Disordered, ..friend },
        PassedThrough { order: Order::Broken, ..friend },
        PassedThrough { formation: Formation::Square, ..friend },
        PassedThrough { fortified: true, ..friend },
        PassedThrough { guns: true, ..friend },
    ];
    let through = |kind| {
        let outcome =
            settle::<Retreat>(&Retreating { friends: friends.clone(), ..retreat(MovingTroops::default(), kind, 10) });
        outcome.disordered.to_vec()
    };
    assert_eq!(through(RetreatKind::Full), [true, true, false, false, false, false]);
    assert_eq!(through(RetreatKind::OutOfCloseRange), [false; 6]);
}

#[test]
fn a_stopped_retreat_costs_and_the_edge_ends_it() {
    let run = retreat(MovingTroops::default(), RetreatKind::Full, 0);
    let stop = |after, enemy| {
        let (stopped_after, enemy_at_stop) = (Some(inches(after)), Some(inches(enemy)));
        settle::<Retreat>(&Retreating { stopped_after, enemy_at_stop, ..run.clone() })
    };
    let near: RetreatOutcome = stop(30, 20);
    assert_eq!((near.inches, near.stopped, near.stands_lost), (inches(30), true, 1));
    assert_eq!(stop(30, 21).stands_lost, 0);
    assert!(!stop(120, 10).stopped);
    let hemmed = retreat(MovingTroops::default(), RetreatKind::OutOfCloseRange, 20);
    let hemmed = settle::<Retreat>(&Retreating { stopped_after: Some(inches(30)), ..hemmed });
    assert!(hemmed.stopped && hemmed.still_close);
    let off = settle::<Retreat>(&Retreating { edge_after: Some(inches(80)), ..run.clone() });
    assert_eq!((off.leaves_table, off.inches), (true, inches(80)));
}

#[test]
fn w22_a_breakthrough_of_half_a_double_quick_move() {
    let after = |troops, victory, enemy: Option<i32>, second_combat| {
        let closest_enemy = enemy.map(inches);
        let won = BreakthroughMove { troops, victory, second_combat, closest_enemy, ground: Ground::Open };
        let outcome = settle::<Breakthrough>(&won);
        (outcome.then, outcome.inches)
    };
    use AfterBreakthrough::{Carries, Charges, Moves};
    let (line, horse) = (MovingTroops::default(), cavalry(Formation::Line));
    assert_eq!(after(line, Victory::Swept, Some(60), false), (Charges, inches(60)));
    assert_eq!(after(line, Victory::Swept, Some(61), false), (Carries, Decimal::ZERO));
    assert_eq!(after(line, Victory::DrivenBack, Some(20), false), (Carries, Decimal::ZERO));
    assert_eq!(after(horse, Victory::DrivenBack, Some(90), false), (Charges, inches(90)));
    assert_eq!(after(horse, Victory::Swept, Some(91), false), (Moves, inches(90)));
    assert_eq!(after(horse, Victory::Swept, Some(30), true), (Carries, Decimal::ZERO));
    assert_eq!(after(horse, Victory::Swept, None, false), (Carries, Decimal::ZERO));
}

#[test]
fn charges_go_at_the_rate_of_their_effect() {
    let charge = |effect, tenths| {
        let mut wanted: WantedCharge = ChargeMove::examples().remove(0).1;
        (wanted.effect, wanted.stretches) = (effect, vec![over(Going::Open, tenths)]);
        settle::<ChargeMove>(&wanted).reaches
    };
    for (effect, most) in [
        (ManeuverEffect::DoubleQuick, 120),
        (ManeuverEffect::WellHandled, 90),
        (ManeuverEffect::RallyWithElan, 90),
        (ManeuverEffect::Tardy, 45),
    ] {
        assert!(charge(effect, most) && !charge(effect, most + 1), "{effect}");
    }
    let wheeled = referee::<ChargeMove>(&ChargeMove::examples().remove(1).1, &[], &[]);
    assert_eq!((wheeled.outcome.used, wheeled.outcome.charged_over), (part(1, 1), Ground::Broken));
    assert!(!wheeled.outcome.may_fire, "it named cold steel");
}

#[test]
fn cavalry_meets_cavalry_halfway() {
    let charged = Charged { class: Class::Cavalry, ..Charged::new(inches(150)) };
    let stands = referee::<HastyReaction>(&charged, &[], &[0]);
    assert_eq!((stands.outcome.reaction, stands.outcome.charger_goes), (Reaction::Stands, inches(150)));
    assert_eq!(stands.questions(), ["countercharge"]);
    let counter = referee::<HastyReaction>(&charged, &[], &[2]);
    assert_eq!((counter.outcome.reaction, counter.outcome.cold_steel), (Reaction::Countercharges, true));
    assert_eq!((counter.outcome.advance, counter.outcome.charger_goes), (inches(75), inches(75)));
    assert!(counter.cites("FF-TMNV-H-COUNTER"));
    // In rough ground a line has three inches.
    let rough = referee::<HastyReaction>(&Charged { ground: Ground::Rough, ..charged }, &[], &[1]);
    assert_eq!((rough.outcome.advance, rough.outcome.charger_goes), (inches(30), inches(120)));
}

#[test]
fn infantry_forms_a_hasty_square() {
    let square = |charged: &Charged| referee::<HastyReaction>(charged, &[], &[0]).outcome;
    let infantry = Charged::new(inches(100));
    let formed = square(&infantry);
    assert_eq!(
        (formed.reaction, formed.formation, formed.order),
        (Reaction::HastySquare, Formation::Square, Order::Good)
    );
    assert_eq!(square(&Charged { rating: Rating::Raw, ..infantry.clone() }).order, Order::Disordered);
    // Nobody is asked who may not.
    for charged in [
        Charged { order: Order::Disordered, ..infantry.clone() },
        Charged { formation: Formation::Extended, ..infantry.clone() },
        Charged { charger_mounted: false, ..infantry.clone() },
        Charged { breakthrough: true, ..infantry.clone() },
        Charged { class: Class::Guerrilla, formation: Formation::Mass, ..infantry.clone() },
    ] {
        assert_eq!(settle::<HastyReaction>(&charged).reaction, Reaction::Stands);
    }
    let militia = Charged { class: Class::Militia, ..infantry };
    let strict = crate::common::book_with(&[("militia_may_square", "off")]);
    assert_eq!(square(&militia).reaction, Reaction::HastySquare);
    assert_eq!(trial::run::<HastyReaction>(&strict, &militia, &[], &[]).outcome.reaction, Reaction::Stands);
}

fn commanded(leaders: Vec<LeaderNear>) -> Commanded {
    Commanded { leaders, ..Commanded::default() }
}

#[test]
fn the_smallest_radius_applies() {
    let at = |tenths| LeaderNear { distance: inches(tenths), ..LeaderNear::default() };
    let state = |leader| settle::<CommandState>(&commanded(vec![leader])).command;
    assert_eq!((state(at(80)), state(at(81))), (Command::In, Command::Out));
    for leader in [
        LeaderNear { sight: LeaderSight::Dense, ..at(40) },
        LeaderNear { attached: Attachment::OtherUnit, ..at(40) },
        LeaderNear { dismounted: true, ..at(40) },
    ] {
        let farther = LeaderNear { distance: inches(41), ..leader.clone() };
        assert_eq!((state(leader), state(farther)), (Command::In, Command::Out));
    }
    assert_eq!(state(LeaderNear { sight: LeaderSight::Blocked, ..at(10) }), Command::Out);
    assert_eq!(state(LeaderNear { attached: Attachment::SameLineOfMarch, ..at(300) }), Command::In);
    let foggy = Commanded { fog: true, ..commanded(vec![at(41)]) };
    assert_eq!(settle::<CommandState>(&foggy).command, Command::Out);
    let twilight = crate::common::book_with(&[("twilight", "on")]);
    let outcome = trial::run::<CommandState>(&twilight, &commanded(vec![at(41)]), &[], &[]).outcome;
    assert_eq!(outcome.command, Command::Out);
}

#[test]
fn letters_work_inside_faction_chain_and_radius() {
    let leader = |own_faction, own_chain, letter| LeaderNear {
        own_faction,
        own_chain,
        distance: inches(30),
        letters: vec![letter],
        ..LeaderNear::default()
    };
    let outcome = settle::<CommandState>(&commanded(vec![
        leader(true, false, Letter::E),
        leader(false, true, Letter::G),
        leader(true, true, Letter::D),
        leader(true, true, Letter::S),
    ]));
    // A Disliked leader who is not attached disturbs nobody.
    assert_eq!((outcome.command, outcome.letters.as_slice()), (Command::In, [Letter::S].as_slice()));
    let stranger = referee::<CommandState>(&commanded(vec![leader(true, false, Letter::E)]), &[], &[]);
    assert_eq!(stranger.outcome.command, Command::Provisional);
    assert!(stranger.cites("FF-LDR-SCOPE-CHAIN") && stranger.outcome.letters.is_empty());
    let ally = referee::<CommandState>(&commanded(vec![leader(false, true, Letter::E)]), &[], &[]);
    assert_eq!(ally.outcome.command, Command::Out);
    assert!(ally.cites("FF-LDR-SCOPE-FACTION"));
    let militia = Commanded { class: Class::Militia, ..commanded(vec![leader(true, true, Letter::E)]) };
    let militia = settle::<CommandState>(&militia);
    assert_eq!((militia.command, militia.letters.as_slice()), (Command::Provisional, [Letter::E].as_slice()));
    let detachment = Commanded { detachment: true, ..Commanded::default() };
    assert_eq!(settle::<CommandState>(&detachment).command, Command::In);
}

#[test]
fn woods_and_jungle_hide() {
    let sees = |woods, jungle| {
        let line =
            SightLine { distance: inches(200), woods: inches(woods), jungle: inches(jungle), ..SightLine::default() };
        settle::<Sight>(&line).sees
    };
    assert!(sees(100, 0) && !sees(101, 0));
    assert!(sees(0, 40) && !sees(0, 41));
    assert!(sees(50, 20) && !sees(51, 20) && !sees(50, 21));
    let at = |distance, line: SightLine| settle::<Sight>(&SightLine { distance: inches(distance), ..line }).sees;
    let fog = SightLine { fog: true, twilight: true, ..SightLine::default() };
    assert!(at(80, fog) && !at(81, fog));
    let twilight = SightLine { twilight: true, ..SightLine::default() };
    assert!(at(120, twilight) && !at(121, twilight));
    assert!(at(600, SightLine::default()) && !at(601, SightLine::default()));
    assert!(!at(10, SightLine { blocked: true, ..SightLine::default() }));
}

#[test]
fn guns_fire_over_heads_that_are_far_enough() {
    let fires = |from_firer, from_target, guns_on_higher_ground| {
        let unit_between = Some(Between { from_firer: inches(from_firer), from_target: inches(from_target) });
        let line = SightLine { distance: inches(150), unit_between, guns_on_higher_ground, ..SightLine::default() };
        let outcome = settle::<Sight>(&line);
        assert!(outcome.sees);
        outcome.fires
    };
    assert!(fires(41, 41, true) && !fires(40, 60, true) && !fires(60, 40, true) && !fires(60, 60, false));
}

#[test]
fn formations_by_class() {
    let names = |drilled| {
        let outcome = settle::<Formations>(&drilled);
        outcome.formations.iter().map(|open| open.formation.to_string()).collect::<Vec<_>>().join(" ")
    };
    let of = |class| Drilled { class, ..Drilled::default() };
    let other = |class| Drilled { faction: fire_and_fury::pieces::Faction::French, ..of(class) };
    assert_eq!(names(of(Class::Regular)), "line extended field column march column square garrison");
    assert_eq!(names(of(Class::Militia)), names(of(Class::Regular)));
    assert_eq!(names(of(Class::Guerrilla)), "extended march column mass");
    assert_eq!(names(of(Class::MountedGuerrilla)), "extended march column");
    let dismounts = "line extended field column march column garrison dismounted extended";
    assert_eq!((names(of(Class::Cavalry)), names(other(Class::MountedInfantry))), (dismounts.into(), dismounts.into()));
    assert_eq!(names(other(Class::Cavalry)), "line extended field column march column");
    assert_eq!(names(of(Class::Lancer)), "line extended field column march column");
    let regulars = settle::<Formations>(&Drilled::default());
    let firing: Vec<u8> = regulars.formations.iter().map(|open| open.stands_that_fire).collect();
    assert_eq!(firing, [8, 8, 2, 0, 2, 6]);
}

#[test]
fn a_leader_gets_away_or_is_taken() {
    let ridden = |nearest: Option<i32>| LeaderRiddenDown { nearest_friend: nearest.map(inches), ..Default::default() };
    let fate = |leader: &LeaderRiddenDown, dice: &[u8]| {
        let outcome = referee::<LeaderEscape>(leader, dice, &[]).outcome;
        (outcome.fate, outcome.escapes)
    };
    assert_eq!(fate(&ridden(Some(180)), &[]), (LeaderFate::Unhurt, true));
    assert_eq!(fate(&ridden(Some(181)), &[]), (LeaderFate::Captured, false));
    assert_eq!(fate(&ridden(None), &[]), (LeaderFate::Captured, false));
    let destroyed = LeaderRiddenDown { unit_destroyed: true, ..ridden(Some(50)) };
    assert_eq!(fate(&destroyed, &[4, 5]), (LeaderFate::Wounded, true));
    assert_eq!(fate(&destroyed, &[5, 6]), (LeaderFate::Dead, false));
}

#[test]
fn victory_by_margin_and_at_once() {
    let result = |union: Done, confederate: Done| {
        let outcome = settle::<VictoryPoints>(&EndOfBattle { union, confederate });
        (outcome.union, outcome.confederate, outcome.margin, outcome.winner)
    };
    let done = Done { objectives: 1, worn: 1, spent: 1, lost: 1, gun_stands: 1, leaders: 1, ..Done::default() };
    let nothing = Done::default();
    assert_eq!(result(done, nothing), (12, 0, Margin::Decisive, Some(Side::Union)));
    let points = |leaders| Done { leaders, ..Done::default() };
    assert_eq!(result(points(3), nothing), (3, 0, Margin::Draw, None));
    assert_eq!(result(nothing, points(4)), (0, 4, Margin::Marginal, Some(Side::Confederate)));
    assert_eq!(result(points(9), nothing).2, Margin::Marginal);
    assert_eq!(result(points(10), nothing).2, Margin::Decisive);
    let gone = Done { no_troops_left: true, ..done };
    assert_eq!(result(gone, nothing), (12, 0, Margin::Decisive, Some(Side::Confederate)));
    let bled = Done { stands_lost: 12, concedes_at: Some(12), ..done };
    assert_eq!(result(bled, nothing).3, Some(Side::Confederate));
}

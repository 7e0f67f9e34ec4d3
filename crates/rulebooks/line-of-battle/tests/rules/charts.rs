//! The charts: every cell of every file is in the book, and the typed tables read every cell they should from its own place.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::support::book;
use engine::Looked;
use engine::chart::Key;
use line_of_battle::Book;
use line_of_battle::charts::{
    Awareness, ClosingModifier, CombatCell, CommandValue, Cover, DeliveryDistance, DivisionStatus, Firepower, Gun,
    Height, HexTerrain, HexsideTerrain, Level, Limit, MoraleState, MoveColumn, Rating, RoadType, SlopeDifference,
    SmallArm, TargetShift, VolleyColumn,
};
use trial::{Files, text};

fn file(name: &str) -> Vec<Vec<String>> {
    Files::of(env!("CARGO_MANIFEST_DIR")).read(name)
}

/// The cell of a file by a name in one of its columns and a heading.
fn cell(rows: &[Vec<String>], named_in: &str, id: &str, heading: &str) -> String {
    let place = |name: &str| rows[0].iter().position(|column| column == name).unwrap_or_else(|| panic!("no {name}"));
    let (names, column) = (place(named_in), place(heading));
    let row = rows.iter().find(|row| row[names] == id).unwrap_or_else(|| panic!("no row {id}"));
    row[column].clone()
}

/// Every key of a table is read from the cell of its own row, under the given heading.
fn lines<K: Key, T>(book: &Book, name: &str, named_in: &str, heading: &str, at: impl Fn(K) -> Looked<T>) {
    let rows = file(name);
    for key in K::ALL {
        assert_eq!(text(book, &at(*key)), cell(&rows, named_in, key.name(), heading), "{name} {}", key.name());
    }
}

#[test]
fn lines_of_command_are_read_from_their_own_rows() {
    let book = book();
    let tables = &book.tables;
    lines(&book, "order-delivery-awareness", "id", "turns", |key: Awareness| tables.delivery_awareness.at(key));
    lines(&book, "order-delivery-distance", "id", "turns", |key: DeliveryDistance| tables.delivery_distance.at(key));
    lines(&book, "command-radius", "level", "hexes", |key: Level| tables.radius.at(key));
    lines(&book, "attack-recovery-base", "id", "pass_on", |key: DivisionStatus| tables.recovery_base.at(key));
    lines(&book, "attack-recovery-leader", "command_value", "recovery_on", |key: CommandValue| {
        tables.recovery_leader.at(key)
    });
    lines(&book, "fluke-stoppage-leader", "command_value", "continue_on", |key: CommandValue| {
        tables.fluke_leader.at(key)
    });
    lines(&book, "limits", "id", "value", |key: Limit| tables.limits.at(key));
}

#[test]
fn lines_of_combat_are_read_from_their_own_rows() {
    let book = book();
    let tables = &book.tables;
    lines(&book, "closing-roll", "morale", "success_on", |key: Rating| tables.closing.at(key));
    lines(&book, "closing-roll-modifiers", "id", "value", |key: ClosingModifier| tables.closing_modifiers.at(key));
    lines(&book, "small-arms", "code", "max_range", |key: SmallArm| tables.arm_range.at(key));
    lines(&book, "small-arms", "code", "characteristic", |key: SmallArm| tables.arm_characteristic.at(key));
    lines(&book, "artillery", "code", "max_range", |key: Gun| tables.gun_range.at(key));
    lines(&book, "artillery", "code", "canister", |key: Gun| tables.gun_canister.at(key));
    lines(&book, "combat-shift-firepower", "id", "shift", |key: Firepower| tables.firepower_shift.at(key));
    lines(&book, "combat-shift-target", "id", "shift", |key: TargetShift| tables.target_shift.at(key));
    lines(&book, "protective-terrain", "id", "combat_shift", |key: Cover| tables.cover_combat.at(key));
    lines(&book, "protective-terrain", "id", "morale_minus_1", |key: Cover| tables.cover_morale.at(key));
    lines(&book, "combat-result-key", "cell", "losses", |key: CombatCell| tables.combat_losses.at(key));
    lines(&book, "morale-state-effects", "state", "fire", |key: MoraleState| tables.state_fire.at(key));
    lines(&book, "morale-state-effects", "state", "movement", |key: MoraleState| tables.state_movement.at(key));
    lines(&book, "los-heights", "id", "end_point", |key: Height| tables.height_end.at(key));
    lines(&book, "los-heights", "id", "obstacle", |key: Height| tables.height_obstacle.at(key));
}

#[test]
fn the_grids_are_read_from_every_cell() {
    let book = book();
    let (combat, depletion, morale) = (file("combat-table"), file("combat-depletion"), file("morale-table"));
    for (row, cells) in combat[1..].iter().enumerate() {
        let dice: i16 = cells[0].parse().unwrap();
        for (column, printed) in cells[1..].iter().enumerate() {
            assert_eq!(text(&book, &book.tables.combat.at(dice, column).unwrap()), *printed);
            let depleted = book.tables.depletion.at(dice, column).unwrap();
            assert_eq!(text(&book, &depleted), depletion[1 + row][1 + column]);
        }
    }
    for cells in &morale[1..] {
        let dice: i16 = cells[0].parse().unwrap();
        for (column, printed) in cells[1..].iter().enumerate() {
            assert_eq!(text(&book, &book.tables.morale.at(dice, column).unwrap()), *printed, "{dice}");
        }
    }
}

#[test]
fn the_tables_are_read_from_every_column() {
    let book = book();
    let tables = &book.tables;
    let (additive, slopes, terrain) = (file("additive-morale"), file("slope-table"), file("terrain-movement"));
    for state in MoraleState::ALL {
        for (column, heading) in additive[0].iter().skip(1).enumerate() {
            let looked = tables.additive.at(*state, column).unwrap();
            assert_eq!(text(&book, &looked), cell(&additive, "current", state.name(), heading));
        }
    }
    for difference in SlopeDifference::ALL {
        for (column, heading) in slopes[0].iter().skip(1).enumerate() {
            let looked = tables.slopes.at(*difference, column).unwrap();
            assert_eq!(text(&book, &looked), cell(&slopes, "diff", difference.name(), heading));
        }
    }
    for (column, way) in MoveColumn::ALL.iter().enumerate() {
        let printed = |name: &str| cell(&terrain, "terrain", name, way.name());
        for hex in HexTerrain::ALL {
            assert_eq!(text(&book, &tables.hexes.at(*hex, column).unwrap()), printed(hex.name()));
        }
        for side in HexsideTerrain::ALL {
            assert_eq!(text(&book, &tables.hexsides.at(*side, column).unwrap()), printed(side.name()));
        }
        for road in RoadType::ALL {
            assert_eq!(text(&book, &tables.roads.at(*road, column).unwrap()), printed(road.name()));
        }
    }
}

#[test]
fn every_terrain_of_the_chart_has_a_name_in_the_code() {
    for row in &file("terrain-movement")[1..] {
        let known = HexTerrain::ALL.iter().map(|key| key.name());
        let known = known.chain(HexsideTerrain::ALL.iter().map(|key| key.name()));
        let known: Vec<&str> = known.chain(RoadType::ALL.iter().map(|key| key.name())).collect();
        assert!(known.contains(&row[0].as_str()), "nothing reads {}", row[0]);
    }
}

#[test]
fn the_opening_volley_covers_every_face_once() {
    let book = book();
    let rows = file("opening-volley");
    for column in VolleyColumn::ALL {
        let mut faces = Vec::new();
        for loss in 0..3 {
            let bound = |end: usize| {
                let looked = book.tables.volley.at(*column, loss * 2 + end).unwrap();
                let heading = format!("loss{loss}_{}", ["min", "max"][end]);
                assert_eq!(text(&book, &looked), cell(&rows, "column", column.name(), &heading));
                looked.value
            };
            if let (Some(low), Some(high)) = (bound(0), bound(1)) {
                faces.extend(low..=high);
            }
        }
        faces.sort_unstable();
        assert_eq!(faces, [1, 2, 3, 4, 5, 6], "{}", column.name());
    }
}

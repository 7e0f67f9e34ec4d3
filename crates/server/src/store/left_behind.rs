//! What a server that was killed left on the pad, taken up by the next one.
//!
//! Much of it is filed already: a table is filed when somebody reads of it, and its sheets stay as long as they hold something of
//! another. So each table is asked what it has. What comes next is filed; what it has is passed over, and is never written again,
//! because the pad may hold less of it than the store. What does not follow upon what the store has belongs to another time of
//! the store (somebody put an older copy back), or a sheet before it was lost: it is told in full, and left out.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use sqlx::{AnyPool, Row};

use super::keep::KeptRow;
use super::pad::{Pad, Unfiled};

/// The number of a table's next entry; nothing if the store has no such table.
async fn next_entry(pool: &AnyPool, table: &str) -> Result<Option<u32>, sqlx::Error> {
    let next = sqlx::query(
        "SELECT (SELECT COALESCE(MAX(number + lines), 0) FROM entries WHERE table_id = tables.id) FROM tables WHERE id = $1",
    );
    let next = next.bind(table.to_owned()).fetch_optional(pool).await?;
    let next = next.map(|row| row.try_get::<i64, _>(0)).transpose()?;
    Ok(next.map(|next| u32::try_from(next).unwrap_or(u32::MAX)))
}

/// Leaves on the pad what is to be filed, and nothing else.
pub(super) async fn take_up(pad: &mut Pad, pool: &AnyPool) -> Result<(), sqlx::Error> {
    for table in pad.tables() {
        let next = next_entry(pool, &table).await?;
        for row in pad.sort_out(&table, |left| pass_over(left, next)) {
            let KeptRow { number, entry, .. } = row;
            tracing::error!(%table, number, %entry, "an entry on the pad does not follow upon what the store has: it is left out");
        }
    }
    Ok(())
}

/// What of a table is to be filed, and what fits nowhere. `next` is the number of its next entry.
fn pass_over(left: Unfiled, next: Option<u32>) -> (Unfiled, Vec<KeptRow>) {
    // What was not acknowledged may stand on a sheet, and what came in its place on a later one.
    let rows: BTreeMap<u32, KeptRow> = left.rows.into_iter().map(|row| (row.number, row)).collect();
    let (mut follow, mut astray) = (Vec::new(), Vec::new());
    let any = !rows.is_empty();
    for (number, row) in rows {
        match next.map(|next| number.cmp(&(next + follow.len() as u32))) {
            Some(Ordering::Less) => {}
            Some(Ordering::Equal) => follow.push(row),
            Some(Ordering::Greater) | None => astray.push(row),
        }
    }
    // Where everything is filed, so is whom the table waits for, and perhaps he was told since.
    let filed = next.is_none() || any && follow.is_empty();
    let waits = left.waits.filter(|_| !filed);
    (Unfiled { rows: follow, waits, ..left }, astray)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::store::Waits;
    use crate::store::keep::Keeping;
    use crate::store::pad::Which;

    fn row(number: u32, entry: &str) -> KeptRow {
        KeptRow { number, entry: entry.to_owned(), chain: "chain".into() }
    }

    fn sorted(rows: Vec<KeptRow>, next: Option<u32>) -> (Vec<u32>, bool, Vec<u32>) {
        let mut pad = Pad::default();
        pad.turn_over();
        pad.add(Keeping { table: "one".into(), rows, waits: Some(Waits::default()) });
        let mut waits = false;
        let astray = pad.sort_out(&Arc::from("one"), |left| {
            let (follow, astray) = pass_over(left, next);
            waits = follow.waits.is_some();
            (follow, astray)
        });
        let filing = pad.take(&Which::All);
        let follow = filing.tables.iter().flat_map(|(_, unfiled)| unfiled.rows.iter().map(|row| row.number)).collect();
        (follow, waits, astray.iter().map(|row| row.number).collect())
    }

    #[test]
    fn what_the_store_has_is_passed_over() {
        let rows = || (3..6).map(|number| row(number, "said")).collect::<Vec<_>>();
        assert_eq!(sorted(rows(), Some(3)), (vec![3, 4, 5], true, vec![]));
        assert_eq!(sorted(rows(), Some(5)), (vec![5], true, vec![]));
        assert_eq!(sorted(rows(), Some(6)), (vec![], false, vec![]));
        assert_eq!(sorted(rows(), Some(9)), (vec![], false, vec![]));
        assert_eq!(sorted(vec![], Some(9)), (vec![], true, vec![]), "only whom it waits for");
    }

    #[test]
    fn what_does_not_follow_is_left_out() {
        assert_eq!(sorted(vec![row(3, "said")], Some(2)), (vec![], false, vec![3]));
        assert_eq!(sorted(vec![row(2, "said"), row(4, "said")], Some(2)), (vec![2], true, vec![4]));
        assert_eq!(sorted(vec![row(0, "said")], None), (vec![], false, vec![0]), "the store has no such table");
    }

    /// A store with one table in it, in a folder of its own.
    async fn open(folder: &std::path::Path) -> (crate::store::Store, tokio::task::JoinHandle<()>) {
        let database = format!("sqlite:{}", folder.join("store.db").display());
        crate::store::Store::open(&database, Arc::default()).await.expect("it opens")
    }

    #[tokio::test]
    async fn an_older_sheet_does_not_write_over_what_is_filed() {
        let folder = std::env::temp_dir().join(format!("longroll-left-behind-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (store, task) = open(&folder).await;
        let sql = |sql: &'static str| crate::store::Statement { sql, values: Vec::new() };
        let made = vec![
            sql("INSERT INTO folders (digest, name, files) VALUES ('digest', 'name', '{}')"),
            sql(
                "INSERT INTO tables (id, rulebook, house, folder, setup, secret, watched, made, touched, waits, notice_at, noticed) \
                 VALUES ('one', 'book', '{}', 'digest', '{}', '', 0, 0, 0, '[]', 0, 0)",
            ),
        ];
        store.run(made).await.expect("a table");
        // Two fill the pad; the third goes into the store.
        let long = "x".repeat(3 << 19);
        let table = Arc::from("one");
        for number in 0..3 {
            store.keep(&table, vec![row(number, &long)], None).await.expect("it is kept");
        }
        store.file_table("one").await.expect("it is filed");
        task.abort();
        let _ = task.await;
        drop(store);

        let (store, task) = open(&folder).await;
        assert_eq!(next_entry(&store.readers, "one").await.expect("it is looked at"), Some(3));
        store.keep(&table, vec![row(3, "and on")], None).await.expect("it is kept");
        store.file_table("one").await.expect("it is filed");
        assert_eq!(next_entry(&store.readers, "one").await.expect("it is looked at"), Some(4));
        drop(store);
        task.await.expect("it is closed");
        assert!(!folder.join("store.db-pad").exists());
        drop(std::fs::remove_dir_all(&folder));
    }

    #[test]
    fn of_two_under_one_number_the_later_counts() {
        let mut pad = Pad::default();
        for entry in ["first", "second"] {
            pad.turn_over();
            pad.add(Keeping { table: "one".into(), rows: vec![row(7, entry)], waits: None });
        }
        assert!(pad.sort_out(&Arc::from("one"), |left| pass_over(left, Some(7))).is_empty());
        let filing = pad.take(&Which::All);
        assert_eq!(filing.tables[0].1.rows, [row(7, "second")]);
        assert_eq!((pad.is_empty(), pad.len()), (true, 0));
    }
}

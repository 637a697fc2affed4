//! Registered statements: every SQL text of a feature is a constant in its `store.rs`, listed once,
//! so that one test can prepare them all on both engines.

/// One SQL text. Write parameters `$1`, `$2`, …; use [`statements!`](crate::statements) to make one.
#[derive(Debug)]
pub struct Statement {
    /// The constant's name; appears in errors and in the test's output.
    pub name: &'static str,
    /// The text as written, for PostgreSQL.
    pub sql: &'static str,
    /// The same with `?1`: on SQLite `$1` is a *named* parameter, numbered by first appearance,
    /// and would bind in the wrong order.
    pub sqlite: &'static str,
}

/// Rewrites `$n` to `?n` at compile time. Refuses a `$` that no digit follows.
#[doc(hidden)]
#[must_use]
pub const fn question_marks<const N: usize>(sql: &str) -> [u8; N] {
    let bytes = sql.as_bytes();
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = if bytes[i] == b'$' {
            assert!(i + 1 < N && bytes[i + 1].is_ascii_digit(), "`$` stands only before a parameter number");
            b'?'
        } else {
            bytes[i]
        };
        i += 1;
    }
    out
}

/// The lists of a feature whose SQL fills more than one file, as one. `N` is the sum of their lengths.
///
/// # Panics
/// At compile time, when `N` is another number.
#[must_use]
pub const fn joined<const N: usize>(lists: &[&[&'static Statement]]) -> [&'static Statement; N] {
    let mut all = [lists[0][0]; N];
    let (mut list, mut filled) = (0, 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            all[filled] = lists[list][i];
            (i, filled) = (i + 1, filled + 1);
        }
        list += 1;
    }
    assert!(filled == N, "`N` is the number of all statements");
    all
}

/// Declares a feature's statements and the list `STATEMENTS` that its `Feature` carries.
///
/// ```
/// kernel::statements! {
///     /// The countdown with this id, if the owner has it.
///     FIND = "select title from countdown_items where id = $1 and owner_id = $2";
/// }
/// assert_eq!(FIND.sqlite, "select title from countdown_items where id = ?1 and owner_id = ?2");
/// assert_eq!(STATEMENTS.len(), 1);
/// ```
#[macro_export]
macro_rules! statements {
    ($($(#[$doc:meta])* $name:ident = $sql:expr;)*) => {
        $(
            $(#[$doc])*
            pub(crate) static $name: $crate::db::Statement = {
                const SQL: &str = $sql;
                const BYTES: [u8; SQL.len()] = $crate::db::question_marks(SQL);
                const SQLITE: &str = match ::core::str::from_utf8(&BYTES) {
                    Ok(text) => text,
                    Err(_) => panic!("SQL is UTF-8"),
                };
                $crate::db::Statement { name: stringify!($name), sql: SQL, sqlite: SQLITE }
            };
        )*
        /// Every statement of this feature; the `Feature` value carries it to the test that prepares
        /// them on both engines.
        pub(crate) static STATEMENTS: &[&$crate::db::Statement] = &[$(&$name),*];
    };
}

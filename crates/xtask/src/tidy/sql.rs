//! Recognising SQL texts and the tables they name.

/// How an SQL text may begin, in lower case.
const STARTS: &[&str] = &[
    "select ",
    "insert into ",
    "insert or ",
    "update ",
    "delete from ",
    "with ",
    "create table ",
    "create index ",
    "create unique index ",
    "create virtual table ",
    "alter table ",
    "drop table ",
    "drop index ",
    "truncate ",
    "pragma ",
    "left join ",
    "inner join ",
];

/// Begins many English sentences as well; only with the second word is it SQL.
const NEEDS: &[(&str, &str)] = &[("update ", " set "), ("with ", " as "), ("select ", " ")];

/// The words after which a table's name stands.
const BEFORE_TABLE: &[&str] = &["from", "join", "into", "update", "table", "exists", "on", "truncate"];

/// Whether a string literal is an SQL text.
pub fn is_sql(literal: &str) -> bool {
    let text = plain(literal);
    let starts = STARTS.iter().find(|start| text.starts_with(**start));
    starts.is_some_and(|start| {
        let needed = NEEDS.iter().find(|(word, _)| word == start).map(|(_, needed)| needed);
        needed.is_none_or(|needed| text.contains(needed)) && !is_prose(&text)
    })
}

/// The names that stand where a table may stand, in lower case.
pub fn tables_named(sql: &str) -> Vec<String> {
    let text = plain(sql).replace(['(', ')', ',', ';', '"'], " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| BEFORE_TABLE.contains(&pair[0]));
    pairs.map(|pair| pair[1].to_owned()).collect()
}

/// The tables that a migration creates.
pub fn tables_created(migration: &str) -> Vec<String> {
    let text = without_comments(migration);
    let text = plain(&text).replace('(', " ( ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let creates = index > 0 && matches!(words[index - 1], "create" | "virtual");
        if *word == "table" && creates {
            let optional = ["if", "not", "exists"];
            let name = words[index + 1..].iter().find(|word| !optional.contains(word));
            found.extend(name.map(|name| name.trim_matches('"').to_owned()));
        }
    }
    found
}

/// Lower case, on one line, with single spaces.
fn plain(text: &str) -> String {
    text.replace('\\', " ").to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A full stop or colon after a word ends an English sentence; SQL has none.
fn is_prose(text: &str) -> bool {
    text.ends_with('.') || text.contains(". ") || text.contains(": ")
}

/// The text without what `--` begins.
pub fn without_comments(sql: &str) -> String {
    let lines = sql.lines().map(|line| line.split_once("--").map_or(line, |(code, _)| code));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_sql_and_sentences_are_not() {
        for sql in [
            "select 1",
            "SELECT id\n  FROM users",
            "update users set name = $1",
            "with x as (select 1) select * from x",
            "insert into files (hash) values ($1)",
        ] {
            assert!(is_sql(sql), "{sql}");
        }
        for text in [
            "update the list",
            "select a file: any will do",
            "with care",
            "Delete from the list what you do not need.",
            "selected",
        ] {
            assert!(!is_sql(text), "{text}");
        }
    }

    #[test]
    fn tables_are_found_where_they_may_stand() {
        let sql = "insert into chat_messages(id) select u.id from users u join files on true";
        assert_eq!(tables_named(sql), ["chat_messages", "users", "files", "true"]);
        assert_eq!(tables_named("create index i on users(name)"), ["users"]);
    }

    #[test]
    fn a_migration_tells_its_tables() {
        let sql = "-- create table no\ncreate table if not exists a(\nid text);\nCREATE TABLE b (x);\n\
                   create virtual table c using fts5(x);";
        assert_eq!(tables_created(sql), ["a", "b", "c"]);
    }
}

//! What the SQL of a back end may do, decided by SQLite's authorizer for every part of a statement.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};

/// The table of members, which back ends read and never write.
pub const USERS: &str = "users";

/// Pragmas that say something of the back end's own tables or change a rule for its own connection.
const PRAGMAS: &[&str] = &[
    "application_id",
    "data_version",
    "defer_foreign_keys",
    "foreign_key_check",
    "foreign_key_list",
    "foreign_keys",
    "index_info",
    "index_list",
    "index_xinfo",
    "integrity_check",
    "quick_check",
    "table_info",
    "table_list",
    "table_xinfo",
    "user_version",
];

/// Pragmas that authors set for speed or safety of a file, and that the host decides. They do nothing, so that a
/// back end that sets them loads.
const PRAGMAS_WITHOUT_EFFECT: &[&str] = &[
    "auto_vacuum",
    "busy_timeout",
    "cache_size",
    "case_sensitive_like",
    "encoding",
    "journal_mode",
    "journal_size_limit",
    "legacy_alter_table",
    "locking_mode",
    "mmap_size",
    "optimize",
    "page_size",
    "recursive_triggers",
    "secure_delete",
    "synchronous",
    "temp_store",
    "wal_autocheckpoint",
    "wal_checkpoint",
];

/// Functions that reach outside of the database.
const FUNCTIONS: &[&str] =
    &["edit", "fts3_tokenizer", "load_extension", "readfile", "sqlite_log", "writefile"];

/// Tables that SQLite makes up, about the file itself.
const TABLES: &[&str] = &["dbstat", "sqlite_dbpage", "sqlite_stmt", "bytecode", "tables_used"];

/// The rules of one connection.
#[derive(Debug, Default)]
pub struct Authorizer {
    /// Set while the host runs a statement of its own.
    open: AtomicBool,
    /// What was refused last, for the author.
    refused: Mutex<Option<String>>,
}

impl Authorizer {
    /// Runs statements of the host. They must not come from the cache of prepared statements, where a back end
    /// would find them allowed.
    pub fn as_host<T>(&self, run: impl FnOnce() -> T) -> T {
        self.open.store(true, Relaxed);
        let result = run();
        self.open.store(false, Relaxed);
        result
    }

    /// What was refused last; forgets it.
    pub fn take_refused(&self) -> Option<String> {
        self.refused.lock().ok()?.take()
    }

    /// SQLite's question.
    pub fn decide(&self, context: AuthContext<'_>) -> Authorization {
        if self.open.load(Relaxed) {
            return Authorization::Allow;
        }
        match rule(context.action) {
            Ok(verdict) => verdict,
            Err(reason) => {
                if let Ok(mut refused) = self.refused.lock() {
                    *refused = Some(reason);
                }
                Authorization::Deny
            }
        }
    }
}

/// The verdict, or what the author reads.
fn rule(action: AuthAction<'_>) -> Result<Authorization, String> {
    use AuthAction as A;
    let allow = Ok(Authorization::Allow);
    match action {
        A::Attach { .. } | A::Detach { .. } => {
            Err("a back end has one database; it attaches no other".into())
        }
        A::Pragma { pragma_name, .. } => pragma(pragma_name),
        A::Function { function_name } if is_in(FUNCTIONS, function_name) => {
            Err(format!("the function {function_name} is not available to back ends"))
        }
        A::CreateVtable { module_name, .. } | A::DropVtable { module_name, .. } => {
            if module_name.eq_ignore_ascii_case("fts5") {
                allow
            } else {
                Err("virtual tables are fts5 alone".into())
            }
        }
        A::CreateTempTable { .. }
        | A::CreateTempView { .. }
        | A::CreateTempIndex { .. }
        | A::CreateTempTrigger { .. }
        | A::DropTempTable { .. }
        | A::DropTempView { .. }
        | A::DropTempIndex { .. }
        | A::DropTempTrigger { .. } => {
            Err("tables, views and triggers of a back end are not temporary".into())
        }
        A::Read { table_name, .. } if is_in(TABLES, table_name) => {
            Err(format!("the table {table_name} is not available to back ends"))
        }
        // ALTER TABLE looks for temporary objects that it would have to change. There are none of the back end's.
        A::Read { table_name, .. } | A::Update { table_name, .. } if is_temporary_schema(table_name) => {
            Ok(Authorization::Ignore)
        }
        A::Insert { table_name } | A::Delete { table_name } if is_temporary_schema(table_name) => {
            Err("the schema of temporary tables is the host's".into())
        }
        A::Insert { table_name }
        | A::Delete { table_name }
        | A::Update { table_name, .. }
        | A::DropTable { table_name }
        | A::AlterTable { table_name, .. }
        | A::CreateIndex { table_name, .. }
        | A::CreateTrigger { table_name, .. }
            if table_name.eq_ignore_ascii_case(USERS) =>
        {
            Err("the table users is the portal's: back ends read it and change nothing".into())
        }
        A::Unknown { .. } => Err("this statement is not available to back ends".into()),
        _ => allow,
    }
}

fn pragma(name: &str) -> Result<Authorization, String> {
    match name {
        name if is_in(PRAGMAS, name) => Ok(Authorization::Allow),
        name if is_in(PRAGMAS_WITHOUT_EFFECT, name) => Ok(Authorization::Ignore),
        name => Err(format!("the pragma {name} is not available to back ends")),
    }
}

fn is_temporary_schema(table: &str) -> bool {
    table.eq_ignore_ascii_case("sqlite_temp_master") || table.eq_ignore_ascii_case("sqlite_temp_schema")
}

fn is_in(list: &[&str], name: &str) -> bool {
    list.iter().any(|one| one.eq_ignore_ascii_case(name))
}

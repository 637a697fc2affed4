//! The table `ai_models`.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements, text_column};

use crate::models::fields::{ApiStyle, DEFAULT_COLOR};

text_column!(ApiStyle);

macro_rules! columns {
    () => {
        "id, label, api_url, api_key, model, color, api_style, supports_thinking, supports_search, supports_images, \
         is_free, enabled, is_default, builtin, sort_order, max_context_tokens, max_output_tokens, reasoning_effort, \
         input_price, cached_price, output_price, class, created_by, created_at, updated_at"
    };
}

statements! {
    /// All, in the order in which they are shown.
    LIST = concat!("select ", columns!(), " from ai_models order by sort_order, created_at, id");
    /// Those that may answer.
    ENABLED = concat!("select ", columns!(), " from ai_models where enabled = 1 order by sort_order, created_at, id");
    /// One.
    FIND = concat!("select ", columns!(), " from ai_models where id = $1");
    /// Adds one.
    INSERT = concat!("insert into ai_models (", columns!(), ") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
                 $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)");
    /// Replaces what may change.
    UPDATE = "update ai_models set label = $2, api_url = $3, api_key = $4, model = $5, color = $6, api_style = $7,
                  supports_thinking = $8, supports_search = $9, supports_images = $10, is_free = $11, enabled = $12,
                  sort_order = $13, max_context_tokens = $14, max_output_tokens = $15, reasoning_effort = $16,
                  input_price = $17, cached_price = $18, output_price = $19, updated_at = $20, created_by = $21
              where id = $1";
    /// Gives the default flag to one, which is for all classes from then on, and takes it from all others.
    SET_DEFAULT = "update ai_models set is_default = case when id = $1 then 1 else 0 end,
                       class = case when id = $1 then '' else class end
                   where is_default = 1 or id = $1";
    /// Removes one.
    DELETE = "delete from ai_models where id = $1";
    /// Forgets who added some.
    FORGET_CREATOR = "update ai_models set created_by = '' where created_by = $1";
}

record! {
    /// A model.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct ModelRow {
        pub(crate) id: String,
        pub(crate) label: String,
        /// As it was entered; empty for a model of the environment.
        pub(crate) api_url: String,
        /// Sealed.
        pub(crate) api_key: Option<String>,
        pub(crate) model: String,
        pub(crate) color: String,
        pub(crate) api_style: ApiStyle,
        pub(crate) supports_thinking: bool,
        pub(crate) supports_search: bool,
        pub(crate) supports_images: bool,
        pub(crate) is_free: bool,
        pub(crate) enabled: bool,
        pub(crate) is_default: bool,
        pub(crate) builtin: bool,
        pub(crate) sort_order: i64,
        pub(crate) max_context_tokens: i64,
        pub(crate) max_output_tokens: i64,
        /// Empty for none.
        pub(crate) reasoning_effort: String,
        /// Millionths of a yuan for a million tokens, like those below.
        pub(crate) input_price: i64,
        pub(crate) cached_price: i64,
        pub(crate) output_price: i64,
        /// The class whose members may use it; empty for all.
        pub(crate) class: String,
        /// Empty for the portal.
        pub(crate) created_by: String,
        pub(crate) created_at: i64,
        pub(crate) updated_at: i64,
    }
}

impl ModelRow {
    /// A model that AI_MODEL or AI_AVAILABLE_MODELS names.
    pub(crate) fn of_environment(id: String, model: &str, now: i64) -> Self {
        Self {
            id,
            label: model.chars().take(30).collect(),
            api_url: String::new(),
            api_key: None,
            model: model.to_owned(),
            color: DEFAULT_COLOR.to_owned(),
            api_style: ApiStyle::Openai,
            supports_thinking: false,
            supports_search: false,
            supports_images: false,
            is_free: false,
            enabled: true,
            is_default: false,
            builtin: true,
            sort_order: 0,
            max_context_tokens: 0,
            max_output_tokens: 0,
            reasoning_effort: String::new(),
            input_price: 0,
            cached_price: 0,
            output_price: 0,
            class: String::new(),
            created_by: String::new(),
            created_at: now,
            updated_at: now,
        }
    }
}

pub(crate) fn list(read: &mut Read) -> DbResult<Vec<ModelRow>> {
    read.all(&LIST, p![])
}

/// Those that may answer, in the order in which they are shown.
pub(crate) fn enabled(read: &mut Read) -> DbResult<Vec<ModelRow>> {
    read.all(&ENABLED, p![])
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<ModelRow>> {
    read.opt(&FIND, p![id])
}

pub(crate) fn insert(tx: &mut Tx, row: &ModelRow) -> DbResult<()> {
    let params = p![
        &row.id,
        &row.label,
        &row.api_url,
        row.api_key.clone(),
        &row.model,
        &row.color,
        row.api_style,
        row.supports_thinking,
        row.supports_search,
        row.supports_images,
        row.is_free,
        row.enabled,
        row.is_default,
        row.builtin,
        row.sort_order,
        row.max_context_tokens,
        row.max_output_tokens,
        &row.reasoning_effort,
        row.input_price,
        row.cached_price,
        row.output_price,
        &row.class,
        &row.created_by,
        row.created_at,
        row.updated_at
    ];
    tx.exec(&INSERT, params)?;
    Ok(())
}

pub(crate) fn update(tx: &mut Tx, row: &ModelRow) -> DbResult<()> {
    let params = p![
        &row.id,
        &row.label,
        &row.api_url,
        row.api_key.clone(),
        &row.model,
        &row.color,
        row.api_style,
        row.supports_thinking,
        row.supports_search,
        row.supports_images,
        row.is_free,
        row.enabled,
        row.sort_order,
        row.max_context_tokens,
        row.max_output_tokens,
        &row.reasoning_effort,
        row.input_price,
        row.cached_price,
        row.output_price,
        row.updated_at,
        &row.created_by
    ];
    tx.exec(&UPDATE, params)?;
    Ok(())
}

pub(crate) fn set_default(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&SET_DEFAULT, p![id])?;
    Ok(())
}

/// Moves the default flag to where it belongs after models were added, switched or removed.
pub(crate) fn reassign_default(tx: &mut Tx) -> DbResult<()> {
    let rows = list(tx)?;
    match default_of(&rows) {
        (flagged, Some(wanted)) if flagged != Some(wanted) => set_default(tx, wanted),
        _ => Ok(()),
    }
}

pub(crate) fn delete(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&DELETE, p![id])?;
    Ok(())
}

pub(super) fn forget_creator(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&FORGET_CREATOR, p![user])?;
    Ok(())
}

/// The model that has the default flag now, and the one that should: the flag stays with an enabled model, and moves
/// to the first enabled one of all classes when its model was disabled or removed. The rows are in their order.
fn default_of(rows: &[ModelRow]) -> (Option<&str>, Option<&str>) {
    let flagged = rows.iter().find(|row| row.is_default);
    let kept = flagged.filter(|row| row.enabled);
    let wanted = kept.or_else(|| rows.iter().find(|row| row.enabled && row.class.is_empty()));
    (flagged.map(|row| row.id.as_str()), wanted.map(|row| row.id.as_str()))
}

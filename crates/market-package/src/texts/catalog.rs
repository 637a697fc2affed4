//! Texts about catalogs and signatures.

use crate::finding::rules;

rules! {
    /// A catalog that is too large.
    CATALOG_SIZE = "catalog-size", "index.json 超过 {most}", "index.json is larger than {most}";
    /// No JSON.
    CATALOG_JSON = "catalog-json",
        "index.json 不是有效的 JSON，第 {line} 行第 {column} 列：{why}",
        "index.json is no valid JSON, line {line}, column {column}: {why}";
    /// JSON, but no object.
    CATALOG_OBJECT = "catalog-object",
        "index.json 应为一个对象，里面有列表 apps 或 plugins", "index.json is an object with a list apps or plugins";
    /// Neither of the lists.
    CATALOG_LISTS = "catalog-lists",
        "index.json 里没有可用的列表：{why_zh}", "index.json has no list to install from: {why_en}";
    /// A list that is none.
    LIST_FORM = "catalog-list-form",
        "目录中的 {list} 应为列表，已整个跳过", "{list} of the catalog is no list and is left out as a whole";
    /// A list that is too long.
    TOO_MANY_ENTRIES = "catalog-too-many-entries",
        "目录中的 {list} 超过 {most} 项，其余已跳过", "{list} of the catalog has more than {most} entries; the rest is left out";
    /// An entry that is left out.
    ENTRY_SKIPPED = "catalog-entry-skipped",
        "目录条目“{name}”被跳过：{why_zh}", "the catalog's entry “{name}” is left out: {why_en}";
    /// An icon that is left out.
    ENTRY_ICON = "catalog-entry-icon",
        "条目“{name}”的图标路径无效，已忽略", "the icon of “{name}” has no valid path and is ignored";
    /// The catalog says another hash.
    HASH_DIFFERS = "hash-differs",
        "内容与目录中的 sha256 不符：文件可能被改动或下载不完整",
        "the content differs from the sha256 of the catalog: the file was changed or is incomplete";
    /// The catalog says another size.
    SIZE_DIFFERS = "size-differs",
        "大小与目录不符：目录写 {want} 字节，实际 {size} 字节", "the size differs from the catalog: {want} bytes there, {size} here";
    /// A key that is none.
    KEY_FORM = "key-form",
        "签名公钥应为 32 字节的 base64", "a signature key is 32 bytes in base64";
    /// A signature that is none.
    SIGNATURE_FORM = "signature-form",
        "index.json.sig 应为 64 字节签名的 base64 或十六进制", "index.json.sig is a signature of 64 bytes in base64 or hex";
    /// A signature of nobody known.
    SIGNATURE_INVALID = "signature-invalid",
        "目录的签名与任何已配置的公钥都不符：目录可能被改动", "the catalog's signature fits none of the configured keys: the catalog may have been changed";
    /// The archive of an installed package is damaged.
    ARCHIVE_DAMAGED = "archive-damaged", "存档损坏：{why}", "the archive is damaged: {why}";
}

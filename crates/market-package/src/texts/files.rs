//! Texts about files, folders and zip archives.

use crate::finding::rules;

rules! {
    /// A path that leads elsewhere or cannot exist on every system.
    BAD_PATH = "bad-path",
        "路径“{path}”不可用：{why_zh}", "the path “{path}” cannot be used: {why_en}";
    /// Two paths that some systems take for one.
    PATH_TWIN = "path-twin",
        "“{path}”与“{other}”在不区分大小写或统一字符写法的系统上是同一个文件，请改名",
        "“{path}” and “{other}” are one file on systems that ignore case or normalise characters; rename one";
    /// A file where another path needs a folder.
    PATH_CONFLICT = "path-conflict",
        "“{path}”既是文件又被当作文件夹，请改名", "“{path}” is a file and is used as a folder too; rename one";
    /// An extension outside of the list.
    EXTENSION = "file-extension",
        "不接受这种扩展名的文件，请删除。可用：json js mjs css svg png jpg jpeg gif webp ico woff woff2 ttf otf txt md html",
        "files with this extension are not accepted; remove it. Accepted: json js mjs css svg png jpg jpeg gif webp ico woff woff2 ttf otf txt md html";
    /// Left out of the package.
    HIDDEN_SKIPPED = "hidden-skipped",
        "以点开头或系统生成的文件不会放进应用包", "hidden files and files of the system are left out of the package";
    /// Too many files.
    TOO_MANY_FILES = "too-many-files",
        "文件太多：最多 {most} 个。请合并脚本或图片", "too many files: {most} at most; join scripts or pictures";
    /// One file is too large.
    FILE_TOO_LARGE = "file-too-large",
        "文件太大：单个文件最多 {most}。请压缩或拆分", "the file is too large: {most} at most; compress or split it";
    /// All files together are too large.
    PACKAGE_TOO_LARGE = "package-too-large",
        "应用包太大：合计最多 {most}", "the package is too large: {most} at most in total";
    /// Nothing in it.
    EMPTY_PACKAGE = "empty-package", "应用包里没有文件", "the package has no files";
    /// The folder cannot be read.
    UNREADABLE = "unreadable", "无法读取：{why}", "it cannot be read: {why}";
    /// A link or a device.
    SPECIAL_FILE = "special-file",
        "不接受链接、设备等特殊文件，请换成普通文件",
        "links, devices and other special files are not accepted; use plain files";
    /// A file name that is no UTF-8.
    NAME_ENCODING = "name-encoding",
        "文件名不是 UTF-8 编码，请用支持 UTF-8 的工具重新打包或改用英文文件名",
        "the file name is not UTF-8; pack with a tool that writes UTF-8, or use ASCII names";
    /// Content that is no UTF-8.
    TEXT_ENCODING = "text-encoding",
        "文本文件必须是 UTF-8 编码，请另存为 UTF-8", "text files must be UTF-8; save the file as UTF-8";
    /// JSON that does not parse.
    JSON_SYNTAX = "json-syntax", "JSON 语法错误：{why}", "JSON syntax error: {why}";
    /// No zip archive at all.
    ZIP_UNREADABLE = "zip-unreadable",
        "这不是 zip 文件，或者文件已损坏（{why}）", "this is no zip file, or it is damaged ({why})";
    /// An archive that two programs may read differently.
    ZIP_INVALID = "zip-invalid", "zip 文件无效：{why}", "the zip file is not valid: {why}";
    /// Encrypted.
    ZIP_ENCRYPTED = "zip-encrypted",
        "zip 中的文件有密码，请不加密重新打包", "a file of the zip is encrypted; pack it without a password";
    /// An unusual compression method.
    ZIP_METHOD = "zip-method",
        "zip 用了不支持的压缩方式，请用普通的“deflate”或“存储”方式打包",
        "the zip uses a compression method other than deflate or stored; pack it with one of them";
    /// No manifest found.
    NO_MANIFEST = "no-manifest",
        "找不到 manifest.json：它应在应用包的最上层", "manifest.json is missing: it belongs at the top of the package";
    /// More than one package.
    SEVERAL_PACKAGES = "several-packages",
        "这里有多个应用包（{one}、{two}），一次只能安装一个", "there are several packages here ({one}, {two}); install one at a time";
    /// Files beside the package's folder.
    OUTSIDE_PACKAGE = "outside-package",
        "文件不在应用包的文件夹“{root}”里", "the file lies outside of the package's folder “{root}”";
}

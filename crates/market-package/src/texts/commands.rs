//! Texts of the command line.

use crate::finding::rules;

rules! {
    /// The folder has another name than the package.
    FOLDER_NAME = "folder-name",
        "文件夹名是“{folder}”，应与 name“{name}”相同", "the folder is “{folder}” and should have the package's name “{name}”";
    /// A summary without findings.
    CLEAN = "clean", "{kind}“{name}” {version}：{files} 个文件，{size}，没有问题", "{kind} “{name}” {version}: {files} files, {size}, nothing to say";
    /// A summary with findings.
    FOUND = "found", "{errors} 个错误，{warnings} 个警告", "{errors} errors, {warnings} warnings";
    /// A package was written.
    PACKED = "packed", "已打包：{file}（{size}，sha256 {digest}）", "packed: {file} ({size}, sha256 {digest})";
    /// A file cannot be written.
    UNWRITABLE = "unwritable", "无法写入 {file}：{why}", "{file} cannot be written: {why}";
    /// A name that is none.
    NEW_NAME = "new-name",
        "应用名“{name}”不可用：只用小写字母、数字和连字符，以字母开头，最多 64 个字符",
        "“{name}” is no name of an app: it takes lower-case letters, digits and hyphens, begins with a letter and has 64 characters at most";
    /// Something is there already.
    NEW_EXISTS = "new-exists", "{folder} 已存在，没有改动它", "{folder} is there already and was not changed";
    /// An app was made.
    CREATED = "created",
        "已创建 {folder}（{files} 个文件）。接下来：修改 frontend/entry.js，然后运行 classportal market lint {folder}",
        "{folder} was made ({files} files). Next: change frontend/entry.js, then run classportal market lint {folder}";
}

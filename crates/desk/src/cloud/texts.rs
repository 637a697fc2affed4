//! Texts of the cloud feature.

kernel::refusals! {
    FILE_TOO_LARGE = 413, "cloud_file_too_large", "文件过大，最大 {max} MB", "The file is too large: at most {max} MB";
    /// The owner's files would take more than their share.
    QUOTA_EXCEEDED = 409, "cloud_quota_exceeded", "存储空间不足，每人最多 {max} MB", "There is no room left: at most {max} MB per member";
    /// The caller has too many bytes in transfer at once.
    TOO_MUCH_AT_ONCE = 409, "cloud_too_much_at_once", "同时上传的文件过多，请稍后重试", "Too much is being uploaded at once; try again shortly";
    TYPE_REFUSED = 415, "cloud_type_refused", "不支持此类文件，可上传图片、音频、视频、PDF、Office 文档、ZIP 和文本", "This kind of file is not accepted; images, sound, video, PDF, Office documents, ZIP and text are";
    /// The bytes that came are not the ones that were sent.
    HASH_MISMATCH = 400, "cloud_hash_mismatch", "文件内容与校验值不符，请重新上传", "The file does not match its checksum; upload it again";
    HASH_INVALID = 400, "cloud_hash_invalid", "sha256 须为 64 位十六进制数", "sha256 has 64 hexadecimal digits";
    FORM_INVALID = 400, "cloud_form_invalid", "上传表单格式不正确", "The upload form cannot be read";
    /// No file in the form, or nothing in the file.
    FILE_MISSING = 400, "cloud_file_missing", "没有收到文件", "No file has come";
    /// A width was asked of what has no picture, or one that is too large or damaged.
    NO_THUMBNAIL = 400, "cloud_no_thumbnail", "该文件没有缩略图", "This file has no thumbnail";
}

//! Texts of the pictures feature.

kernel::refusals! {
    TYPE_REFUSED = 400, "pictures_type_refused", "图片须为 JPEG、PNG 或 WebP", "A picture is a JPEG, PNG or WebP image";
    AVATAR_TOO_LARGE = 400, "pictures_avatar_too_large", "头像最大 {max} kB", "An avatar has at most {max} kB";
    AVATAR_TOO_WIDE = 400, "pictures_avatar_too_wide", "头像最大 {max}×{max} 像素", "An avatar has at most {max} × {max} pixels";
    TOO_LARGE = 400, "pictures_too_large", "图片最大 {max} MB", "The picture has at most {max} MB";
    /// A picture that would take too much memory on the classroom's devices.
    TOO_MANY_PIXELS = 400, "pictures_too_many_pixels", "图片像素过大，最多 {max} 万像素", "The picture is too large: at most {max} × 10,000 pixels";
    TOO_MANY = 409, "pictures_too_many", "最多可以保存 {max} 张自己的壁纸", "You can have at most {max} wallpapers of your own";
    /// Never uploaded, swept since, or somebody else's.
    FILE_UNKNOWN = 400, "pictures_file_unknown", "找不到这张图片，请重新上传", "This picture is not there: please upload it again";
}

kernel::actions! {
    /// `delete_avatar`.
    DELETE_AVATAR = "delete_avatar", "删除成员头像", "Avatar of a member deleted"
        => "删除了{target}的头像", "deleted the avatar of {target}";
    /// `set_class_photo`.
    SET_CLASS_PHOTO = "set_class_photo", "设置班级照片", "Class photo set"
        => "设置了班级照片", "set the class photo";
    /// `delete_class_photo`.
    DELETE_CLASS_PHOTO = "delete_class_photo", "删除班级照片", "Class photo deleted"
        => "删除了班级照片", "deleted the class photo";
}

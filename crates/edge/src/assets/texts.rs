//! Texts of the assets feature.

kernel::refusals! {
    TYPE_REFUSED = 415, "assets_type_refused", "壁纸须为 PNG、JPEG、WebP、GIF 图片或 MP4、WebM 视频", "A wallpaper is a PNG, JPEG, WebP or GIF image or an MP4 or WebM video";
    /// The bytes are something else than the content type says.
    CONTENT_MISMATCH = 400, "assets_content_mismatch", "文件内容与类型不符", "The file is not what its type says";
    /// A picture that would take too much memory on the classroom's devices.
    TOO_MANY_PIXELS = 400, "assets_too_many_pixels", "图片像素过大，最多 {max} 万像素", "The picture is too large: at most {max} × 10,000 pixels";
    TOO_MANY = 409, "assets_too_many", "最多可以保存 {max} 个壁纸", "There can be at most {max} wallpapers";
    BUILTIN = 409, "assets_builtin", "内置壁纸不能删除", "A built-in wallpaper cannot be deleted";
}

kernel::texts! {
    // Names of the built-in wallpapers.
    /// default.
    DEFAULT = "assets_wallpaper_default", "默认", "Default";
    /// ocean.
    OCEAN = "assets_wallpaper_ocean", "海洋", "Ocean";
    /// sky.
    SKY = "assets_wallpaper_sky", "天空", "Sky";
    /// night.
    NIGHT = "assets_wallpaper_night", "夜空", "Night";
    /// dawn.
    DAWN = "assets_wallpaper_dawn", "黎明", "Dawn";
    /// arctic.
    ARCTIC = "assets_wallpaper_arctic", "极地", "Arctic";
}

kernel::actions! {
    /// `upload_wallpaper`.
    UPLOAD_WALLPAPER = "upload_wallpaper", "上传壁纸", "Wallpaper uploaded"
        => "上传了一张壁纸", "uploaded a wallpaper";
    /// `delete_wallpaper`.
    DELETE_WALLPAPER = "delete_wallpaper", "删除壁纸", "Wallpaper deleted"
        => "删除了一张壁纸", "deleted a wallpaper";
}

kernel::log_words! {
    "type" = "类型", "kind";
}

//! Texts of the market.

kernel::texts! {
    /// Nobody vouches for what is installed.
    UNSIGNED = "market_unsigned", "该来源没有签名：无法确认文件来自作者本人，请只安装你信任的内容", "The source is not signed: nothing shows that the files are the author's; install only what you trust";
}

kernel::refusals! {
    // Sources.
    /// A source that nobody has configured.
    SOURCE_UNKNOWN = 400, "market_source_unknown", "没有名为“{source}”的来源；来源由运维人员在 MARKET_SOURCES 中设置", "There is no source “{source}”; the operator sets the sources in MARKET_SOURCES";
    /// A file that the source does not have.
    SOURCE_FILE_MISSING = 400, "market_source_file_missing", "来源中没有文件 {path}", "The source has no file {path}";
    /// No answer in time.
    SOURCE_TOO_SLOW = 400, "market_source_too_slow", "读取 {path} 超时，来源没有及时回应", "Reading {path} took too long: the source did not answer in time";
    /// A file beyond its limit.
    SOURCE_FILE_TOO_LARGE = 400, "market_source_file_too_large", "文件 {path} 超过 {max} KB", "The file {path} is larger than {max} KB";
    /// No connection, or no access.
    SOURCE_AWAY = 400, "market_source_away", "无法读取 {path}：来源连不上或不允许访问", "{path} cannot be read: the source is away or refuses access";
    /// A status that is no file.
    SOURCE_STATUS = 400, "market_source_status", "读取 {path} 时来源回应了状态 {status}", "The source answered {path} with status {status}";
    /// A link in a folder.
    SOURCE_LINK = 400, "market_source_link", "{path} 经过符号链接，已拒绝", "{path} leads through a symbolic link, which is refused";

    // Catalogs.
    /// No catalog.
    CATALOG_MISSING = 400, "market_catalog_missing", "来源“{source}”没有目录文件 index.json", "The source “{source}” has no catalog, index.json";
    /// A catalog that cannot be read.
    CATALOG_BROKEN = 400, "market_catalog_broken", "来源“{source}”的目录不能用：{why_zh}", "The catalog of the source “{source}” cannot be used: {why_en}";
    /// A catalog without the signature that the operator asks for.
    CATALOG_UNSIGNED = 400, "market_catalog_unsigned", "来源“{source}”的目录没有签名：缺少 index.json.sig，而 MARKET_KEYS 要求签名", "The catalog of the source “{source}” is not signed: there is no index.json.sig, and MARKET_KEYS asks for signatures";
    /// A signature that is none, or that of somebody else.
    CATALOG_SIGNATURE = 400, "market_catalog_signature", "来源“{source}”的目录签名无效：{why_zh}", "The signature of the catalog of the source “{source}” is not valid: {why_en}";
    /// No source has a catalog.
    NO_CATALOG = 502, "market_no_catalog", "没有可用的目录：{reasons}", "No catalog can be read: {reasons}";
    /// A signed catalog that says nothing of the files.
    UNPINNED = 400, "market_unpinned", "目录已签名，但没有写明每个文件的校验值（sha256），无法确认文件来自签名者", "The catalog is signed but has no sha256 for each file, so nothing shows that the files are the signer's";
    /// Not in the catalog.
    NOT_IN_CATALOG = 400, "market_not_in_catalog", "目录中没有这一项", "The catalog does not have it";
    /// Not in that part of the catalog which could be read.
    NOT_IN_READABLE_CATALOG = 400, "market_not_in_readable_catalog", "目录中没有这一项，但目录没有读全：{findings}", "The catalog does not have it, but not all of the catalog could be read: {findings}";
    /// An entry of the catalog that its reader could not use.
    LEFT_OUT_OF_CATALOG = 400, "market_left_out_of_catalog", "目录中有这一项，但写得不对：{findings}", "The catalog has it, but not in the right form: {findings}";

    // Packages.
    /// The name.
    NAME_INVALID = 400, "market_name_invalid", "名称只能由小写字母、数字和 - 组成，以字母开头，最多 64 个字符", "A name has lower-case letters, digits and -, begins with a letter, and has at most 64 characters";
    /// All sources failed.
    NOT_INSTALLABLE = 400, "market_not_installable", "无法安装“{name}”。{reasons}", "“{name}” cannot be installed. {reasons}";
    /// All files together.
    PACKAGE_TOO_LARGE = 400, "market_package_too_large", "所有文件合计超过 {max} MB", "All files together are larger than {max} MB";
    /// What the checks found.
    PACKAGE_REFUSED = 400, "market_package_refused", "检查未通过：{findings}", "The package was refused: {findings}";
    /// A version below the one in use.
    DOWNGRADE = 400, "market_downgrade", "版本 {version} 低于已安装的 {installed}；要回到旧版本请用“回退”", "Version {version} is lower than {installed}, which is installed; roll back to return to the version before";
    /// The name of an app that comes with the portal.
    NAME_TAKEN = 400, "market_name_taken", "“{name}”是门户自带应用的名称", "“{name}” is the name of an app that comes with the portal";
    /// The page of another app.
    ROUTE_TAKEN = 400, "market_route_taken", "页面路径已被“{name}”占用", "The app “{name}” has the same page route";
    /// The API of another app.
    MOUNT_TAKEN = 400, "market_mount_taken", "接口路径与“{name}”重叠", "The API overlaps with that of “{name}”";
    /// The widget of another app.
    WIDGET_TAKEN = 400, "market_widget_taken", "小组件 {id} 已属于“{name}”", "The widget {id} is one of “{name}”";
    /// The widget of an app that comes with the portal.
    WIDGET_BUILT_IN = 400, "market_widget_built_in", "小组件 {id} 是门户自带应用的", "The widget {id} is one of an app that comes with the portal";
    /// An app that became a plugin, or the other way round.
    KIND_CHANGED = 400, "market_kind_changed", "已安装的“{name}”是另一种类型，请先卸载", "The installed “{name}” is of the other kind; uninstall it first";
    /// Another package than the one that was looked at.
    CHANGED_SINCE_PREVIEW = 409, "market_changed_since_preview", "来源中的内容在你确认之后变了，请重新查看后再安装", "What the source has changed after you looked at it; look at it again";
    /// A zip where signatures are asked for.
    ZIP_UNSIGNED = 403, "market_zip_unsigned", "已启用签名检查：只有系统管理员可以从 ZIP 安装", "Signatures are asked for: only admins install from a zip";

    // What is installed.
    /// Nothing of this name is installed.
    NOT_INSTALLED = 404, "market_not_installed", "“{name}”没有安装", "“{name}” is not installed";
    /// A plugin, where an app is asked for.
    IS_PLUGIN = 404, "market_is_plugin", "“{name}”是插件，不是应用", "“{name}” is a plugin, not an app";
    /// An app, where a plugin is asked for.
    IS_APP = 404, "market_is_app", "“{name}”是应用，不是插件", "“{name}” is an app, not a plugin";
    /// Installed, without a back end.
    NO_BACKEND = 404, "market_no_backend", "“{name}”没有服务端", "“{name}” has no back end";
    /// No version before.
    NO_PREVIOUS = 409, "market_no_previous", "没有可以回退的版本", "There is no version to roll back to";
    /// Another version than the one that was looked at.
    ANOTHER_IN_USE = 409, "market_another_in_use", "其他班级已经在用“{name}”{installed}，和你看到的不是同一个；可以在应用开关里为本班启用它", "Other classes use “{name}” {installed}, which is not the one that you looked at; you can turn it on for your class";
    /// An admin has turned it off for everybody.
    OFF_FOR_PORTAL = 409, "market_off_for_portal", "“{name}”已被系统管理员对整个门户停用，不能只为本班启用", "An admin has turned “{name}” off for the whole portal, so a class cannot turn it on for itself";
    /// Other classes use it.
    OTHER_CLASSES_USE_IT = 403, "market_other_classes_use_it", "其他班级也在使用“{name}”，只有系统管理员可以更改；你可以为本班停用它", "Other classes use “{name}”, so only admins change it; you can disable it for your class";

    // Settings.
    /// A key that the manifest does not have.
    CONFIG_KEY_UNKNOWN = 400, "market_config_key_unknown", "没有名为“{key}”的设置项", "There is no setting “{key}”";
    /// A value of another type.
    CONFIG_VALUE_INVALID = 400, "market_config_value_invalid", "“{field}”的值应为{want_zh}", "The value of “{field}” should be {want_en}";

    // Storage.
    /// A key that is too long.
    STORAGE_KEY_INVALID = 400, "market_storage_key_invalid", "存储的键需为 1–{max} 个字符", "A key of the storage has 1–{max} characters";
    /// Too much.
    STORAGE_FULL = 413, "market_storage_full", "应用为你保存的数据已满（最多 {keys} 项、{size} KB）", "What the app keeps for you is full (at most {keys} keys and {size} KB)";

    // Back ends.
    /// It has no back end, or the back end is stopped.
    BACKEND_STOPPED = 503, "market_backend_stopped", "应用的服务端没有运行，请联系管理员查看日志", "The back end of the app does not run; ask an admin to look at its log";
    /// Too many calls wait.
    BACKEND_BUSY = 503, "market_backend_busy", "应用的服务端繁忙，请稍后重试", "The back end of the app is busy; try again later";
    /// No answer in time.
    BACKEND_TOO_SLOW = 503, "market_backend_too_slow", "应用的服务端没有及时回应", "The back end of the app did not answer in time";
    /// An error, an endless loop, or too much memory.
    BACKEND_FAILED = 500, "market_backend_failed", "应用的服务端出错，已记入日志", "The back end of the app failed; its log has the reason";
    /// More calls than the app lets a member make.
    BACKEND_RATE_LIMITED = 429, "market_backend_rate_limited", "{message}", "{message}";
}

kernel::actions! {
    /// `install_market_app`.
    INSTALL = "install_market_app", "安装市场应用", "Installed an app of the market"
        => "安装了 {target}（{version}，来源 {source}）", "installed {target} ({version}, from {source})";
    /// `update_market_app`.
    UPDATE = "update_market_app", "更新市场应用", "Updated an app of the market"
        => "把 {target} 从 {old_version} 更新到 {version}（来源 {source}）", "updated {target} from {old_version} to {version} (from {source})";
    /// `rollback_market_app`.
    ROLL_BACK = "rollback_market_app", "回退市场应用", "Rolled an app of the market back"
        => "把 {target} 从 {old_version} 回退到 {version}", "rolled {target} back from {old_version} to {version}";
    /// `uninstall_market_app`.
    UNINSTALL = "uninstall_market_app", "卸载市场应用", "Uninstalled an app of the market"
        => "卸载了 {target}（{version}）及其全部数据", "uninstalled {target} ({version}) with all of its data";
    /// `set_market_app_config`.
    SET_CONFIG = "set_market_app_config", "修改市场应用的设置", "Changed the settings of an app of the market"
        => "修改了 {target} 的设置", "changed the settings of {target}";
    /// `restart_market_backend`.
    RESTART = "restart_market_backend", "重启应用服务端", "Restarted the back end of an app"
        => "重启了 {target} 的服务端", "restarted the back end of {target}";
}

kernel::log_words! {
    "version" = "版本", "version";
    "old_version" = "原版本", "version before";
    "source" = "来源", "source";
    "sha256" = "校验值", "SHA-256";
    "keys" = "设置项", "settings";
}

//! Texts about manifests.

use crate::finding::rules;

rules! {
    /// The root of the manifest is something else.
    MANIFEST_OBJECT = "manifest-object",
        "manifest.json 必须是一个 JSON 对象", "manifest.json must be a JSON object";
    /// Larger than any manifest.
    MANIFEST_SIZE = "manifest-size", "manifest.json 最大 {most}", "manifest.json has {most} at most";
    /// A required field is absent.
    FIELD_MISSING = "field-missing", "缺少必填字段 {field}", "the field {field} is required";
    /// A required field is empty.
    FIELD_EMPTY = "field-empty", "{field} 不能为空", "{field} must not be empty";
    /// A field has another type.
    FIELD_TYPE = "field-type", "{field} 的类型应为 {want}", "{field} must be {want}";
    /// A field of the wrong type that is left out.
    FIELD_TYPE_IGNORED = "field-type-ignored",
        "{field} 的类型应为 {want}，已忽略", "{field} should be {want} and is ignored";
    /// A text is too long or has control characters.
    FIELD_TEXT = "field-text",
        "{field} 最多 {most} 个字符，且不能含控制字符", "{field} has {most} characters at most and no control characters";
    /// Nobody reads the field.
    UNKNOWN_FIELD = "unknown-field",
        "未知字段 {field}，会被忽略；请检查拼写", "the field {field} is unknown and ignored; check its spelling";
    /// A name out of form.
    NAME_FORM = "name-form",
        "name 只能用小写字母、数字和连字符，以字母开头，最多 64 个字符",
        "name takes lower-case letters, digits and hyphens, begins with a letter and has 64 characters at most";
    /// Another name was asked for.
    NAME_DIFFERS = "name-differs",
        "清单中的 name 是“{name}”，应为“{want}”", "the manifest's name is “{name}” and should be “{want}”";
    /// A plugin was asked for and it is an app, or the reverse.
    KIND_DIFFERS = "kind-differs",
        "这不是{want_zh}：清单的 type 是“{kind}”", "this is not {want_en}: the manifest's type is “{kind}”";
    /// A type that does not exist.
    UNKNOWN_KIND = "unknown-kind",
        "type 只能是“app”或“plugin”", "type is “app” or “plugin”";
    /// A version out of form.
    VERSION_FORM = "version-form",
        "version 应为三段数字，如 1.2.0；其余部分按 0 计", "version should be three numbers such as 1.2.0; the rest counts as 0";
    /// The portal is too old.
    SDK_TOO_NEW = "sdk-too-new",
        "需要 SDK {sdk}，而此系统只支持到 {most}：请先升级系统", "it needs SDK {sdk} and this portal has {most}: update the portal first";
    /// No number.
    SDK_FORM = "sdk-form", "sdk 应为数字字符串，如 \"1\"；已按 \"1\" 处理", "sdk should be a number in quotes such as \"1\"; \"1\" is used";
    /// A colour out of form.
    COLOR_FORM = "color-form", "color 应为十六进制颜色，如 #2563eb；已忽略", "color should be a hex colour such as #2563eb; it is ignored";
    /// A category outside of the list.
    UNKNOWN_CATEGORY = "unknown-category",
        "未知的 category“{value}”；可用：desktop、system、hidden", "the category “{value}” is unknown; known are desktop, system, hidden";
    /// A role outside of the list.
    UNKNOWN_ROLE = "unknown-role",
        "未知的角色“{value}”；可用：admin、officer、student", "the role “{value}” is unknown; known are admin, officer, student";
    /// A capability outside of the list.
    UNKNOWN_CAPABILITY = "unknown-capability", "未知的能力“{value}”", "the capability “{value}” is unknown";
    /// A layout mode outside of the list.
    LAYOUT_MODE = "layout-mode",
        "未知的 layout.mode；可用：fullscreen、sheet、window；已按 fullscreen 处理",
        "layout.mode is fullscreen, sheet or window; fullscreen is used";
    /// `resizable` without a window.
    LAYOUT_WINDOW_ONLY = "layout-window-only",
        "{field} 只对 mode 为 window 的应用有效，已忽略", "{field} works with the mode window only and is ignored";
    /// A path that is no path of the package.
    MANIFEST_PATH = "manifest-path",
        "“{path}”不是应用包内的相对路径：{why_zh}", "“{path}” is no relative path inside of the package: {why_en}";
    /// A path to a file that is not there.
    FILE_MISSING = "file-missing", "应用包里没有文件“{path}”", "the package has no file “{path}”";
    /// A file of another kind.
    FILE_KIND = "file-kind", "“{path}”应是{want}文件", "“{path}” should be a file of the kind {want}";
    /// No icon.
    NO_ICON = "no-icon", "没有图标：建议加一个铺满画布的 icon.svg", "there is no icon: add an icon.svg that fills its canvas";
    /// Nothing to open.
    NO_FRONTEND = "no-frontend",
        "没有 frontend：应用打开后是空的", "there is no frontend: the app has nothing to show when it is opened";
    /// A route out of form.
    ROUTE_FORM = "route-form",
        "route 以 / 开头，由字母、数字、连字符和下划线组成，如 /my-app", "route begins with / and takes letters, digits, hyphens and underscores, such as /my-app";
    /// A mount path out of form.
    MOUNT_FORM = "mount-form",
        "mountPath 以 /api/ 开头，至少还有一段，各段只用小写字母、数字和连字符，如 /api/my-app",
        "mountPath begins with /api/ and has at least one more part of lower-case letters, digits and hyphens, such as /api/my-app";
    /// A mount path of the portal.
    MOUNT_RESERVED = "mount-reserved",
        "mountPath“{mount}”与系统接口 {taken} 冲突，请换一个", "the mountPath “{mount}” collides with {taken} of the portal; choose another";
    /// A host out of form.
    HOST_FORM = "host-form",
        "“{value}”不是主机名；写成 example.com 或 *.example.com，不带协议、端口和路径",
        "“{value}” is no host name; write example.com or *.example.com without scheme, port or path";
    /// A rate limit out of range.
    RATE_LIMIT_RANGE = "rate-limit-range",
        "{field} 应为 1 到 {most} 的整数", "{field} is an integer from 1 to {most}";
    /// The name of an app of the desktop.
    NAME_RESERVED = "name-reserved",
        "“{name}”是门户自带应用的名称，请换一个", "“{name}” is the name of an app that comes with the portal; choose another";
    /// The page of an app of the desktop.
    ROUTE_RESERVED = "route-reserved",
        "“{route}”是门户自带应用的页面路径，请换一个", "“{route}” is the page of an app that comes with the portal; choose another";
    /// The widget of an app of the desktop.
    WIDGET_RESERVED = "widget-reserved",
        "小组件 {id} 是门户自带应用的，请换一个 id", "the widget {id} is one of an app that comes with the portal; choose another id";
    /// A rate limit beyond what every back end has.
    RATE_LIMIT_MINUTE = "rate-limit-minute",
        "{field} 超过上限：门户每分钟最多放行每个成员 {most} 次调用，多出的不生效",
        "{field} is beyond the bound: the portal admits {most} calls a minute of each member at most, whatever is written here";
    /// A settings key out of form.
    CONFIG_KEY = "config-key",
        "设置项的 key 只用大写字母、数字和下划线，以字母开头，最多 64 个字符，如 API_KEY",
        "the key of a setting takes upper-case letters, digits and underscores, begins with a letter and has 64 characters at most, such as API_KEY";
    /// Two settings with one key.
    CONFIG_TWICE = "config-twice", "设置项 {key} 出现了两次", "the setting {key} stands twice";
    /// A settings type outside of the list.
    CONFIG_TYPE = "config-type",
        "设置项的 type 只能是 string、number、boolean、secret", "the type of a setting is string, number, boolean or secret";
    /// A default of another type.
    CONFIG_DEFAULT = "config-default",
        "{key} 的默认值与类型 {kind} 不符", "the default of {key} does not fit its type {kind}";
    /// A secret that everyone can read.
    CONFIG_SECRET_DEFAULT = "config-secret-default",
        "{key} 是机密项，不要在清单里写默认值：清单是公开的；已忽略",
        "{key} is a secret: a default in the manifest would be public; it is ignored";
    /// Too many entries of a list.
    TOO_MANY_ENTRIES = "too-many-entries", "{field} 最多 {most} 项", "{field} has {most} entries at most";
    /// A widget id out of form.
    WIDGET_ID = "widget-id",
        "小组件 id 只用字母、数字、连字符、点和下划线，最多 64 个字符", "a widget's id takes letters, digits, hyphens, dots and underscores and has 64 characters at most";
    /// A widget id that may collide with others.
    WIDGET_ID_PREFIX = "widget-id-prefix",
        "建议小组件 id 以应用名开头，如 {want}-card：id 全局唯一", "let the widget's id begin with the app's name, such as {want}-card: ids are global";
    /// Two widgets with one id.
    WIDGET_TWICE = "widget-twice", "小组件 {id} 出现了两次，后一个生效", "the widget {id} stands twice; the later one counts";
    /// A size out of range.
    WIDGET_SIZE = "widget-size",
        "{field} 应为 {w,h}，均为 1 到 12 的整数，且 minSize ≤ defaultSize ≤ maxSize；已调整",
        "{field} should be {w,h}, integers from 1 to 12 with minSize ≤ defaultSize ≤ maxSize; it is adjusted";
    /// A form field out of form.
    WIDGET_FIELD = "widget-field",
        "configSchema 的字段需要 key、label 和 type（select、number、bool、text），select 还需要 options；已忽略",
        "a field of configSchema needs key, label and type (select, number, bool, text), and select needs options; it is ignored";
    /// A plugin without the part of embedded pages.
    NO_INTEGRATION = "no-integration",
        "插件没有 integration：不能与嵌入页面通信", "the plugin has no integration: it cannot talk to embedded pages";
    /// A protocol version out of form.
    PROTOCOL_VERSION = "protocol-version",
        "protocolVersion 应为“主.次”，且主版本是 1，如 1.1", "protocolVersion is “major.minor” with the major 1, such as 1.1";
    /// A channel outside of the list.
    UNKNOWN_CHANNEL = "unknown-channel",
        "未知的频道“{value}”：这个版本不会传递它的消息", "the channel “{value}” is unknown: this version passes no messages on it";
    /// A plugin with the parts of an app.
    PLUGIN_FRONTEND = "plugin-frontend",
        "插件没有自己的页面，frontend 会被忽略", "a plugin has no page of its own; frontend is ignored";
}

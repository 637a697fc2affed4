//! Texts about styles.

use crate::finding::rules;

rules! {
    /// A style that does not parse.
    STYLE_SYNTAX = "style-syntax", "样式语法错误：{why}", "syntax error of the style: {why}";
    /// Nested so deeply that parsers run out of stack.
    STYLE_NESTING = "style-nesting", "样式嵌套太深", "the style is nested too deeply";
    /// `gap` in a flex box.
    FLEX_GAP = "css-flex-gap", "旧浏览器的弹性盒没有 gap，请用 margin", "flex boxes of old engines have no gap; use margins";
    /// `gap` where the box is not known.
    GAP_UNKNOWN = "css-gap", "gap 只在网格里有效；如果这里是弹性盒，请用 margin", "gap works in a grid only; if this is a flex box, use margins";
    /// A selector that old engines drop.
    SELECTOR = "css-selector", "旧浏览器没有 {what}，整条规则会失效；请分开写", "old engines have no {what} and drop the whole rule; write it out";
    /// A property that old engines drop.
    PROPERTY = "css-property", "旧浏览器没有属性 {what}；{instead_zh}", "old engines have no property {what}; {instead_en}";
    /// A value that old engines drop.
    VALUE = "css-value", "旧浏览器没有 {what}，请换一种写法", "old engines have no {what}; write it in another way";
    /// An at-rule that old engines drop.
    AT_RULE = "css-at-rule", "旧浏览器没有 @{what}，里面的样式会失效", "old engines have no @{what} and drop what is in it";
    /// A transition of everything.
    TRANSITION_ALL = "css-transition-all", "不要用 transition: all，请写出要过渡的属性（opacity、transform）", "name what is in transition (opacity, transform) instead of all";
    /// A transition that lays out again in each frame.
    TRANSITION_LAYOUT = "css-transition-layout", "过渡 {what} 会让页面每帧重新排版，请用 transform", "a transition of {what} lays out the page in each frame; use transform";
    /// Something grows out of nothing.
    SCALE_ZERO = "css-scale-zero", "不要从 scale(0) 开始，请用 scale(0.9) 加透明度", "do not start from scale(0); use scale(0.9) with opacity";
    /// A selector that meets the whole desktop.
    UNSCOPED = "css-unscoped", "选择器“{selector}”会影响整个桌面，请加上应用的类名，如 .{name} …", "the selector “{selector}” meets the whole desktop; put the app's class before it, such as .{name} …";
    /// A style of another host.
    FOREIGN_IMPORT = "css-foreign-import", "不能 @import 别的网站的样式", "styles of other hosts cannot be imported";
    /// A picture or font of another host.
    FOREIGN_URL = "css-foreign-url", "不能引用别的网站的内容（{value}），请放进应用包", "nothing of another host ({value}); put it into the package";
}

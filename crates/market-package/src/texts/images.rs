//! Texts about pictures and fonts.

use crate::finding::rules;

rules! {
    /// SVG that does not parse.
    SVG_SYNTAX = "svg-syntax", "SVG 语法错误：{why}", "SVG syntax error: {why}";
    /// An element that runs or embeds something.
    SVG_ELEMENT = "svg-element",
        "SVG 里不能有 <{name}> 元素，请删除", "an SVG must not have the element <{name}>; remove it";
    /// An event attribute.
    SVG_EVENT = "svg-event",
        "SVG 里不能有事件属性 {name}，请删除", "an SVG must not have the event attribute {name}; remove it";
    /// A reference to something else.
    SVG_REFERENCE = "svg-reference",
        "SVG 只能引用自身（#id）或内嵌的 data:image 图片，不能引用“{value}”",
        "an SVG may refer to itself (#id) or to a picture in data:image, not to “{value}”";
    /// Entities.
    SVG_ENTITY = "svg-entity", "SVG 里不能定义实体，请去掉 <!ENTITY>", "an SVG must not define entities; remove <!ENTITY>";
    /// A style sheet or another instruction.
    SVG_INSTRUCTION = "svg-instruction",
        "SVG 里不能有处理指令，请去掉 <?{name}?>", "an SVG must not have processing instructions; remove <?{name}?>";
    /// No SVG namespace.
    SVG_NAMESPACE = "svg-namespace",
        "根元素应为 <svg xmlns=\"http://www.w3.org/2000/svg\">，否则不会显示",
        "the root should be <svg xmlns=\"http://www.w3.org/2000/svg\">, else it is not shown";
    /// Not square.
    ICON_SQUARE = "icon-square",
        "图标应为正方形（如 viewBox=\"0 0 72 72\"）", "an icon should be square (such as viewBox=\"0 0 72 72\")";
    /// Rounded corners that are cut again.
    ICON_CORNERS = "icon-corners",
        "图标应铺满画布、不带圆角：系统会自己裁出圆角", "let the icon fill its canvas without rounded corners: the desktop cuts them";
    /// A raster picture that is small.
    ICON_SMALL = "icon-small",
        "图标太小：至少 144×144 像素才清晰", "the icon is small: it takes 144×144 pixels to be sharp";
    /// Content of another kind.
    SIGNATURE_DIFFERS = "content-differs",
        "文件内容与扩展名不符：不是 {want}", "the content does not fit the extension: it is no {want}";
}

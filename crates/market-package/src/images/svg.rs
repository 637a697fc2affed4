//! SVG: a document that a browser may open on its own, so it must not run, load or embed anything.

use roxmltree::{Document, Node, ParsingOptions};

use crate::finding::Report;
use crate::styles::loads_from_outside;
use crate::texts::images as texts;

const SVG: &str = "http://www.w3.org/2000/svg";
const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// Elements that run, embed or lead somewhere.
const ELEMENTS: &[&str] = &[
    "script",
    "foreignobject",
    "iframe",
    "embed",
    "object",
    "audio",
    "video",
    "canvas",
    "handler",
    "listener",
    "base",
    "link",
    "meta",
];
/// Elements that set an attribute of another one.
const ANIMATIONS: &[&str] = &["animate", "set", "animatetransform", "animatemotion"];
/// Nodes of one document: an SVG of 15 MB of tags would take a gigabyte.
const MOST_NODES: u32 = 200_000;

/// Checks an SVG; an icon must be square too.
pub(crate) fn check_svg(path: &str, text: &str, is_icon: bool, report: &mut Report) {
    if text.to_ascii_lowercase().contains("<!entity") {
        return report.push(texts::SVG_ENTITY.error(path));
    }
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = match Document::parse_with_options(text, options) {
        Ok(document) => document,
        Err(error) => return report.push(texts::SVG_SYNTAX.error(path).with("why", error)),
    };
    let mut checker = Checker { path, document: &document, report };
    for node in document.descendants() {
        if let Some(instruction) = node.pi() {
            let finding = texts::SVG_INSTRUCTION.error(checker.place(node)).with("name", instruction.target);
            checker.report.push(finding);
        } else if node.is_element() {
            checker.element(node);
        }
    }
    let root = document.root_element();
    if !root.has_tag_name((SVG, "svg")) {
        report.push(texts::SVG_NAMESPACE.warning(path));
    } else if is_icon {
        check_icon(path, root, report);
    }
}

struct Checker<'a, 'd> {
    path: &'a str,
    document: &'a Document<'d>,
    report: &'a mut Report,
}

impl Checker<'_, '_> {
    fn place(&self, node: Node<'_, '_>) -> String {
        let at = self.document.text_pos_at(node.range().start);
        format!("{}:{}:{}", self.path, at.row, at.col)
    }

    fn element(&mut self, node: Node<'_, '_>) {
        let name = node.tag_name().name().to_ascii_lowercase();
        let foreign = node.tag_name().namespace() == Some(XHTML);
        if foreign || ELEMENTS.contains(&name.as_str()) {
            let finding = texts::SVG_ELEMENT.error(self.place(node)).with("name", node.tag_name().name());
            self.report.push(finding);
        }
        for attribute in node.attributes() {
            self.attribute(node, attribute.name(), attribute.value());
        }
        if ANIMATIONS.contains(&name.as_str()) {
            let target = node.attribute("attributeName").unwrap_or_default().to_ascii_lowercase();
            if target.ends_with("href") || target.starts_with("on") {
                let finding = texts::SVG_EVENT.error(self.place(node)).with("name", target);
                self.report.push(finding);
            }
        }
        if name == "style" {
            let style: String = node.descendants().filter_map(|child| child.text()).collect();
            self.style(node, &style);
        }
    }

    fn attribute(&mut self, node: Node<'_, '_>, name: &str, value: &str) {
        let name = name.to_ascii_lowercase();
        if name.starts_with("on") {
            let finding = texts::SVG_EVENT.error(self.place(node)).with("name", name);
            self.report.push(finding);
        } else if matches!(name.as_str(), "href" | "src" | "data" | "action" | "formaction") {
            if !is_own(value) {
                self.reference(node, value);
            }
        } else {
            self.style(node, value);
        }
    }

    /// `url(…)` in a style or in a presentation attribute.
    fn style(&mut self, node: Node<'_, '_>, value: &str) {
        if let Some(address) = loads_from_outside(value).into_iter().find(|address| !is_own(address)) {
            self.reference(node, &address);
        }
    }

    fn reference(&mut self, node: Node<'_, '_>, value: &str) {
        let finding = texts::SVG_REFERENCE.error(self.place(node)).with("value", value);
        self.report.push(finding);
    }
}

/// Whether a reference leads to the document itself or to a picture in it.
fn is_own(value: &str) -> bool {
    let value = value.trim().to_ascii_lowercase();
    let picture = ["png", "jpeg", "jpg", "gif", "webp"].iter().any(|kind| {
        value
            .strip_prefix("data:image/")
            .and_then(|rest| rest.strip_prefix(kind))
            .is_some_and(|rest| rest.starts_with([';', ',']))
    });
    value.is_empty() || value.starts_with('#') || picture
}

fn check_icon(path: &str, root: Node<'_, '_>, report: &mut Report) {
    let number = |text: &str| text.trim().trim_end_matches("px").parse::<f64>().ok();
    let numbers: Vec<f64> = root
        .attribute("viewBox")
        .unwrap_or_default()
        .split([' ', ',', '\t', '\n'])
        .filter(|part| !part.is_empty())
        .filter_map(number)
        .collect();
    let side = |name: &str| root.attribute(name).and_then(number);
    let size = match numbers.as_slice() {
        [_, _, width, height] => Some((*width, *height)),
        _ => side("width").zip(side("height")),
    };
    match size {
        Some((width, height)) if (width - height).abs() <= width.abs() * 0.01 => {}
        _ => return report.push(texts::ICON_SQUARE.warning(path)),
    }
    // The usual way to draw an app's icon with corners: a background that fills the canvas, rounded.
    let (width, _) = size.unwrap_or_default();
    let fills = |node: &Node<'_, '_>, name: &str| {
        let value = node.attribute(name).unwrap_or_default();
        value.trim() == "100%" || number(value).is_some_and(|value| value >= width * 0.98)
    };
    let rounded =
        |node: &Node<'_, '_>, name: &str| node.attribute(name).and_then(number).is_some_and(|r| r > 0.0);
    let first = root.children().find(|node| node.has_tag_name((SVG, "rect")));
    if first.is_some_and(|rect| {
        fills(&rect, "width") && fills(&rect, "height") && (rounded(&rect, "rx") || rounded(&rect, "ry"))
    }) {
        report.push(texts::ICON_CORNERS.warning(path));
    }
}

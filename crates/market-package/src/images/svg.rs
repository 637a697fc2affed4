//! SVG: a document that a browser may open on its own, so it must not run, load or embed anything.

use roxmltree::{Document, Node, ParsingOptions};

use crate::finding::{FileFindings, Finding, Report};
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

/// Attributes of one element, and namespaces of a document: the reader compares each with all before it.
const MOST_ATTRIBUTES: usize = 1_000;
const MOST_NAMESPACES: usize = 100;

/// Checks an SVG; an icon must be square too.
pub(crate) fn check_svg(path: &str, text: &str, is_icon: bool, report: &mut Report) {
    let mut findings = FileFindings::new(path, text);
    if let Err(finding) = read(text, &mut findings, is_icon) {
        findings.add(0, finding);
    }
    findings.finish(report);
}

fn read<'t>(text: &'t str, findings: &mut FileFindings<'t>, is_icon: bool) -> Result<(), Finding> {
    if text.to_ascii_lowercase().contains("<!entity") {
        return Err(texts::SVG_ENTITY.error(""));
    }
    let attributes = text.split('<').map(|tag| tag.bytes().filter(|byte| *byte == b'=').count()).max();
    if attributes > Some(MOST_ATTRIBUTES) || text.matches("xmlns").count() > MOST_NAMESPACES {
        return Err(texts::SVG_SYNTAX.error("").with("why", "too many attributes"));
    }
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let parsed = Document::parse_with_options(text, options);
    let document = parsed.map_err(|error| texts::SVG_SYNTAX.error("").with("why", error))?;
    for node in document.descendants() {
        if let Some(instruction) = node.pi() {
            say(findings, node, texts::SVG_INSTRUCTION.error("").with("name", instruction.target));
        } else if node.is_element() {
            element(findings, node);
        }
    }
    let root = document.root_element();
    if !root.has_tag_name((SVG, "svg")) {
        say(findings, root, texts::SVG_NAMESPACE.warning(""));
    } else if is_icon {
        check_icon(findings, root);
    }
    Ok(())
}

fn say(findings: &mut FileFindings<'_>, node: Node<'_, '_>, finding: Finding) {
    findings.add(u32::try_from(node.range().start).unwrap_or(u32::MAX), finding);
}

fn element(findings: &mut FileFindings<'_>, node: Node<'_, '_>) {
    let name = node.tag_name().name().to_ascii_lowercase();
    let foreign = node.tag_name().namespace() == Some(XHTML);
    if foreign || ELEMENTS.contains(&name.as_str()) {
        say(findings, node, texts::SVG_ELEMENT.error("").with("name", node.tag_name().name()));
    }
    for attribute in node.attributes() {
        check_attribute(findings, node, attribute.name(), attribute.value());
    }
    if ANIMATIONS.contains(&name.as_str()) {
        let target = node.attribute("attributeName").unwrap_or_default().to_ascii_lowercase();
        if target.ends_with("href") || target.starts_with("on") {
            say(findings, node, texts::SVG_EVENT.error("").with("name", target));
        }
    }
    if name == "style" {
        let style: String = node.children().filter(Node::is_text).filter_map(|child| child.text()).collect();
        check_style(findings, node, &style);
    }
}

fn check_attribute(findings: &mut FileFindings<'_>, node: Node<'_, '_>, name: &str, value: &str) {
    let name = name.to_ascii_lowercase();
    if name.starts_with("on") {
        say(findings, node, texts::SVG_EVENT.error("").with("name", name));
    } else if matches!(name.as_str(), "href" | "src" | "data" | "action" | "formaction") {
        if !is_own(value) {
            say(findings, node, texts::SVG_REFERENCE.error("").with("value", value));
        }
    } else {
        check_style(findings, node, value);
    }
}

/// `url(…)` in a style or in a presentation attribute.
fn check_style(findings: &mut FileFindings<'_>, node: Node<'_, '_>, value: &str) {
    if let Some(address) = loads_from_outside(value).into_iter().find(|address| !is_own(address)) {
        say(findings, node, texts::SVG_REFERENCE.error("").with("value", address));
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

fn check_icon(findings: &mut FileFindings<'_>, root: Node<'_, '_>) {
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
        _ => return say(findings, root, texts::ICON_SQUARE.warning("")),
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
        say(findings, root, texts::ICON_CORNERS.warning(""));
    }
}

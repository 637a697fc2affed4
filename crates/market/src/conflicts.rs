//! What no package may take from another one, or from the portal: name, page, API and widgets.

use kernel::{App, Result};
use market_package::{Desktop, Manifest, mounts_collide};

use crate::texts;

/// Refuses a package that would take the name, the page, the API or a widget of an app, or whose name is installed as the other
/// kind. `installed` are the manifests in use; the one of the same name is the version that it replaces.
///
/// # Errors
/// 400 with the app that is in the way.
pub(crate) fn refuse<'a>(
    app: &App,
    installed: impl Iterator<Item = &'a Manifest>,
    manifest: &Manifest,
) -> Result<()> {
    let name = &manifest.about().name;
    refuse_desktop(app, manifest)?;
    for other in installed {
        let other_name = &other.about().name;
        if other_name == name {
            if other.kind() != manifest.kind() {
                return Err(texts::KIND_CHANGED.with("name", name));
            }
            continue;
        }
        if route(manifest).is_some_and(|own| route(other) == Some(own)) {
            return Err(texts::ROUTE_TAKEN.with("name", other_name));
        }
        if let (Some(own), Some(theirs)) = (manifest.backend(), other.backend())
            && mounts_collide(&own.mount_path, &theirs.mount_path)
        {
            return Err(texts::MOUNT_TAKEN.with("name", other_name));
        }
        // Of two widgets with one id a desktop shows the one that it has read last.
        if let Some(id) = widgets(manifest).find(|id| widgets(other).any(|theirs| theirs == *id)) {
            return Err(texts::WIDGET_TAKEN.with("id", id).with("name", other_name));
        }
    }
    Ok(())
}

/// Refuses the name, the page and the widgets of an app that comes with the portal.
fn refuse_desktop(app: &App, manifest: &Manifest) -> Result<()> {
    let desktop = Desktop::get();
    let comes_with_portal =
        |name: &str| app.apps.built_in().iter().any(|known| known.name == name) || desktop.has_app(name);
    let name = &manifest.about().name;
    if comes_with_portal(name) {
        return Err(texts::NAME_TAKEN.with("name", name));
    }
    // The apps of the portal have their names as routes.
    let own_route = route(manifest).and_then(|route| route.split('/').nth(1)).unwrap_or_default();
    if comes_with_portal(own_route) {
        return Err(texts::ROUTE_TAKEN.with("name", own_route));
    }
    match widgets(manifest).find(|id| desktop.has_widget(id)) {
        Some(id) => Err(texts::WIDGET_BUILT_IN.with("id", id)),
        None => Ok(()),
    }
}

/// The ids of the widgets.
fn widgets(manifest: &Manifest) -> impl Iterator<Item = &str> {
    let frontend = manifest.app().and_then(|app| app.frontend.as_ref());
    frontend.into_iter().flat_map(|frontend| frontend.widgets.iter().map(|widget| widget.id.as_str()))
}

fn route(manifest: &Manifest) -> Option<&str> {
    manifest.app()?.frontend.as_ref().map(|frontend| frontend.route.as_str())
}

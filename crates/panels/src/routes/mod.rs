//! `/api/panel` for screens, `/api/admin/panels` for staff.

mod screen;
mod staff;

use kernel::{Routes, routes};

/// The routes of panels.
pub(super) fn router() -> Routes {
    Routes::new()
        .routes(routes!(screen::request_panel_code))
        .routes(routes!(screen::panel_stream))
        .routes(routes!(screen::report_panel_state))
        .routes(routes!(staff::list_panels, staff::pair_panel))
        .routes(routes!(staff::waiting_panel))
        .routes(routes!(staff::change_panel, staff::remove_panel))
        .routes(routes!(staff::panel_board))
}

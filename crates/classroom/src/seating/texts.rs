//! Texts of the seats.

kernel::refusals! {
    SIZE_INVALID = 400, "seating_size_invalid", "须有 1–{max} 排、1–{max} 列", "A room has 1–{max} rows and 1–{max} columns";
    AISLE_INVALID = 400, "seating_aisle_invalid", "过道须在两列之间", "An aisle lies between two columns";
    PLACE_INVALID = 400, "seating_place_invalid", "座位超出了教室，或出现了两次", "A seat lies outside of the room, or is there twice";
    BLOCKED_TAKEN = 400, "seating_blocked_taken", "停用的座位不能坐人", "Nobody sits on a blocked seat";
    SEED_INVALID = 400, "seating_seed_invalid", "种子须为 64 位小写十六进制数字", "A seed has 64 hexadecimal digits in lower case";
    TOO_MANY_KEPT = 400, "seating_too_many_kept", "最多固定 {max} 人", "At most {max} people stay";
    /// There is no plan to arrange.
    NO_PLAN = 409, "seating_no_plan", "还没有座位表", "There is no plan of seats yet";
}

kernel::texts! {
    /// The app.
    APP = "seating_app", "座位", "Seats";
}

kernel::actions! {
    /// `save_seating`.
    SAVE_SEATING = "save_seating", "保存座位表", "Saved the seats"
        => "修改了 {class} 班的座位表", "changed the seats of class {class}";
    /// `restore_seating`.
    RESTORE_SEATING = "restore_seating", "恢复座位表版本", "Restored the seats"
        => "把 {class} 班的座位表恢复到第 {revision} 版", "restored revision {revision} of the seats of class {class}";
}

//! Texts of the auth feature.

kernel::texts! {
    /// 400, contract text: account or password missing.
    LOGIN_MISSING = "login_missing", "请输入账号和密码", "";
    /// 401, contract text.
    WRONG_CREDENTIALS = "wrong_credentials", "账号或密码错误", "";
    /// 401 when several members fit the name (interface 5.3).
    WRONG_CREDENTIALS_USE_ID = "wrong_credentials_use_id", "账号或密码错误；有多个账号使用这个名字，请改用学号登录", "Wrong account or password; several accounts fit this name, please sign in with your user ID";
    /// 400: a field of the registration is empty.
    REGISTER_MISSING = "register_missing", "请填写{field}", "Please fill in {field}";
    /// 400: the two passwords differ.
    CONFIRM_MISMATCH = "confirm_mismatch", "两次输入的密码不一致", "The two passwords differ";
    /// 400, contract text: not on the class list.
    NOT_LISTED = "not_listed", "该姓名不在预注册名单中", "";
    /// 409: the listed name has an account.
    ALREADY_REGISTERED = "already_registered", "该姓名已注册，如非本人操作请联系管理员", "This name is already registered; if it was not you, tell an admin";
    /// 400: claim code missing or wrong.
    CLAIM_CODE = "claim_code", "请输入正确的认领码（由管理员发放）", "Please enter the claim code you were given";
    /// 400: the code of privileged rows missing or wrong.
    ADMIN_CLAIM_CODE = "admin_claim_code", "注册管理员账号需要正确的管理员认领码", "Registering an admin account needs the admin claim code";
    /// Success of refresh-token.
    REFRESHED = "refreshed", "令牌已刷新", "Token refreshed";
    /// 401: the old password is wrong.
    OLD_PASSWORD_WRONG = "old_password_wrong", "原密码错误", "The current password is wrong";
    /// 400: a password field is missing.
    PASSWORDS_MISSING = "passwords_missing", "请填写原密码、新密码和确认密码", "Please fill in the current password, the new one and its confirmation";
    /// 400: a reset field is missing.
    RESET_MISSING = "reset_missing", "请填写账号、重置码和新密码", "Please fill in the account, the code and the new password";
    /// 403: no code for the developer account.
    DEVELOPER_PASSWORD = "developer_password", "开发者账号的密码由 DEV_PASSWORD 决定，不能重置", "The developer's password is DEV_PASSWORD and cannot be reset";
    /// 401: reset code wrong or over.
    RESET_CODE_WRONG = "reset_code_wrong", "重置码错误或已过期", "The reset code is wrong or has expired";
}

kernel::actions! {
    /// `reset_password`.
    RESET_PASSWORD = "reset_password", "重置密码", "Reset a password";
    /// `register_admin`.
    REGISTER_ADMIN = "register_admin", "管理员账号注册", "Admin account claimed";
}

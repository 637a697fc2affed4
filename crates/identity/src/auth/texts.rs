//! Texts of the auth feature.

kernel::refusals! {
    /// Contract text: account or password missing.
    LOGIN_MISSING = 400, "login_missing", "请输入账号和密码", "";
    /// Contract text.
    WRONG_CREDENTIALS = 401, "wrong_credentials", "账号或密码错误", "";
    /// Several members fit the name (interface 5.3).
    WRONG_CREDENTIALS_USE_ID = 401, "wrong_credentials_use_id", "账号或密码错误；有多个账号使用这个名字，请改用学号登录", "Wrong account or password; several accounts fit this name, please sign in with your user ID";
    /// A field of the registration is empty.
    REGISTER_MISSING = 400, "register_missing", "请填写{field}", "Please fill in {field}";
    /// The two passwords differ.
    CONFIRM_MISMATCH = 400, "confirm_mismatch", "两次输入的密码不一致", "The two passwords differ";
    /// Contract text: not on the class list.
    NOT_LISTED = 400, "not_listed", "该姓名不在预注册名单中", "";
    /// The list has this name with something behind it that tells namesakes apart.
    NAMESAKES = 400, "namesakes", "名单上有同名的人，名字后面加了区分的字，请照认领单或名单上的写法填写", "Several people on the list share this name; write it as the slip or the list does, with what tells them apart";
    /// The listed name has an account.
    ALREADY_REGISTERED = 409, "already_registered", "该姓名已注册，如非本人操作请联系管理员", "This name is already registered; if it was not you, tell an admin";
    /// No claim code, or a wrong one that could not be counted.
    CLAIM_CODE = 400, "claim_code", "请输入正确的认领码（由管理员发放）", "Please enter the claim code you were given";
    /// A claim code with too few or too many characters.
    CLAIM_CODE_LENGTH = 400, "claim_code_length", "认领码有 {count} 位，请照认领单补全", "A claim code has {count} characters; please complete it from the slip";
    /// A wrong claim code that is not yet the last.
    WRONG_CLAIM_CODE = 400, "wrong_claim_code", "认领码不对，还可以再试 {left} 次", "This claim code is wrong; tries left: {left}";
    /// The right code is refused as well, so that nobody finds it by trying on.
    CLAIM_LOCKED_OUT = 429, "claim_locked_out", "这个姓名的认领码输错太多次，{minutes} 分钟后才能再试，请找老师帮忙", "Too many wrong claim codes for this name: try again in {minutes} minutes, or ask your teacher";
    /// The code of privileged rows missing or wrong.
    ADMIN_CLAIM_CODE = 400, "admin_claim_code", "注册管理员账号需要正确的管理员认领码", "Registering an admin account needs the admin claim code";
    /// The old password is wrong.
    OLD_PASSWORD_WRONG = 401, "old_password_wrong", "原密码错误", "The current password is wrong";
    /// A password field is missing.
    PASSWORDS_MISSING = 400, "passwords_missing", "请填写原密码、新密码和确认密码", "Please fill in the current password, the new one and its confirmation";
    /// A reset field is missing.
    RESET_MISSING = 400, "reset_missing", "请填写账号、重置码和新密码", "Please fill in the account, the code and the new password";
    /// No code for the developer account.
    DEVELOPER_PASSWORD = 403, "developer_password", "开发者账号的密码由 DEV_PASSWORD 决定，不能重置", "The developer's password is DEV_PASSWORD and cannot be reset";
    /// Reset code wrong or over.
    RESET_CODE_WRONG = 401, "reset_code_wrong", "重置码错误或已过期", "The reset code is wrong or has expired";
}

kernel::texts! {
    /// Success of refresh-token.
    REFRESHED = "refreshed", "令牌已刷新", "Token refreshed";
}

kernel::actions! {
    /// `reset_password`.
    RESET_PASSWORD = "reset_password", "重置密码", "Reset a password"
        => "重置了{target}的密码", "reset the password of {target}";
    /// `register_admin`.
    REGISTER_ADMIN = "register_admin", "管理员账号注册", "Admin account claimed"
        => "注册了管理员账号", "registered an admin account";
}

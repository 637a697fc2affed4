//! What the server itself says on pages.

/// 404 for a file that is not part of the web desktop.
pub(crate) const NO_SUCH_FILE: &str = "文件不存在 · There is no such file\n";

/// 503 in place of the desktop when the binary was built without it.
pub(crate) const NOT_BUILT: &str = "<!doctype html>
<html lang=\"zh-CN\">
  <head>
    <meta charset=\"utf-8\" />
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />
    <title>班级门户</title>
  </head>
  <body>
    <h1>网页桌面尚未构建</h1>
    <p>接口已经可用。要构建并打开网页桌面，请在项目目录中运行：</p>
    <pre>cargo xtask run</pre>
    <p lang=\"en\">The web desktop has not been built yet; the API works. To build and open it, run
    the command above in the project's folder.</p>
  </body>
</html>
";

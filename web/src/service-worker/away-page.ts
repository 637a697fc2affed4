// The page that stands for the portal when neither the server nor the kept page is there. It names no file, asks by
// itself whether the server is back, and is loaded anew only then.

const HTML = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>连不上班级门户</title>
<style>
:root { --ground: #dfe7f3; --card: #fff; --ink: #1b2333; --soft: #55607a; --blue: #2f63d6 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f1420; --card: #1b2230; --ink: #eef2fa; --soft: #a9b4ca; --blue: #3c6fe0 }
}
html, body { height: 100%; margin: 0 }
body { display: flex; align-items: center; justify-content: center; background: var(--ground); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif }
main { box-sizing: border-box; width: calc(100% - 32px); max-width: 420px; padding: 36px 28px; text-align: center;
  background: var(--card); border-radius: 20px }
svg { width: 72px; height: 72px }
h1 { margin: 18px 0 6px; font-size: 22px; line-height: 1.3 }
p { margin: 0 0 10px; color: var(--soft) }
a { display: inline-block; margin-top: 14px; padding: 11px 32px; border-radius: 12px; background: var(--blue);
  color: #fff; font-weight: 600; text-decoration: none }
small { display: block; margin-top: 18px; color: var(--soft); font-size: 13px }
</style>
<main>
<svg viewBox="0 0 512 512" aria-hidden="true"><rect width="512" height="512" rx="112" fill="#2f63d6"/><path d="M136 392V152a32 32 0 0 1 32-32h176a32 32 0 0 1 32 32v240M100 392h312" fill="none" stroke="#fff" stroke-width="28" stroke-linecap="round"/><path d="M192 392V176l112-34v250z" fill="#fff"/><circle cx="274" cy="288" r="13" fill="#2f63d6"/></svg>
<h1>连不上班级门户</h1>
<p>看看这台设备是否连着学校的网络；也可能是班级服务器正在重启。</p>
<p lang="en">The class portal is out of reach. Check the school network, or wait for the server to restart.</p>
<a href="/">再试一次 · Try again</a>
<small>连上以后会自动打开<br><span lang="en">Opens by itself once it is back</span></small>
</main>
<script>
setInterval(function () {
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(function (answer) { if (answer.ok) location.reload(); }, function () {});
}, 5000);
</script>`;

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** The answer in place of the page. */
export function awayPage(): Response {
  return new Response(HTML, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': POLICY,
    },
  });
}

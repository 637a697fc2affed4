//! Texts about scripts.

use crate::finding::rules;

rules! {
    /// A script that does not parse.
    SCRIPT_SYNTAX = "script-syntax", "语法错误：{why}", "syntax error: {why}";
    /// Nested so deeply that parsers run out of stack.
    SCRIPT_NESTING = "script-nesting",
        "嵌套太深或表达式太长，请拆开", "it is nested too deeply or one expression is too long; split it";
    /// A slash that could begin a pattern or divide.
    SCRIPT_SLASH = "script-slash",
        "这里的“/”无法确定是除号还是正则表达式，请加括号或分号",
        "this “/” may divide or begin a regular expression; write parentheses or a semicolon";
    /// Comments of another language.
    SCRIPT_HTML_COMMENT = "script-html-comment", "请把 <!-- 或 --> 注释换成 //", "write // instead of the comments <!-- and -->";
    /// A script of the host that is a module.
    SERVER_MODULE = "server-module",
        "后端脚本是 CommonJS：请用 require 和 module.exports", "scripts of the back end are CommonJS: write require and module.exports";
    /// A script of the host that is newer than its engine.
    SERVER_SYNTAX = "server-syntax", "后端不支持 {what}", "the back end has no {what}";

    /// `=>`.
    ARROW = "es5-arrow", "旧浏览器没有箭头函数，请写 function () {}", "old engines have no arrow functions; write function () {}";
    /// A template string.
    TEMPLATE = "es5-template", "旧浏览器没有模板字符串，请用 + 拼接", "old engines have no template strings; join with +";
    /// `let` and `const`.
    LET_CONST = "es5-let-const", "请用 var 代替 {what}", "write var instead of {what}";
    /// `?.`.
    OPTIONAL_CHAIN = "es5-optional-chain", "旧浏览器没有 ?.，请写 a && a.b", "old engines have no ?.; write a && a.b";
    /// `??`.
    NULLISH = "es5-nullish", "旧浏览器没有 ??，请写 a == null ? b : a", "old engines have no ??; write a == null ? b : a";
    /// `&&=` and its like.
    LOGICAL_ASSIGNMENT = "es5-logical-assignment", "旧浏览器没有 {what}，请写完整的赋值", "old engines have no {what}; write the assignment out";
    /// A class.
    CLASS = "es5-class", "旧浏览器没有 class，请用函数和 prototype", "old engines have no class; write a function and its prototype";
    /// Async functions.
    ASYNC = "es5-async", "旧浏览器没有 async/await，请用 Promise 的 then", "old engines have no async and await; chain promises with then";
    /// Generators.
    GENERATOR = "es5-generator", "旧浏览器没有生成器函数（function*、yield）", "old engines have no generators (function*, yield)";
    /// Destructuring.
    DESTRUCTURING = "es5-destructuring", "旧浏览器没有解构，请逐个取值", "old engines have no destructuring; read each value";
    /// Spread and rest.
    SPREAD = "es5-spread", "旧浏览器没有 ...，请用 apply、concat 或 arguments", "old engines have no ...; use apply, concat or arguments";
    /// Default parameters.
    DEFAULT_PARAMETER = "es5-default-parameter", "旧浏览器没有默认参数，请在函数里判断 undefined", "old engines have no default parameters; compare with undefined in the function";
    /// `for of`.
    FOR_OF = "es5-for-of", "旧浏览器没有 for…of，请用下标循环或 forEach", "old engines have no for…of; loop over the index or use forEach";
    /// Shorthand properties.
    SHORTHAND = "es5-shorthand", "旧浏览器没有属性简写，请写 {name}: {name}", "old engines have no shorthand properties; write {name}: {name}";
    /// Shorthand methods.
    METHOD = "es5-method", "旧浏览器没有方法简写，请写 name: function () {}", "old engines have no shorthand methods; write name: function () {}";
    /// Computed keys.
    COMPUTED_KEY = "es5-computed-key", "旧浏览器没有计算属性名，请先建对象再赋值 o[k] = v", "old engines have no computed keys; make the object and set o[k] = v";
    /// `**`.
    EXPONENT = "es5-exponent", "旧浏览器没有 **，请用 Math.pow", "old engines have no **; use Math.pow";
    /// Numbers in newer forms.
    NUMBER = "es5-number", "旧浏览器不认识这种数字写法（_、0b、0o）", "old engines do not read this form of a number (_, 0b, 0o)";
    /// BigInt.
    BIGINT = "es5-bigint", "旧浏览器没有 BigInt", "old engines have no BigInt";
    /// A trailing comma of arguments or parameters.
    TRAILING_COMMA = "es5-trailing-comma", "旧浏览器的参数列表末尾不能有逗号", "old engines take no comma after the last argument or parameter";
    /// Newer escapes.
    CODE_POINT = "es5-code-point", "旧浏览器没有 \\u{…}，请写两个 \\uXXXX", "old engines have no \\u{…}; write \\uXXXX twice";
    /// `catch {`.
    CATCH_BINDING = "es5-catch-binding", "旧浏览器的 catch 必须有参数：catch (e)", "old engines need the parameter of catch: catch (e)";
    /// Modules.
    MODULE = "es5-module", "页面脚本不能用 import 和 export", "scripts of a page cannot use import and export";
    /// `new.target`, `import.meta`, `super`.
    META = "es5-meta", "旧浏览器没有 {what}", "old engines have no {what}";
    /// `#!`.
    HASHBANG = "es5-hashbang", "页面脚本不能以 #! 开头", "a script of a page cannot begin with #!";
    /// Flags of patterns.
    REGEXP_FLAG = "es5-regexp-flag", "旧浏览器的正则没有标志 {flag}", "patterns of old engines have no flag {flag}";
    /// Named groups.
    REGEXP_NAMED_GROUP = "es5-regexp-named-group", "旧浏览器的正则没有命名分组，请用编号", "patterns of old engines have no named groups; use numbers";
    /// Lookbehind.
    REGEXP_LOOKBEHIND = "es5-regexp-lookbehind", "旧浏览器的正则没有后行断言 (?<=…)、(?<!…)", "patterns of old engines have no lookbehind (?<=…), (?<!…)";
    /// `(?i:…)`.
    REGEXP_MODIFIERS = "es5-regexp-modifiers", "旧浏览器的正则没有局部标志 (?i:…)", "patterns of old engines have no modifiers (?i:…)";

    /// A connection of its own.
    OWN_CONNECTION = "own-connection",
        "不能直接使用 {what}，请用 context.data.realtime", "{what} is not allowed; use context.data.realtime";
    /// Text that becomes code.
    DYNAMIC_CODE = "dynamic-code", "不能把文本当代码运行（{what}）", "text must not become code ({what})";
    /// `document.write`.
    DOCUMENT_WRITE = "document-write", "不能用 document.{what}，请往 container 里添加元素", "document.{what} is not allowed; add elements to the container";
    /// A script of another host.
    FOREIGN_SCRIPT = "foreign-script", "不能加载别的网站的脚本，请把文件放进应用包", "scripts of other hosts are not allowed; put the file into the package";
    /// Anything of another host.
    FOREIGN_RESOURCE = "foreign-resource", "别的网站的内容会被浏览器拦下（{value}），请放进应用包或经后端获取", "the browser blocks what comes from other hosts ({value}); put it into the package or fetch it in the back end";
    /// Storage outside of the app's part.
    STORAGE_KEY = "storage-key", "localStorage 的键应以“{prefix}”开头，否则可能与别的应用冲突", "keys of localStorage should begin with “{prefix}”; others may collide";
    /// All storage at once.
    STORAGE_CLEAR = "storage-clear", "localStorage.clear 会清掉整个桌面的设置，请只删自己的键", "localStorage.clear drops what the whole desktop remembers; remove your own keys";
    /// Nothing registers the app.
    NO_DEFINE = "no-define", "没有找到 ServiceMarket.define({ name, mount, unmount })，应用打不开", "there is no ServiceMarket.define({ name, mount, unmount }); the app will not open";
    /// It registers as another one.
    DEFINE_NAME = "define-name", "define 的 name 是“{name}”，应为清单中的“{want}”", "define has the name “{name}” and the manifest “{want}”";
}

//! URLs for the classes `URL` and the module `url`.

use rquickjs::{Ctx, Exception, Function, Object, Result};
use url::Url;

use super::functions::set;
use super::values::Text;

/// Adds the functions to `host`.
pub fn add<'js>(object: &Object<'js>) -> Result<()> {
    set!(object, "urlParse", |ctx: Ctx<'js>, text: Text, base: Option<Text>| -> Result<Object<'js>> {
        let base = base.map(|base| Url::parse(&base.0)).transpose();
        let parsed = base.and_then(|base| Url::options().base_url(base.as_ref()).parse(&text.0));
        match parsed {
            Ok(url) => parts(&ctx, &url),
            Err(_) => Err(Exception::throw_type(&ctx, "Invalid URL")),
        }
    });
    set!(object, "urlSet", |ctx: Ctx<'js>, href: Text, part: Text, value: Text| -> Result<Object<'js>> {
        let Ok(mut url) = Url::parse(&href.0) else {
            return Err(Exception::throw_type(&ctx, "Invalid URL"));
        };
        change(&mut url, &part.0, &value.0);
        parts(&ctx, &url)
    });
    Ok(())
}

/// Sets a part. A value that does not fit changes nothing, as the standard says.
fn change(url: &mut Url, part: &str, value: &str) {
    let _ = match part {
        "protocol" => url::quirks::set_protocol(url, value),
        "username" => url::quirks::set_username(url, value),
        "password" => url::quirks::set_password(url, value),
        "host" => url::quirks::set_host(url, value),
        "hostname" => url::quirks::set_hostname(url, value),
        "port" => url::quirks::set_port(url, value),
        "pathname" => {
            url::quirks::set_pathname(url, value);
            Ok(())
        }
        "search" => {
            url::quirks::set_search(url, value);
            Ok(())
        }
        "hash" => {
            url::quirks::set_hash(url, value);
            Ok(())
        }
        _ => Ok(()),
    };
}

fn parts<'js>(ctx: &Ctx<'js>, url: &Url) -> Result<Object<'js>> {
    let object = Object::new(ctx.clone())?;
    object.set("href", url::quirks::href(url))?;
    object.set("origin", url::quirks::origin(url))?;
    object.set("protocol", url::quirks::protocol(url))?;
    object.set("username", url::quirks::username(url))?;
    object.set("password", url::quirks::password(url))?;
    object.set("host", url::quirks::host(url))?;
    object.set("hostname", url::quirks::hostname(url))?;
    object.set("port", url::quirks::port(url))?;
    object.set("pathname", url::quirks::pathname(url))?;
    object.set("search", url::quirks::search(url))?;
    object.set("hash", url::quirks::hash(url))?;
    Ok(object)
}

//! The addresses under which browsers reach the portal: what people type, the one to tell them first.
//!
//! A machine has many: the school's network, container bridges, tunnels. The interface of the default route comes
//! first. Nothing is sent to find out; what a router or proxy in front makes of them, this machine cannot know. Behind
//! HTTPS=1 a proxy has the only address that works, and a request alone tells it.

use std::cmp::Reverse;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::http::{HeaderMap, header};
use url::{Host, Url};

use crate::config::{Config, HOST, HTTPS, PORT};

/// Interfaces that lead to no other machine of the room: containers, virtual machines, tunnels.
const VIRTUAL: &[&str] = &[
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "lxc",
    "lxd",
    "cni",
    "flannel",
    "podman",
    "tun",
    "tap",
    "wg",
    "tailscale",
    "zt",
];

/// An address of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Interface {
    name: String,
    ip: IpAddr,
    /// Whether packets for everywhere else leave by it.
    is_default: bool,
}

/// The URLs under which browsers reach the portal, the one to tell people first: that is the one that the request went
/// to, unless it means this machine alone. Behind a proxy it is the only right one.
#[must_use]
pub fn portal_urls(config: &Config, headers: &HeaderMap) -> Vec<String> {
    let mut urls = machine_urls(config, SocketAddr::new(*HOST.of(config), *PORT.of(config)));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let scheme = if *HTTPS.of(config) { "https" } else { "http" };
    let opened = host.and_then(|host| Url::parse(&format!("{scheme}://{host}")).ok()).filter(is_for_others);
    if let Some(opened) = opened {
        let opened = opened.origin().ascii_serialization();
        urls.retain(|url| *url != opened);
        urls.insert(0, opened);
    }
    urls
}

fn is_for_others(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name != "localhost" && !name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => !ip.is_loopback() && !ip.is_unspecified(),
        Some(Host::Ipv6(ip)) => !ip.is_loopback() && !ip.is_unspecified(),
        None => false,
    }
}

/// The URLs of this machine on the port that was opened, which differs from the configuration's when that is 0; the one
/// to tell people first. Without any network it is the one that this machine itself reaches.
#[must_use]
pub fn machine_urls(config: &Config, bound: SocketAddr) -> Vec<String> {
    if *HTTPS.of(config) {
        return Vec::new();
    }
    let ips =
        if bound.ip().is_unspecified() { in_order(interfaces(), bound.is_ipv6()) } else { vec![bound.ip()] };
    ips.into_iter().map(|ip| url(ip, bound.port())).collect()
}

fn url(ip: IpAddr, port: u16) -> String {
    let host = match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    if port == 80 { format!("http://{host}") } else { format!("http://{host}:{port}") }
}

/// None when the system does not tell: then nobody is sent anywhere wrong.
fn interfaces() -> Vec<Interface> {
    let routes = procfs::net::route().unwrap_or_default();
    let default: Option<String> = routes
        .into_iter()
        .filter(|route| route.destination.is_unspecified() && route.mask.is_unspecified())
        .min_by_key(|route| route.metrics)
        .map(|route| route.iface);
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    let interface = |found: if_addrs::Interface| Interface {
        ip: found.ip(),
        is_default: Some(&found.name) == default.as_ref(),
        name: found.name,
    };
    found.into_iter().map(interface).collect()
}

/// Those that other machines can reach; without any, this machine's own. A port that was opened for IPv4 alone has no
/// address of IPv6.
fn in_order(mut interfaces: Vec<Interface>, with_ipv6: bool) -> Vec<IpAddr> {
    interfaces.retain(|interface| is_reachable(interface.ip) && (with_ipv6 || interface.ip.is_ipv4()));
    interfaces.sort_by_key(|interface| {
        let is_virtual = VIRTUAL.iter().any(|prefix| interface.name.starts_with(prefix));
        // A tunnel may have the default route, and nobody in the room is in it.
        (is_virtual, Reverse(interface.is_default), interface.ip.is_ipv6(), interface.ip)
    });
    let mut ips: Vec<IpAddr> = interfaces.into_iter().map(|interface| interface.ip).collect();
    if ips.is_empty() {
        ips.push(Ipv4Addr::LOCALHOST.into());
    }
    ips
}

/// Neither this machine alone nor an address that holds on one cable only.
fn is_reachable(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local() && !ip.is_unspecified(),
        // Unique local and global ones; nobody types what begins with fe80.
        IpAddr::V6(ip) => !ip.is_loopback() && !ip.is_unicast_link_local() && !ip.is_unspecified(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interface(name: &str, ip: &str, is_default: bool) -> Interface {
        Interface { name: name.to_owned(), ip: ip.parse().unwrap(), is_default }
    }

    fn shown(interfaces: Vec<Interface>) -> Vec<String> {
        in_order(interfaces, true).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn of_six_addresses_the_one_of_the_default_route_comes_first_and_containers_last() {
        let six = vec![
            interface("lo", "127.0.0.1", false),
            interface("docker0", "172.17.0.1", false),
            interface("eth1", "10.0.0.9", false),
            interface("wlan0", "192.168.1.5", true),
            interface("wlan0", "fe80::1", true),
            interface("eth1", "2001:db8::5", false),
        ];
        assert_eq!(shown(six.clone()), ["192.168.1.5", "10.0.0.9", "2001:db8::5", "172.17.0.1"]);
        let without_ipv6 = in_order(six, false);
        assert!(without_ipv6.iter().all(IpAddr::is_ipv4), "a port of IPv4 alone: {without_ipv6:?}");
    }

    #[test]
    fn a_tunnel_with_the_default_route_is_no_address_of_the_room() {
        let tunnelled = vec![interface("tun0", "10.8.0.2", true), interface("eth0", "192.168.1.5", false)];
        assert_eq!(shown(tunnelled), ["192.168.1.5", "10.8.0.2"]);
    }

    #[test]
    fn a_machine_without_a_network_shows_its_own_address() {
        let none = vec![interface("lo", "127.0.0.1", false), interface("eth0", "169.254.3.4", false)];
        assert_eq!(shown(none), ["127.0.0.1"]);
    }

    #[test]
    fn the_address_of_a_request_is_for_others_unless_it_means_this_machine() {
        let is_for_others = |url: &str| is_for_others(&Url::parse(url).unwrap());
        for url in ["http://class.school.example", "http://192.168.1.5:9001", "https://[2001:db8::5]"] {
            assert!(is_for_others(url), "{url}");
        }
        for url in [
            "http://localhost:9001",
            "http://x.localhost",
            "http://127.0.0.1",
            "http://0.0.0.0",
            "http://[::1]",
        ] {
            assert!(!is_for_others(url), "{url}");
        }
    }

    #[test]
    fn a_url_leaves_out_the_usual_port_and_brackets_long_addresses() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        assert_eq!(url(ip("192.168.1.5"), 9001), "http://192.168.1.5:9001");
        assert_eq!(url(ip("192.168.1.5"), 80), "http://192.168.1.5");
        assert_eq!(url(ip("2001:db8::5"), 9001), "http://[2001:db8::5]:9001");
    }
}

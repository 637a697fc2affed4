//! Tests of the whole portal, one binary: the contract, who may call what, SQL on the engine under
//! test, pages, the start, the port.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on may say so anywhere")]

mod anonymous_log;
mod api_contract;
mod asyncapi;
mod audited;
mod board_parts;
mod cli;
mod committed;
mod config;
mod connections;
mod content_paths;
mod contract_files;
mod documents;
mod durability;
mod embedded_pages;
mod files;
mod first_app;
mod frames;
mod health;
mod listener;
mod nodes;
mod pages;
mod pictures;
mod plugin_process;
mod portal;
mod proxy;
mod registered;
mod routes_table;
mod signed_catalog;
mod socket;
mod start;
mod statements;
mod tiers;
mod upgrade;

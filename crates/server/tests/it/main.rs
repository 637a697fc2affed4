//! Tests of the whole house, one binary: the contract, who may call what, SQL on the engine under
//! test, pages, the start, the port.

mod api_contract;
mod committed;
mod documents;
mod listener;
mod pages;
mod portal;
mod routes_table;
mod start;
mod statements;
mod tiers;

//! `HttpApp`, called as clients call it.

mod answers;
mod bodies;
mod callers;
mod cors;
mod csrf;
mod in_process;
mod port;
mod rates;
mod readers;

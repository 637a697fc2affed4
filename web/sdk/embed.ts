// The SDK of embedded pages: docs/embedded-pages.md. scripts/make-sdk.mjs makes one file of it, without imports.
export { connect } from './connect';
export { connectPlugin } from './plugin';
export type * from './types';

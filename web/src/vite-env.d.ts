// Types of what Vite adds: import.meta.glob, .vue modules, CSS imports.
/// <reference types="vite/client" />

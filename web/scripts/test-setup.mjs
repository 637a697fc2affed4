// The browser of the unit tests speaks Chinese first, as those of most members do.
Object.defineProperty(navigator, 'languages', { value: ['zh-CN', 'zh'], configurable: true });

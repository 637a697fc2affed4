// Build, development server and unit tests. The targets are the oldest engines we promise
// (school tablets); they lower syntax only, run-time APIs are watched by scripts/check-dist.mjs.
import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

const OLD_ENGINES = ['chrome69', 'safari13.1', 'firefox68'];

// What every screen uses, without the English texts, which stay chunks of their own.
const SHARED =
  /src\/((core|api|ui|i18n(?!\/en))\/|shell\/(AwayBanner|BanPanel|LanguageButton|ScreenFrame|ThemeButton))/;

export default defineConfig({
  plugins: [vue()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    target: OLD_ENGINES,
    cssTarget: OLD_ENGINES,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules/, priority: 3 },
            { name: 'core', test: SHARED, priority: 2 },
            { name: 'auth', test: /shell\/auth\/(?!i18n\/en)/, priority: 1 },
            // One request for all widget views of the first screen instead of one per widget.
            { name: 'widgets', test: /apps\/[^/]+\/widgets\//, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: process.env.PORTAL_URL ?? 'http://127.0.0.1:3000', ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    restoreMocks: true,
  },
});

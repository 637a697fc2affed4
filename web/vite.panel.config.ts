// Build of the page of a classroom screen into the same folder, after the desktop's. It is a build of its own: as a
// second page of that one it would share the chunks of the desktop's first load, which are of no use to it, and move
// parts of them into chunks that the desktop has to ask for.
import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { drawIcons, iconInPage, leanHtml, OLD_ENGINES } from './vite.config.ts';

export default defineConfig({
  plugins: [vue({ features: { optionsAPI: false } }), leanHtml, iconInPage, drawIcons],
  publicDir: false,
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: OLD_ENGINES,
    cssTarget: OLD_ENGINES,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: fileURLToPath(new URL('./panel.html', import.meta.url)),
      // What an update of the portal does not change.
      output: { codeSplitting: { groups: [{ name: 'vendor-panel', test: /node_modules|rolldown.runtime/ }] } },
    },
  },
});

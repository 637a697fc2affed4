// Start of the panel page.
import { createApp } from 'vue';
import PanelApp from './PanelApp.vue';
import '../styles/tokens.css';
import '../styles/base.css';
import './panel.css';

const app = createApp(PanelApp);
// A fault in one view must not end a page that nobody looks after.
app.config.errorHandler = () => undefined;
app.mount('#app');

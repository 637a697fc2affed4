// The SDK for `<script>`: a global instead of exports.
import { connect } from './connect';
import { connectPlugin } from './plugin';

(window as unknown as { ClassPortal: object }).ClassPortal = { connect, connectPlugin };

// One block of Markdown. It is drawn anew only when its own text changes.
import { defineComponent, h } from 'vue';
import { nodesOf } from './nodes';
import { parseMarkdown } from './parser';

export default defineComponent({
  name: 'TextBlock',
  props: { text: { type: String, required: true } },
  setup(props) {
    return () => h('div', { class: 'block' }, nodesOf(parseMarkdown(props.text)));
  },
});

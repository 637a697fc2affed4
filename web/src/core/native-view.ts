// Makes a Vue component of a native one, so that the host treats both alike.
import { defineComponent, h, onBeforeUnmount, onMounted, ref, watch, type Component } from 'vue';
import type { NativeView, ViewProps } from './manifest';

/** Wraps a native view; what it throws reaches the host like any error of a component. */
export function wrapNative(view: NativeView): Component {
  return defineComponent({
    name: 'NativeView',
    props: { config: { type: Object, default: () => ({}) }, refreshKey: { type: Number, default: 0 } },
    setup(props) {
      const element = ref<HTMLElement>();
      const plain = (): ViewProps => ({ config: { ...props.config }, refreshKey: props.refreshKey });
      onMounted(() => view.mount(element.value as HTMLElement, plain()));
      watch(
        () => [props.config, props.refreshKey],
        () => view.update?.(plain()),
      );
      onBeforeUnmount(() => {
        if (element.value) view.unmount?.(element.value);
      });
      return () => h('div', { ref: element, style: 'height:100%' });
    },
  });
}

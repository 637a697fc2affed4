// Draws formulas. A chunk of its own with its fonts, loaded with the first formula.
import { render } from 'katex';
import 'katex/dist/katex.min.css';

/** Draws TeX into an element; answers false where it has a fault. Nothing in it may load or link anything. */
export function renderMaths(tex: string, into: HTMLElement, displayMode: boolean): boolean {
  try {
    render(tex, into, {
      displayMode,
      trust: false,
      strict: 'ignore',
      throwOnError: true,
      maxSize: 20,
      maxExpand: 500,
      output: 'htmlAndMathml',
    });
    return true;
  } catch {
    into.textContent = '';
    return false;
  }
}

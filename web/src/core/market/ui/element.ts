// Elements without a framework: what `ui` of an app is made of.

type Content = ServiceMarket.Content;

/** Makes an element. `on…` functions listen; `class`, `style`, `dataset` and `text` are what their names say. */
export function el(
  tag: string,
  attributes?: Readonly<Record<string, unknown>> | null,
  children?: Content,
): HTMLElement {
  const node = document.createElement(tag);
  Object.entries(attributes ?? {}).forEach(([name, value]) => set(node, name, value));
  append(node, children);
  return node;
}

function set(node: HTMLElement, name: string, value: unknown): void {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === 'function') {
    node.addEventListener(name.replace(/^on/, '').toLowerCase(), value as EventListener);
  } else if (name === 'text') node.textContent = String(value);
  else if (name === 'class' || name === 'className') node.className = String(value);
  else if (name === 'dataset') Object.assign(node.dataset, value);
  else if (name === 'style' && typeof value === 'object') style(node, value as Record<string, unknown>);
  else node.setAttribute(name, value === true ? '' : String(value));
}

function style(node: HTMLElement, values: Readonly<Record<string, unknown>>): void {
  Object.entries(values).forEach(([name, value]) => {
    const dashed = name.startsWith('--') ? name : name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`);
    node.style.setProperty(dashed, String(value));
  });
}

/** Puts content at the end of an element: nodes, parts of `ui`, texts, and lists of these. */
export function append(node: Node, content: Content): void {
  if (content === null || content === undefined) return;
  if (Array.isArray(content)) content.forEach((one) => append(node, one));
  else if (content instanceof Node) node.appendChild(content);
  else if (typeof content === 'object') node.appendChild(content.root);
  else node.appendChild(document.createTextNode(String(content)));
}

/** Empties an element and fills it anew. */
export function fill(node: Node, content: Content): void {
  node.textContent = '';
  append(node, content);
}

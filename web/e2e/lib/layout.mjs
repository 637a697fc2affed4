// Looks at the geometry of a page for what a reader would notice: sideways scrolling, cut-off,
// squeezed or overlapping text, a covered dock, touch targets that are too small. All of it runs inside the
// page (any Chromium from 80 on), so the functions use nothing from outside but each other.

/** What all checks need of a page; they add to `faults`. */
function readPage() {
  const faults = new Set();
  const all = [...document.body.querySelectorAll('*')];
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const chain = (element) => {
    const list = [];
    for (let now = element; now && now !== document.body; now = now.parentElement) {
      list.push(now);
      if (styleOf(now).position === 'fixed') break;
    }
    return list;
  };
  const forScreenReaders = (element) =>
    chain(element).some((one) => one.classList.contains('visually-hidden') || styleOf(one).clip.startsWith('rect(0'));
  const isShown = (element) =>
    element.getClientRects().length > 0 && styleOf(element).visibility === 'visible' && !forScreenReaders(element);
  const name = (element) => {
    const words = (element.getAttribute('aria-label') || element.textContent || '').trim().replace(/\s+/g, ' ');
    return `<${element.localName} class="${element.getAttribute('class') || ''}"> ${words.slice(0, 40)}`;
  };
  // A line box is a little higher than its letters; that much may be cut without harm.
  return { faults, all, styleOf, chain, isShown, name, SLACK: 1.5, VERTICAL_SLACK: 4 };
}

function sideways({ faults, all, styleOf, isShown, name, SLACK }) {
  if (document.documentElement.scrollWidth > window.innerWidth + SLACK) faults.add('the page scrolls sideways');
  for (const element of all) {
    const scrolls = /auto|scroll/.test(styleOf(element).overflowX);
    // A region that says so (a wide table) may scroll, and so may tabs and a named row of buttons: the arrow keys, and
    // Tab, bring each into sight.
    const role = element.getAttribute('role');
    const isRow = role === 'group' && [...element.children].every((child) => child.localName === 'button');
    const declared = (role === 'region' && element.tabIndex === 0) || role === 'tablist' || isRow;
    if (!scrolls || declared || !isShown(element) || element.localName === 'textarea') continue;
    if (element.scrollWidth > element.clientWidth + SLACK) faults.add(`scrolls sideways: ${name(element)}`);
  }
}

/** What of a text node is out of sight for good; `texts` collects what is in sight. */
function clipped(node, texts, { faults, styleOf, chain, name, SLACK, VERTICAL_SLACK }) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const parents = chain(node.parentElement);
  // Where a full-width mark ends a line the engine leaves out its empty half, and measures it all the same.
  const hasMark = /[）】》」』〕〉。，、；：！？]/.test(node.data);
  const trimmed = hasMark ? parseFloat(styleOf(node.parentElement).fontSize) / 2 : 0;
  for (const rect of range.getClientRects()) {
    if (rect.width < 1 || rect.height < 1) continue;
    const free = { x: true, y: true };
    let inSight = true;
    // What stands behind the mark of an ellipsis is not painted.
    let { right } = rect;
    for (const parent of parents) {
      const { overflowX, overflowY, textOverflow, whiteSpace, webkitLineClamp } = styleOf(parent);
      const box = parent.getBoundingClientRect();
      const cut = rect.bottom > box.bottom + VERTICAL_SLACK || rect.top < box.top - VERTICAL_SLACK;
      if (cut && overflowY !== 'visible') inSight = false;
      // What scrolls, or ends in a mark after so many lines, is meant to be cut.
      if (/auto|scroll/.test(overflowY) || webkitLineClamp !== 'none') free.y = false;
      else if (free.y && cut && overflowY !== 'visible') {
        faults.add(`cut off below or above: ${name(node.parentElement)}`);
      }
      // A line behind the mark is not painted, however wide it is.
      if (/auto|scroll/.test(overflowX) || (webkitLineClamp !== 'none' && cut)) free.x = false;
      else if (free.x && overflowX !== 'visible') {
        if (textOverflow === 'ellipsis' && whiteSpace === 'nowrap') {
          free.x = false;
          right = Math.min(right, box.right);
        } else if (rect.right > box.right + SLACK + trimmed || rect.left < box.left - SLACK) {
          faults.add(`cut off at the side: ${name(node.parentElement)}`);
        }
      }
    }
    if (free.x && (rect.right > window.innerWidth + SLACK || rect.left < -SLACK)) {
      faults.add(`beyond the screen: ${name(node.parentElement)}`);
    }
    const { left, top, bottom } = rect;
    if (inSight) texts.push({ rect: { left, right, top, bottom }, element: node.parentElement });
  }
}

function textFaults(page) {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.data.trim() && node.parentElement.localName !== 'option' && page.isShown(node.parentElement)) {
      clipped(node, texts, page);
    }
  }
  return texts;
}

/** A few letters a line, or a number in two, because a neighbour left no room. */
function squeezed(texts, { faults, name }) {
  const lines = new Map();
  for (const { rect, element } of texts) {
    const tops = lines.get(element) || new Set();
    lines.set(element, tops.add(Math.round(rect.top)));
  }
  for (const [element, tops] of lines) {
    const letters = element.textContent.trim().length;
    if (tops.size > 1 && letters / tops.size < 3) faults.add(`squeezed: ${name(element)}`);
  }
}

/** Two texts of one surface on top of each other. Sticky rows lie over what scrolls below. */
function overlaps(texts, { faults, styleOf, chain, name, VERTICAL_SLACK }) {
  const surface = (element) => element.closest('[role=dialog], .toast, nav, header, article') || document.body;
  const floats = (element) => chain(element).some((one) => styleOf(one).position === 'sticky');
  const still = texts.filter(({ element }) => !floats(element));
  still.forEach((one, i) => {
    for (const other of still.slice(i + 1)) {
      if (one.element === other.element || surface(one.element) !== surface(other.element)) continue;
      const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const height = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      if (width > 2 && height > VERTICAL_SLACK) faults.add(`overlap: ${name(one.element)} and ${name(other.element)}`);
    }
  });
}

function dock({ faults, name }) {
  // A sheet on a small screen takes the whole screen, a modal dialog dims it, and the moment of a new
  // level lies over everything until it passes.
  if (document.querySelector('[aria-modal=true], .moment')) return;
  for (const item of document.querySelectorAll('nav button')) {
    const { left, right, top, bottom } = item.getBoundingClientRect();
    // Inside the rounded corners, which grow with the display scale.
    const inset = parseFloat(getComputedStyle(document.documentElement).fontSize) / 2;
    const points = [
      [left + inset, top + inset],
      [right - inset, bottom - inset],
      [(left + right) / 2, (top + bottom) / 2],
    ];
    const covers = points.map(([x, y]) => document.elementFromPoint(x, y)).find((hit) => !item.contains(hit));
    if (covers !== undefined) faults.add(`the dock is covered by ${covers ? name(covers) : 'the edge of the screen'}`);
  }
}

function targets(touchPx, { faults, styleOf, chain, isShown, name }) {
  const wanted = 'a[href], button, input, select, textarea, [role=tab], [role=button]';
  for (const element of document.querySelectorAll(wanted)) {
    if (element.tabIndex < 0 && element.getAttribute('role') !== 'tab') continue;
    // The label of a box or a hidden radio is what one touches.
    // A link within a text is as high as its line.
    if (element.localName === 'a' && styleOf(element).display === 'inline') continue;
    const target = (/^(checkbox|radio)$/.test(element.type) && element.closest('label')) || element;
    // A broadcast that comes just now is still on its way in from the edge.
    if (!isShown(target) || target.closest('[class*="-enter-"], [class*="-leave-"]')) continue;
    const { left, right, top, bottom, width, height } = target.getBoundingClientRect();
    const scrolls = chain(target).some((one) => /auto|scroll/.test(styleOf(one).overflowY));
    if (!scrolls && (left < 0 || top < 0 || right > window.innerWidth || bottom > window.innerHeight)) {
      faults.add(`out of reach: ${name(target)}`);
    }
    if (Math.min(width, height) < touchPx - 0.5) {
      faults.add(`small target ${Math.round(width)}×${Math.round(height)}: ${name(target)}`);
    }
  }
}

function findFaults(touchPx) {
  const page = readPage();
  sideways(page);
  const texts = textFaults(page);
  squeezed(texts, page);
  overlaps(texts, page);
  dock(page);
  targets(touchPx, page);
  return [...page.faults];
}

const PARTS = [readPage, sideways, clipped, textFaults, squeezed, overlaps, dock, targets, findFaults];

/** Answers one line per fault. A page is given one function as text, so this one holds all of them. */
export const layoutFaults = new Function('touchPx', `${PARTS.join('\n')}\nreturn findFaults(touchPx);`);

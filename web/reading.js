// Reads a window aloud: shows screen readers what the window says about itself, and sends back what they do with it.
//
// The elements are placed over the parts of the window that they describe, so that a finger or a magnifier finds them, but nothing is painted and no
// pointer reaches them. The keyboard stays with the canvas. aria-activedescendant says which element has it.

const TAGS = { textbox: 'input', multiline: 'textarea', slider: 'input', spinbutton: 'input', text: 'span', img: 'div',
  group: 'div', region: 'div', main: 'div', banner: 'div', complementary: 'div', dialog: 'div', heading: 'div',
  progressbar: 'div' };
// Roles whose words are read as text.
const TEXTS = ['text', 'heading'];
// Roles that the keyboard cannot be with.
const STILL = ['text', 'heading', 'group', 'region', 'main', 'banner', 'complementary', 'progressbar'];
const TYPES = { textbox: 'text', slider: 'range', spinbutton: 'number' };
const NUMBERS = ['slider', 'spinbutton'];
const UNPAINTED = { position: 'absolute', inset: '0', overflow: 'hidden', opacity: '0', pointerEvents: 'none' };

let windows = 0;

// Sets an attribute, or removes it if it has no value. An attribute that stays is not touched.
function set(element, name, value) {
  if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

function create(role) {
  const element = document.createElement(TAGS[role] ?? 'button');
  if (TYPES[role]) element.type = TYPES[role];
  if (element.localName === 'button') element.type = 'button';
  // A button, a field or a slider of the browser has its role already.
  const own = ['button', 'text', 'textbox', 'multiline', 'slider', 'spinbutton'].includes(role);
  if (!own) element.setAttribute('role', role);
  if (!STILL.includes(role)) element.tabIndex = -1;
  element.dataset.role = role;
  Object.assign(element.style, { position: 'absolute', whiteSpace: 'nowrap' });
  return element;
}

// Shows a state in the attribute that its role has for it.
function showState(element, role, now) {
  set(element, role === 'tab' ? 'aria-selected' : role === 'button' ? 'aria-pressed' : 'aria-checked', now.on);
  // A list that is closed says so.
  set(element, 'aria-expanded', now.expanded === undefined ? undefined : String(now.expanded));
  if ('disabled' in element) element.disabled = Boolean(now.disabled);
  if (NUMBERS.includes(role)) {
    if (now.min !== undefined) element.min = now.min;
    if (now.max !== undefined) element.max = now.max;
    element.step = 'any';
    if (now.now !== undefined && element.value !== String(now.now)) element.value = now.now;
    set(element, 'aria-valuetext', now.value);
  } else if (TYPES[role] || role === 'multiline') {
    if (element.value !== (now.value ?? '')) element.value = now.value ?? '';
  } else if (role === 'progressbar') {
    set(element, 'aria-valuenow', now.now);
  } else {
    set(element, 'aria-description', now.value);
  }
}

// Reads a window aloud. `says: false` leaves its sentences to the page around it.
export function readAloud(canvas, gridscope, { says = true } = {}) {
  const prefix = `gridscope-${windows += 1}-`;
  const elements = new Map();
  const [tree, line] = ['div', 'div'].map((tag) => document.createElement(tag));
  for (const part of [tree, line]) Object.assign(part.style, UNPAINTED);
  // The field that takes what is typed. It is beside the canvas.
  const field = canvas.nextElementSibling;
  if (field?.localName === 'input') field.setAttribute('aria-label', 'Text for the window');
  tree.id = `${prefix}window`;
  tree.style.transformOrigin = '0 0';
  tree.setAttribute('role', 'group');
  line.setAttribute('role', 'status');
  line.setAttribute('aria-live', 'polite');
  canvas.after(tree, ...(says ? [line] : []));
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-owns', tree.id);

  const show = (now, root) => {
    if (now.id === root) {
      set(tree, 'aria-label', now.name);
      set(canvas, 'aria-label', now.name);
      return;
    }
    let element = elements.get(now.id);
    if (element?.dataset.role !== now.role) {
      const next = create(now.role);
      next.id = prefix + now.id;
      next.dataset.key = now.id;
      if (element) {
        next.append(...element.children);
        element.replaceWith(next);
      }
      elements.set(now.id, next);
      element = next;
    }
    if (!TEXTS.includes(now.role)) set(element, 'aria-label', now.name);
    else if (element.textContent !== (now.name ?? '')) element.textContent = now.name ?? '';
    set(element, 'aria-level', now.level);
    showState(element, now.role, now);
    const [left, top, width, height] = now.bounds;
    const place = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
    for (const side in place) if (element.style[side] !== place[side]) element.style[side] = place[side];
  };

  // Puts the children of an element in order. Those that are there already are not moved.
  const order = (now, root) => {
    const parent = now.id === root ? tree : elements.get(now.id);
    let next = parent.firstElementChild;
    for (const key of now.children ?? []) {
      const child = elements.get(key);
      if (!child) continue;
      if (child === next) next = next.nextElementSibling;
      else parent.insertBefore(child, next);
    }
  };

  const focus = (key) => {
    const element = elements.get(key);
    set(canvas, 'aria-activedescendant', element?.id);
    // While text is typed, the browser's keyboard is with a field of its own, which has no name.
    const field = document.activeElement;
    if (element && field?.localName === 'input' && !tree.contains(field)) {
      field.setAttribute('aria-label', element.getAttribute('aria-label') ?? '');
    }
  };

  gridscope.on_reading((text) => {
    const change = JSON.parse(text);
    const scale = change.scale / devicePixelRatio;
    const zoom = Math.abs(scale - 1) < 0.01 ? '' : `scale(${scale})`;
    if (tree.style.transform !== zoom) tree.style.transform = zoom;
    for (const now of change.changed) show(now, change.root);
    for (const now of change.changed) order(now, change.root);
    for (const key of change.gone) {
      elements.get(key)?.remove();
      elements.delete(key);
    }
    focus(change.focus);
    if (says && change.said.length > 0) line.textContent = change.said.join(' ');
  });

  const act = (event, action, value = '') => {
    const element = event.target.closest('[data-key]');
    if (!element) return;
    event.stopPropagation();
    gridscope.act(element.dataset.key, action, String(value), NUMBERS.includes(element.dataset.role));
  };
  tree.addEventListener('click', (event) => act(event, 'click'));
  tree.addEventListener('input', (event) => act(event, 'set', event.target.value));
  tree.addEventListener('focusin', (event) => {
    act(event, 'focus');
    // A field keeps the keyboard while a screen reader sets it. Keys for everything else go to the window.
    if (!event.target.matches('input, textarea')) canvas.focus({ preventScroll: true });
  });
}

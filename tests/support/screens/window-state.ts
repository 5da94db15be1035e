import './window-timers.ts';
import { type DetachedWindowAPI, type Document, PropertySymbol } from 'happy-dom';

/** Names that libraries put on the window or the document once and for all when they are loaded or first used. */
const STAYS = /^_|^JsBarcode$|^IS_REACT_ACT_ENVIRONMENT$/;
/** React listens to this once per document. */
const STAYING_LISTENER = 'document selectionchange';
/** The text editor's library listens for all its editors once it is loaded, and files of a thread share what is loaded. */
const isOfEditors = (listener: unknown): boolean => typeof listener === 'function' && listener.toString().includes('.ql-container');

type Shape = ReadonlyMap<string, PropertyDescriptor>;
interface Owner {
  readonly name: string;
  readonly thing: object;
  /** Of the classes nothing may be added, on the rest see STAYS. */
  readonly isClass: boolean;
  readonly shape: Shape;
}

const { documentElement: html, head, body } = document;
/** The document as happy-dom knows it, with the window that stands behind the test runner's. */
const page = document as unknown as Document;
const view = page[PropertySymbol.window];
const { happyDOM: api } = view as unknown as { happyDOM: DetachedWindowAPI };

/** Two are the same property when they would answer the same. */
const isSame = (a: PropertyDescriptor | undefined, b: PropertyDescriptor | undefined): boolean =>
  Object.is(a?.value, b?.value) && a?.get === b?.get && a?.set === b?.set;

const shapeOf = (thing: object): Shape => new Map(Object.entries(Object.getOwnPropertyDescriptors(thing)));

/** The test runner keeps its own things there and changes them with every file. */
const RUNNER = /^__vitest/;

/** The names of the window answer through getters of the test runner; what counts is the answer. Some make a new one each time. */
function shapeOfWindow(): Shape {
  const shape = new Map<string, PropertyDescriptor>();
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (RUNNER.test(name)) continue;
    const value: unknown = Reflect.get(globalThis, name);
    if (Object.is(value, Reflect.get(globalThis, name))) shape.set(name, { value });
  }
  return shape;
}

function ownersOf(shape: Shape): Owner[] {
  const owners: Owner[] = [];
  const seen = new Set<unknown>([globalThis]);
  const add = (name: string, thing: unknown, isClass: boolean) => {
    if (thing === null || (typeof thing !== 'object' && typeof thing !== 'function') || seen.has(thing)) return;
    seen.add(thing);
    owners.push({ name, thing, isClass, shape: shapeOf(thing) });
  };
  for (const [name, { value }] of shape) {
    if (typeof value !== 'function') continue;
    add(name, value, true);
    add(`${name}.prototype`, value.prototype, true);
  }
  for (const [name, thing] of Object.entries({ document, html, head, body, navigator, location, history, console })) add(name, thing, false);
  return owners;
}

const listeners = (): Map<string, readonly unknown[]> => {
  const found = new Map<string, readonly unknown[]>();
  for (const [name, { [PropertySymbol.listeners]: phases }] of [
    ['window', view],
    ['document', page],
  ] as const)
    for (const phase of ['capturing', 'bubbling'] as const)
      for (const [type, all] of phases[phase]) found.set(`${name} ${type}`, [...(found.get(`${name} ${type}`) ?? []), ...all]);
  return found;
};

const windowAtFirst = shapeOfWindow();
const ownersAtFirst = ownersOf(windowAtFirst);
const headAtFirst = [...head.childNodes];
const listenersAtFirst = listeners();
const addressAtFirst = location.href;
const settingsAtFirst = structuredClone(api.settings);
const sizeAtFirst = { width: innerWidth, height: innerHeight, devicePixelRatio };

/** Names what was added to the window, replaced in it or listens to it, and takes it away. */
function replaced(): string[] {
  const left: string[] = [];
  for (const [name, { value }] of shapeOfWindow()) {
    const before = windowAtFirst.get(name);
    if (before ? Object.is(before.value, value) : STAYS.test(name)) continue;
    left.push(`window.${name}, ${before ? 'replaced' : 'added'}`);
    // waits: this is what puts it back
    if (before) Reflect.set(globalThis, name, before.value);
    // waits: this is what puts it back
    else Reflect.deleteProperty(globalThis, name);
  }
  for (const { name, thing, isClass, shape } of ownersAtFirst) {
    const now = shapeOf(thing);
    for (const key of new Set([...shape.keys(), ...now.keys()])) {
      const before = shape.get(key);
      if (isSame(before, now.get(key)) || (!before && !isClass && STAYS.test(key))) continue;
      left.push(`${name}.${key}, ${before ? 'replaced' : 'added'}`);
      if (before) Object.defineProperty(thing, key, before);
      else Reflect.deleteProperty(thing, key);
    }
  }
  for (const [what, all] of listeners()) {
    if (what === STAYING_LISTENER) continue;
    const [target, type = ''] = what.split(' ');
    for (const listener of all.filter((one) => !listenersAtFirst.get(what)?.includes(one) && !isOfEditors(one))) {
      left.push(`${what}, a listener`);
      (target === 'window' ? view : page).removeEventListener(type, listener as () => void);
    }
  }
  return left;
}

/** What a page writes and no other reads unless it is left there: the next file finds none of it. */
function wipe(): void {
  for (const element of [html, body]) for (const { name } of [...element.attributes]) element.removeAttribute(name);
  (document.activeElement as HTMLElement | null)?.blur();
  body.replaceChildren();
  head.replaceChildren(...headAtFirst);
  localStorage.clear();
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no other way
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=-1`;
  history.replaceState(null, '', addressAtFirst);
  Object.assign(api.settings, structuredClone(settingsAtFirst));
}

const nameOf = (node: Node): string => (node instanceof Element ? (node.cloneNode(false) as Element).outerHTML : (node.textContent ?? ''));

/** Makes the window as it was at first. Answers what no page that was taken away properly would have left: it may go on living unseen. */
export async function putWindowBack(): Promise<string[]> {
  const left = [...body.childNodes].map((node) => `in the page: ${nameOf(node)}`);
  await api.abort();
  api.setViewport(sizeAtFirst);
  left.push(...replaced());
  wipe();
  return left;
}

import { act, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { type MenuNode, type PageProps, PluginProvider } from '../web/index.ts';
import { isExposed, nameOf, roleOf } from './accessible.ts';
import { createFakeMenu, createFakeWebContext, type FakeWebContext } from './fakes/fake-web-context.ts';

export interface RenderOptions {
  readonly context?: FakeWebContext;
  readonly menu?: MenuNode;
  readonly query?: Readonly<Record<string, string>>;
  readonly moduleId?: string;
  readonly isTree?: boolean;
}

/** A page as a person (or a screen reader) meets it. Every act waits until what it started has settled. */
export interface RenderedPage {
  readonly context: FakeWebContext;
  readonly container: HTMLElement;
  /** Elements by role and, where given, by their accessible name (whole text, or a pattern). Portals are included. */
  all(role: string, name?: string | RegExp): HTMLElement[];
  /** The only such element. @throws Error that lists what is there instead. */
  get(role: string, name?: string | RegExp): HTMLElement;
  /** Like `get`, undefined when there is none. */
  find(role: string, name?: string | RegExp): HTMLElement | undefined;
  text(): string;
  click(element: Element): Promise<void>;
  /** Into a field; in the browser's own list it chooses the entry with this value. */
  type(element: Element, text: string): Promise<void>;
  press(element: Element, key: string, options?: KeyboardEventInit): Promise<void>;
  /** Lets promises and effects run out. */
  settle(): Promise<void>;
  /** Lets things run on until `look` finds something, for parts that are loaded on first use. @throws Error after about fifteen seconds. */
  until<Found>(look: () => Found | undefined | null | false): Promise<Found>;
  /** Takes the page away; `context.live()` must be empty afterwards. */
  unmount(): Promise<void>;
}

/** The machine's own clock, also where a test has stopped the page's. */
const later = globalThis.setTimeout;

async function settle(): Promise<void> {
  await act(async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
  });
}

const FIELDS: Readonly<Record<string, () => object>> = {
  TEXTAREA: () => HTMLTextAreaElement.prototype,
  SELECT: () => HTMLSelectElement.prototype,
};

const setValue = (field: Element, value: string): void => {
  // React watches the property of the instance, so the prototype's setter is what a browser would call.
  const prototype = (FIELDS[field.tagName] ?? (() => HTMLInputElement.prototype))();
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
};

/** Draws any element with the plugin context around it. For files with `// @vitest-environment happy-dom`. */
export async function renderElement(
  element: ReactNode,
  { context = createFakeWebContext(), menu = createFakeMenu(), query }: RenderOptions = {},
): Promise<RenderedPage> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  await act(async () => {
    root.render(
      <PluginProvider context={context} menu={menu} {...(query && { query })}>
        {element}
      </PluginProvider>,
    );
  });
  await settle();

  const all = (role: string, name?: string | RegExp): HTMLElement[] =>
    [...document.body.querySelectorAll<HTMLElement>('*')].filter((one) => {
      if (roleOf(one) !== role || !isExposed(one)) return false;
      if (name === undefined) return true;
      return typeof name === 'string' ? nameOf(one) === name : name.test(nameOf(one));
    });
  const describe = (role: string) => all(role).map((one) => `"${nameOf(one)}"`);
  const perform = async (work: () => void) => {
    await act(async () => work());
    await settle();
  };
  return {
    context,
    container,
    all,
    get(role, name) {
      const found = all(role, name);
      const [only] = found;
      if (!only || found.length > 1) {
        throw new Error(
          `${found.length} elements with role ${role} and name ${name ?? '(any)'}; there are: ${describe(role).join(', ') || 'none of this role'}`,
        );
      }
      return only;
    },
    find: (role, name) => all(role, name)[0],
    text: () => (document.body.textContent ?? '').replace(/\s+/g, ' ').trim(),
    click: (element) =>
      perform(() => {
        element.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
        (element as HTMLElement).focus?.();
        (element as HTMLElement).click();
      }),
    type: (element, text) =>
      perform(() => {
        (element as HTMLElement).focus();
        setValue(element, text);
      }),
    press: (element, key, options = {}) =>
      perform(() => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options });
        const goesOn = element.dispatchEvent(event);
        // Fields that act on Enter listen to the second event that a browser makes of the key.
        if (goesOn && key === 'Enter') element.dispatchEvent(new KeyboardEvent('keypress', { key, charCode: 13, keyCode: 13, bubbles: true, ...options }));
        // Enter in a field submits its form, as in a browser.
        if (goesOn && key === 'Enter' && element instanceof HTMLInputElement) element.form?.requestSubmit();
      }),
    settle,
    async until(look) {
      // Outside `act` React works at its own pace, as it does for a person.
      Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
      try {
        for (let turn = 0; turn < 1_500; turn += 1) {
          const found = look();
          if (found) return found;
          await new Promise((done) => later(done, 10));
        }
      } finally {
        Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
      }
      throw new Error(`still not there: ${look.toString().slice(0, 200)}`);
    },
    async unmount() {
      await act(async () => root.unmount());
      container.remove();
    },
  };
}

/** Draws the page of a plugin as the shell would. */
export const renderPage = (Page: ComponentType<PageProps>, options: RenderOptions = {}): Promise<RenderedPage> => {
  const menu = options.menu ?? createFakeMenu();
  return renderElement(<Page menu={menu} query={options.query ?? {}} moduleId={options.moduleId} isTree={options.isTree} />, { ...options, menu });
};

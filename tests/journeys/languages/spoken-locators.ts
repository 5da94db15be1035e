import type { Locator, Page } from '@playwright/test';
import type { Extent, Interpreter } from './interpreter.ts';

type Args = readonly unknown[];
type Method = (this: unknown, ...args: Args) => unknown;
interface TextOptions {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
  readonly hasText?: string | RegExp;
  readonly hasNotText?: string | RegExp;
}

/** Who says the words of the journey that runs; undefined when they are looked for as they stand. */
// waits: the same for all journeys of a worker
let speaker: Interpreter | undefined;

export const speakWith = (interpreter: Interpreter | undefined): void => {
  speaker = interpreter;
};

const verbatim = new WeakSet<RegExp>();

/** Finds what the page itself said, as it stands. */
export function asShown(text: string): RegExp {
  const pattern = new RegExp(`^\\s*${text.trim().replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}\\s*$`);
  verbatim.add(pattern);
  return pattern;
}

/** The words as the page shows them. @param extent what they are of the text that is looked at */
export function spoken(words: unknown, extent: Extent = 'part'): unknown {
  if (typeof words === 'string') return speaker?.words(words, extent) ?? words;
  if (words instanceof RegExp && verbatim.has(words)) return words;
  if (words instanceof RegExp) return speaker?.pattern(words) ?? words;
  return Array.isArray(words) ? words.map((one) => spoken(one, extent)) : words;
}

/** A text of the product, as somebody who reads this language would type it. */
export const inTheirWords = (text: string): string => speaker?.say(text) ?? text;

const extentOf = ({ exact }: TextOptions = {}): Extent => (exact ? 'whole' : 'words');

const spokenOptions = (options: TextOptions): TextOptions => ({
  ...options,
  ...(options.name === undefined ? {} : { name: spoken(options.name, extentOf(options)) as string | RegExp }),
  ...(options.hasText === undefined ? {} : { hasText: spoken(options.hasText) as string | RegExp }),
  ...(options.hasNotText === undefined ? {} : { hasNotText: spoken(options.hasNotText) as string | RegExp }),
});

const byWords = ([words, options, ...rest]: Args): Args => [spoken(words, extentOf(options as TextOptions | undefined)), options, ...rest];
const byOptions = ([first, options, ...rest]: Args): Args => [first, options && spokenOptions(options as TextOptions), ...rest];

const CHANGES: Readonly<Record<string, (args: Args) => Args>> = {
  getByText: byWords,
  getByLabel: byWords,
  getByPlaceholder: byWords,
  getByTitle: byWords,
  getByRole: byOptions,
  locator: byOptions,
  filter: ([options]) => [options && spokenOptions(options as TextOptions)],
};

// waits: the same for all journeys of a worker
const changed = new Set<object>();

/** From here on, whatever is looked for by its words on any page of this process is looked for as the page says it. */
export function listenIn(page: Page): void {
  const locator: Locator = page.locator('body');
  for (const prototype of [Object.getPrototypeOf(page), Object.getPrototypeOf(locator)] as Record<string, Method>[]) {
    if (changed.has(prototype)) continue;
    changed.add(prototype);
    for (const [name, change] of Object.entries(CHANGES)) {
      const plain = prototype[name];
      if (!plain) continue;
      prototype[name] = function (...args) {
        return plain.apply(this, [...change(args)]);
      };
    }
  }
}

const MATCHERS: ReadonlySet<PropertyKey> = new Set(['toContainText', 'toHaveText', 'toHaveTitle', 'toHaveAccessibleName']);
const WHOLE: ReadonlySet<PropertyKey> = new Set(['toHaveText', 'toHaveTitle', 'toHaveAccessibleName']);

/** The same expectations, of what the page says instead of what the journey says. */
export function expectingSpoken<Expect extends (...args: never[]) => object>(expect: Expect): Expect {
  const listening = <T extends object>(matchers: T): T =>
    new Proxy(matchers, {
      get(target, name) {
        const member = Reflect.get(target, name, target);
        if (name === 'not') return listening(member as object);
        if (!MATCHERS.has(name)) return member;
        return (words: unknown, ...rest: Args) => (member as Method).call(target, spoken(words, WHOLE.has(name) ? 'whole' : 'part'), ...rest);
      },
    });
  return new Proxy(expect, { apply: (target, self, args) => listening(Reflect.apply(target, self, args) as object) });
}

/** What stands in a member: a text by language, a short text, a function, a number, a list of short texts, an object; or a list of objects with such members. */
type Kind = 'title' | 'text' | 'function' | 'number' | 'texts' | 'object' | readonly Shape[];
type Shape = Readonly<Record<string, Kind>>;

const MAX_TEXT = 2_000;
const MAX_LIST = 10_000;
const NAMED: Shape = { code: 'text', title: 'title' };

/** Of each extension point that every package may add to, what whoever reads it takes for granted, by its name without the version. */
const SHAPES: Readonly<Record<string, Shape>> = {
  'sign-in.provider': { ...NAMED, ready: 'function', address: 'function', identify: 'function' },
  'system.task-method': { id: 'text', title: 'title', cron: 'text', run: 'function' },
  'core.row-jobs': { read: 'function' },
  'system.bundle-part': {
    id: 'text',
    title: 'title',
    format: 'number',
    after: 'texts',
    fields: 'object',
    export: 'function',
    compare: 'function',
    apply: 'function',
  },
  'shell.file-holder': { types: 'texts', held: 'function' },
  'shell.file-reader': { mayRead: 'function' },
  'system.area-use': { of: 'function' },
  'assistant.tool': { name: 'text', title: 'title', description: 'text', parameters: 'object', permission: 'text', run: 'function' },
  'assistant.person-names': { id: 'text', find: 'function' },
  'core.server-cache': { name: 'text', title: 'title', entries: 'function', bytes: 'function', clear: 'function' },
  'message.channel': { ...NAMED, limits: 'object', ready: 'function', addresses: 'function', send: 'function' },
  'message.kinds': { ...NAMED, urgency: 'text', channels: 'texts', params: 'object', outside: 'title' },
  'chat.link-target': { kind: 'text', title: 'title', find: 'function', search: 'function' },
  'figures.panel': { id: 'text', title: 'title', permission: 'text' },
  'system.declared-dictionary': { ...NAMED, entries: [{ code: 'text', label: 'title' }], may: 'object' },
  'system.dictionary-words': { dictionary: 'text', group: 'text' },
  'system.dictionary-use': { dictionary: 'text', of: 'function' },
  'shell.home-card': { id: 'text', title: 'title', menu: 'text', read: 'function' },
  'system.number-use': { ...NAMED, maxLength: 'number', format: 'object' },
  'insurance.region': {
    ...{ ...NAMED, facilityPrefixes: 'texts', transport: 'text', defaultBaseUrl: 'text', rules: 'object' },
    ...{ fields: [{ key: 'text', title: 'title', hint: 'title' }], request: 'function', upload: 'function', read: 'function' },
  },
  'charging.sheet-title': { prefixes: 'texts', title: 'title' },
  'record-uses': { of: 'function' },
  'record-columns': { key: 'text', label: 'title', kind: 'text', need: 'text', values: 'function' },
};

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_TEXT;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTitle = (value: unknown): boolean => isObject(value) && ['zh', 'zhtw', 'en'].every((language) => isText(value[language]));
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length <= MAX_LIST;

function fits(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'title':
      return isTitle(value);
    case 'text':
      return isText(value);
    case 'texts':
      return isList(value) && value.every(isText);
    case 'object':
      return isObject(value);
    case 'function':
    case 'number':
      return typeof value === kind;
    default:
      return isList(value) && value.every((one) => kind.every((shape) => missingIn(one, shape) === undefined));
  }
}

const missingIn = (value: unknown, shape: Shape): string | undefined =>
  isObject(value) ? Object.keys(shape).find((name) => !fits(value[name], shape[name] as Kind)) : 'an object';

/**
 * What a package from outside adds to an extension point is read by others, who would fail in its place: every bill, if it is a title that has no text.
 * @param token name of the extension point
 * @throws TypeError that names the member
 */
export function assertAddition(token: string, value: unknown): void {
  const [, name = token, group = token] = /^((record-uses|record-columns)?.*?)@\d+$/.exec(token) ?? [];
  const missing = missingIn(value, SHAPES[group] ?? SHAPES[name] ?? {});
  if (missing !== undefined) throw new TypeError(`What is added to ${token} has no ${missing} that others can read.`);
}

/**
 * The one door to local storage. Keys carry the prefix `jnpf_`, values the form `text|Type` (wire facts, section 2),
 * so that older clients of the platform on the same origin can read them.
 */
export type StoredValue = string | number | boolean | null | readonly unknown[] | { readonly [key: string]: unknown };

export const STORAGE_PREFIX = 'jnpf_';

export interface BrowserStorage {
  /** The value under a name without prefix; undefined when it is missing or unreadable. */
  get(name: string): StoredValue | undefined;
  getText(name: string): string | undefined;
  getNumber(name: string): number | undefined;
  getFlag(name: string): boolean | undefined;
  set(name: string, value: StoredValue): void;
  remove(name: string): void;
  /** Names (without prefix) that start with the given text. */
  names(startingWith: string): string[];
  /** Hears changes made by another tab of this browser. Returns what ends it. */
  onOtherTab(listener: (name: string, value: StoredValue | undefined) => void): () => void;
}

const TYPES = ['String', 'Number', 'Boolean', 'Array', 'Object', 'Null'] as const;
type TypeName = (typeof TYPES)[number];

const typeOf = (value: StoredValue): TypeName => {
  if (value === null) return 'Null';
  if (Array.isArray(value)) return 'Array';
  if (typeof value === 'string') return 'String';
  if (typeof value === 'number') return 'Number';
  return typeof value === 'boolean' ? 'Boolean' : 'Object';
};

/** `text|Type` of a value. */
export function encodeStored(value: StoredValue): string {
  const type = typeOf(value);
  const text = type === 'Array' || type === 'Object' ? JSON.stringify(value) : String(value);
  return `${text}|${type}`;
}

/** The value behind `text|Type`; undefined when it is not in that form. The last bar counts, so text may hold bars. */
export function decodeStored(stored: string): StoredValue | undefined {
  const bar = stored.lastIndexOf('|');
  if (bar < 0) return undefined;
  const text = stored.slice(0, bar);
  switch (stored.slice(bar + 1) as TypeName) {
    case 'String':
      return text;
    case 'Number': {
      const value = Number(text);
      return text.trim() === '' || Number.isNaN(value) ? undefined : value;
    }
    case 'Boolean':
      return text === 'true';
    case 'Null':
      return null;
    case 'Array':
    case 'Object':
      return parseJson(text);
    default:
      return undefined;
  }
}

function parseJson(text: string): StoredValue | undefined {
  try {
    return JSON.parse(text) as StoredValue;
  } catch {
    return undefined;
  }
}

/** Storage calls throw where a browser forbids or has filled its storage; then values live as long as the page. */
function guarded(area: () => Storage | undefined): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): string[] } {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      const storage = area();
      return storage === undefined ? undefined : work(storage);
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      const kept = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys: () => [...new Set([...memory.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])])],
  };
}

export function openStorage(area: () => Storage | undefined = () => globalThis.localStorage): BrowserStorage {
  const storage = guarded(area);
  const get = (name: string): StoredValue | undefined => {
    const stored = storage.getItem(STORAGE_PREFIX + name);
    return stored === null ? undefined : decodeStored(stored);
  };
  const typed =
    <T>(fits: (value: StoredValue | undefined) => value is T & StoredValue) =>
    (name: string): T | undefined => {
      const value = get(name);
      return fits(value) ? value : undefined;
    };
  return {
    get,
    getText: typed((value): value is string => typeof value === 'string'),
    getNumber: typed((value): value is number => typeof value === 'number'),
    getFlag: typed((value): value is boolean => typeof value === 'boolean'),
    set: (name, value) => storage.setItem(STORAGE_PREFIX + name, encodeStored(value)),
    remove: (name) => storage.removeItem(STORAGE_PREFIX + name),
    names: (startingWith) =>
      storage
        .keys()
        .filter((key) => key.startsWith(STORAGE_PREFIX + startingWith))
        .map((key) => key.slice(STORAGE_PREFIX.length)),
    onOtherTab(listener) {
      const hear = (event: StorageEvent) => {
        if (event.key?.startsWith(STORAGE_PREFIX)) {
          listener(event.key.slice(STORAGE_PREFIX.length), event.newValue === null ? undefined : decodeStored(event.newValue));
        }
      };
      globalThis.addEventListener('storage', hear);
      return () => globalThis.removeEventListener('storage', hear);
    },
  };
}

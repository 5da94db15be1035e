const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const isData = (value: unknown): boolean =>
  typeof value !== 'function' &&
  typeof value !== 'symbol' &&
  (typeof value !== 'object' || value === null || Array.isArray(value) || isPlain(value) || value instanceof Date);

/**
 * What somebody else may use of a service or an addition: of a plain object everything, of an object of a class its methods and what it holds openly as data.
 * Functions keep their object.
 */
export function exposed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const plain = isPlain(value);
  const shown: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const one = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof one === 'function') shown[key] = bound(value, one as Method);
    else if (plain || isData(one)) shown[key] = one;
  }
  if (plain) return shown;
  for (let of: object | null = Object.getPrototypeOf(value) as object | null; of && of !== Object.prototype; of = Object.getPrototypeOf(of) as object | null) {
    for (const [key, { value: one }] of Object.entries(Object.getOwnPropertyDescriptors(of)))
      if (key !== 'constructor' && typeof one === 'function' && !Object.hasOwn(shown, key)) shown[key] = bound(value, one as Method);
  }
  return shown;
}

type Method = (...given: unknown[]) => unknown;
const made = new WeakMap<object, Map<Method, Method>>();

/** The same function each time, so that it is lent under one number. */
function bound(owner: object, method: Method): Method {
  const known = made.get(owner) ?? new Map<Method, Method>();
  made.set(owner, known);
  const before = known.get(method);
  if (before) return before;
  const act: Method = (...given) => method.apply(owner, given);
  known.set(method, act);
  return act;
}

/** Characters of the text of a line, and of all texts in its fields together. */
const MAX_TEXT = 10_000;
const MAX_FIELDS_TEXT = 32_000;
/** Values in the fields of a line, and how deep they may stand. */
const MAX_VALUES = 500;
const MAX_DEPTH = 8;

export interface LogLine {
  readonly fields: object;
  readonly message: string;
}

/** A line of a plugin's log as long as a line may be: what is longer is cut, and says so. Nothing of what is left out is copied. */
export function cutLine(fields: unknown, message: unknown): LogLine {
  const text = typeof message === 'string' ? message : String(message);
  return { fields: shortFields(fields), message: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text };
}

function shortFields(fields: unknown): object {
  if (typeof fields !== 'object' || fields === null) return { cut: 'the fields of this line were none' };
  return hasRoom(fields) ? fields : { cut: 'the fields of this line were too long' };
}

/** A line has room for it. Counts what stands in it, and no further than it may. */
export function hasRoom(fields: object): boolean {
  let texts = 0;
  let values = 0;
  const fits = (value: unknown, depth: number): boolean => {
    values += 1;
    if (values > MAX_VALUES || depth > MAX_DEPTH) return false;
    if (typeof value === 'string') {
      texts += value.length;
      return texts <= MAX_FIELDS_TEXT;
    }
    if (typeof value !== 'object' || value === null) return true;
    if (ArrayBuffer.isView(value)) return value.byteLength <= MAX_VALUES;
    if (value instanceof Map || value instanceof Set) return value.size <= MAX_VALUES && [...value].every((one) => fits(one, depth + 1));
    if (Array.isArray(value)) return value.length <= MAX_VALUES && value.every((one) => fits(one, depth + 1));
    // An error has what matters of it in members that do not show.
    if (value instanceof Error && !(fits(value.message, depth + 1) && fits(value.stack, depth + 1) && fits(value.cause, depth + 1))) return false;
    for (const key in value) {
      texts += key.length;
      if (texts > MAX_FIELDS_TEXT) return false;
      if (Object.hasOwn(value, key) && !fits((value as Readonly<Record<string, unknown>>)[key], depth + 1)) return false;
    }
    return true;
  };
  return fits(fields, 0);
}

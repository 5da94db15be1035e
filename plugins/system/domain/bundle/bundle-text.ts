/** Names that mean something else than a member in some code that copies objects. */
const HOSTILE = ['__proto__', 'constructor', 'prototype'];

/** Whether a JSON text is nested deeper than `most`; looked at before it is read, sign by sign. */
export function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === '\\') at += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{' || sign === '[') {
      depth += 1;
      if (depth > most) return true;
    } else if (sign === '}' || sign === ']') depth -= 1;
  }
  return false;
}

/** The first member of such a name, however deep. The value must not be deep: this calls itself for each level. */
export function hostileMember(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (HOSTILE.includes(name)) return name;
    const below = hostileMember(member);
    if (below !== undefined) return below;
  }
  return undefined;
}

import type { SystemFile } from '../to-system.ts';

/** Imports of names that a shared module does not have; the browser would only find out when the page is opened. */
export function unservedNames(chunks: readonly SystemFile[], exports: Readonly<Record<string, readonly string[]>>): string[] {
  const problems = new Set<string>();
  for (const { bindings } of chunks) {
    for (const [module, names] of Object.entries(bindings)) {
      const known = exports[module];
      if (known === undefined) continue;
      for (const name of names) {
        if (name !== '*' && !known.includes(name)) problems.add(`'${module}' gives no '${name}' in the browser. It gives: ${known.join(', ')}.`);
      }
    }
  }
  return [...problems];
}

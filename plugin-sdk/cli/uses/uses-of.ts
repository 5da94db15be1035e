import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { integrityOf } from '../build/package-files.ts';
import type { PluginBuild } from '../build/plugin/plugin-build.ts';
import { withoutComments } from '../check/source-rules.ts';

/** Door → names that sources take from it, sorted. */
export type Uses = Readonly<Record<string, readonly string[]>>;

/** Clauses hold neither quotes nor semicolons, so a match cannot span statements. */
const STATEMENT = /(?:^|[;\n])\s*(?:import|export)\s+([^'";]*?)\s*from\s*(['"])(@nephra\/(?:plugin-sdk\/[\w/-]+|plugins\/[\w.-]+))\2/g;

/** `{ a, type B as C }` → a, B; a namespace takes everything, `*`. */
function namesIn(clause: string): string[] {
  const braces = /\{([\s\S]*)\}/.exec(clause)?.[1];
  if (braces === undefined) return clause.includes('*') ? ['*'] : ['default'];
  return braces
    .split(',')
    .map((one) =>
      one
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)[0]
        ?.trim(),
    )
    .filter((name): name is string => name !== undefined && name !== '');
}

/** What one source takes from the SDK and from other plugins. */
export function usesIn(source: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, clause = '', , door = ''] of withoutComments(source).matchAll(STATEMENT)) {
    const names = found.get(door) ?? new Set();
    for (const name of namesIn(clause)) names.add(name);
    found.set(door, names);
  }
  return found;
}

/** What a plugin's sources take; its tests are not in the package. */
export function usesOf(folder: string): Uses {
  const all = new Map<string, Set<string>>();
  for (const below of ['.', 'contract', 'domain', 'web', 'server']) {
    for (const file of sourcesIn(path.join(folder, below), below !== '.')) {
      for (const [door, names] of usesIn(readFileSync(file, 'utf8'))) all.set(door, new Set([...(all.get(door) ?? []), ...names]));
    }
  }
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([door, names]) => [door, [...names].sort()]));
}

function sourcesIn(folder: string, recursive: boolean): string[] {
  try {
    return readdirSync(folder, { recursive, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|^vitest\.config\.ts$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name));
  } catch {
    return []; // a half that this plugin does not have
  }
}

/** The build with the list in its manifest. */
export function withUses(built: PluginBuild, uses: Uses): PluginBuild {
  const manifest = { ...built.manifest, uses: Object.fromEntries(Object.entries(uses).map(([door, names]) => [door, [...names]])) };
  const text = new TextEncoder().encode(`${JSON.stringify(manifest, null, 1)}\n`);
  return { ...built, manifest, files: new Map([...built.files, ['manifest.json', text]]), manifestIntegrity: integrityOf(text) };
}

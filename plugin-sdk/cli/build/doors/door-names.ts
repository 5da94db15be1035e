import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BuildProblem } from '../problem.ts';
import type { SdkLocation } from '../sdk-location.ts';
import { SDK, UI_DOOR, WIDGET_DOOR } from './shared-names.ts';

export const UI_TIERS = ['core', 'chrome', 'field', 'tabs', 'panel', 'data', 'form', 'date', 'pick', 'file'] as const;

/** Where a name of a door is found: in a module that the shell serves, or in a file that is copied into its user. */
export type Target = { readonly kind: 'shared'; readonly module: string } | { readonly kind: 'copied'; readonly file: string; readonly name: string };

export interface Doors {
  /** @returns undefined when the door has no such value. */
  find(door: string, name: string): Target | undefined;
  /** Modules behind the doors that the shell must serve: specifier → file. */
  readonly shared: ReadonlyMap<string, string>;
  /** Files that say where each name is; whoever imports from a door depends on them. */
  readonly sources: readonly string[];
  /** Every name of a door that is listed one by one; icons and illustrations are not. */
  names(door: string): readonly string[];
}

const ICONS = '@douyinfe/semi-icons';
const ILLUSTRATIONS = '@douyinfe/semi-illustrations';

/** `export { A, b as C, type T } from './file.ts'` → value names by file. Lists of types alone have no value. */
export function reexports(source: string): Map<string, string[]> {
  const byFile = new Map<string, string[]>();
  for (const [, clause = '', file = ''] of source.matchAll(/^export\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/gm)) {
    const names = namesOf(clause).map(({ exported }) => exported);
    if (names.length > 0) byFile.set(file, [...(byFile.get(file) ?? []), ...names]);
  }
  return byFile;
}

/** Names in the braces of an import or export without those marked `type`. */
export function namesOf(clause: string): { imported: string; exported: string }[] {
  return clause
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^type\s+(?!as\b)/.test(part))
    .map((part) => {
      const [imported = '', exported = imported] = part.split(/\s+as\s+/).map((name) => name.trim());
      return { imported, exported };
    });
}

/** `export const X =` and `export { x } from` of a module, values only. */
function valuesOf(source: string): string[] {
  const declared = [...source.matchAll(/^export\s+(?:async\s+)?(?:const|function|class|let|var)\s+([A-Za-z_$][\w$]*)/gm)].map(([, name = '']) => name);
  const listed = [...source.matchAll(/^export\s*\{([^}]*)\}/gm)].flatMap(([, clause = '']) => namesOf(clause).map(({ exported }) => exported));
  return [...new Set([...declared, ...listed])];
}

const withoutEnding = (file: string): string => file.replace(/\.(tsx?|jsx?|mjs)$/, '');

/** Reads the doors of an SDK: which name of `ui` and `widgets` is behind which module. */
export function readDoors(sdk: SdkLocation): Doors {
  const found = new Map<string, Map<string, Target>>([
    [UI_DOOR, new Map()],
    [WIDGET_DOOR, new Map()],
  ]);
  const shared = new Map<string, string>();
  const put = (door: string, name: string, target: Target) => {
    const names = found.get(door);
    if (names?.has(name)) throw new BuildProblem(`Two modules of ${door} export ${name}.`);
    names?.set(name, target);
  };

  for (const tier of UI_TIERS) {
    const file = sdk.file(`web/ui/${tier}`);
    shared.set(`${UI_DOOR}/${tier}`, file);
    for (const name of valuesOf(readFileSync(file, 'utf8'))) put(UI_DOOR, name, { kind: 'shared', module: `${UI_DOOR}/${tier}` });
  }
  const fields = sdk.file('web/ui/form-fields');
  for (const [file, names] of reexports(readFileSync(fields, 'utf8'))) {
    for (const name of names) put(UI_DOOR, name, { kind: 'copied', file: path.resolve(path.dirname(fields), file), name });
  }

  const widgets = sdk.file('web/widgets/index');
  for (const [file, names] of reexports(readFileSync(widgets, 'utf8'))) {
    const target = path.resolve(path.dirname(widgets), file);
    const module = `${SDK}/widgets/${path.basename(withoutEnding(file))}`;
    if (shared.has(module) && shared.get(module) !== target) throw new BuildProblem(`Two widget files are both called ${path.basename(file)}; rename one.`);
    shared.set(module, target);
    for (const name of names) put(WIDGET_DOOR, name, { kind: 'shared', module });
  }

  /** Path of `export { default as X } from './X'` in the barrel of a picture package; read only when a picture is used. */
  const picture = (packageName: string, folder: string, name: string): Target | undefined => {
    const barrel = sdk.require.resolve(packageName).replace(/lib[\\/]cjs[\\/]index\.js$/, '');
    const file = path.join(barrel, 'lib/es', folder, `${name}.js`);
    try {
      readFileSync(file);
    } catch {
      return undefined;
    }
    return { kind: 'copied', file, name: 'default' };
  };

  return {
    shared,
    sources: [...UI_TIERS.map((tier) => sdk.file(`web/ui/${tier}`)), fields, widgets],
    names: (door) => [...(found.get(door)?.keys() ?? [])].sort(),
    find(door, name) {
      const listed = found.get(door)?.get(name);
      if (listed || door !== UI_DOOR) return listed;
      if (/^Icon[A-Z]/.test(name)) return picture(ICONS, 'icons', name);
      if (/^Illustration[A-Z]/.test(name)) return picture(ILLUSTRATIONS, 'illustrations', name);
      return undefined;
    },
  };
}

import { Value } from 'typebox/value';
import { manifestSchema, type PluginManifest } from '../../contract/plugin/manifest.ts';
import { LANGUAGES, type Language } from '../../contract/menu/menu.ts';
import { SINGULAR_END } from '../../contract/checks/singular.ts';
import type { PluginDefinition } from '../../web/define-plugin.ts';
import { integrityOf } from './package-files.ts';
import { BuildProblem } from './problem.ts';

export interface PackageParts {
  readonly web?: PluginManifest['web'];
  readonly server?: PluginManifest['server'];
  readonly locales: Readonly<Record<Language, string>>;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const twice = (values: readonly string[]): string[] => [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];

/** Faults that the schema cannot see. */
function contradictions(definition: PluginDefinition): string[] {
  const slots = (definition.slots ?? []).map(({ point, key }) => `${point} ${key}`);
  return [
    ...twice((definition.pages ?? []).map(({ enCode }) => enCode)).map((code) => `Two pages claim the enCode '${code}'.`),
    ...twice((definition.menus ?? []).map(({ enCode }) => enCode)).map((code) => `Two menus have the enCode '${code}'.`),
    ...twice((definition.menuTypes ?? []).map(({ type }) => String(type))).map((type) => `Menu type ${type} is claimed twice.`),
    ...twice(slots).map((slot) => `The slot '${slot}' is filled twice with the same key.`),
    ...((definition.dependsOn ?? []).includes(definition.id) ? ['The plugin lists itself in dependsOn.'] : []),
  ];
}

/** The data half of a definition with the files of the package; the one place where manifest.json comes from. */
export function manifestOf(definition: PluginDefinition, parts: PackageParts): PluginManifest {
  const data = {
    schema: 1,
    id: definition.id,
    version: definition.version,
    sdk: definition.sdk,
    name: definition.name,
    description: definition.description,
    publisher: definition.publisher,
    dependsOn: [...(definition.dependsOn ?? [])],
    contributes: {
      pages: (definition.pages ?? []).map(({ enCode }) => enCode),
      menuTypes: (definition.menuTypes ?? []).map(({ type }) => type),
      slots: (definition.slots ?? []).map(({ point, key, order }) => ({ point, key, order })),
      menus: [...(definition.menus ?? [])],
      ...(definition.menuClaims && { menuClaims: definition.menuClaims.map((claim) => ({ ...claim, types: [...claim.types] })) }),
      permissions: [...(definition.permissions ?? [])],
    },
    settings: definition.settings,
    editableSettings: definition.editableSettings?.document,
    outboundHosts: [...(definition.outboundHosts ?? [])],
    privileges: definition.privileges && [...definition.privileges],
    web: parts.web && { ...parts.web, activates: definition.activate !== undefined },
    server: parts.server,
    locales: parts.locales,
    files: Object.fromEntries(
      [...parts.files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, content]) => [name, { integrity: integrityOf(content), size: content.length }]),
    ),
  };
  const manifest: unknown = JSON.parse(JSON.stringify(data));
  const wrong = contradictions(definition);
  for (const fault of Value.Errors(manifestSchema, manifest)) {
    const at = fault.instancePath.split('/').filter(Boolean).join('.');
    wrong.push(`plugin.ts: ${at || 'the definition'} ${fault.message}.`);
  }
  if (wrong.length > 0) throw new BuildProblem(wrong);
  return manifest as PluginManifest;
}

/** `a.b.c` of every text in a nested table. */
export function textKeys(texts: unknown, prefix = ''): string[] {
  if (typeof texts !== 'object' || texts === null) return prefix === '' ? [] : [prefix];
  return Object.entries(texts).flatMap(([key, value]) => textKeys(value, prefix === '' ? key : `${prefix}.${key}`));
}

/** Keys that every language must have: the singular of an English text is English alone. */
function sharedKeys(texts: unknown): Set<string> {
  const keys = new Set(textKeys(texts));
  for (const key of keys) if (key.endsWith(SINGULAR_END) && keys.has(key.slice(0, -SINGULAR_END.length))) keys.delete(key);
  return keys;
}

/** Says which language lacks a text that another has. */
export function missingTexts(tables: Readonly<Record<Language, unknown>>): string[] {
  const keys = new Map(LANGUAGES.map((language) => [language, sharedKeys(tables[language])]));
  const all = [...new Set([...keys.values()].flatMap((set) => [...set]))].sort();
  return LANGUAGES.flatMap((language) => all.filter((key) => !keys.get(language)?.has(key)).map((key) => `locales/${language}.json lacks '${key}'.`));
}

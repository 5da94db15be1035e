import type { PluginDefinition } from '@nephra/plugin-sdk/web';
import type { PluginForBrowser } from '../../contract/index.ts';
import { PluginFailure } from './plugin-failure.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const hasLoad = (value: unknown): boolean => isObject(value) && typeof value.load === 'function';

/**
 * Checks that a loaded module is the plugin that the registry promised: its default export is a definition with this id and
 * version, and draws every page, menu type and slot of the registry.
 *
 * @param row Registry row; `promised: false` for the previous version, whose contributions may differ.
 * @throws PluginFailure invalid-module or version.
 */
export function checkExports(row: PluginForBrowser, module: unknown, promised: boolean): PluginDefinition {
  const refuse = (detail: string): never => {
    throw new PluginFailure(row.id, 'invalid-module', detail);
  };
  const definition = isObject(module) ? module.default : undefined;
  if (!isObject(definition)) return refuse('The module has no default export made by definePlugin.');
  if (definition.id !== row.id) return refuse(`The module says it is "${String(definition.id)}".`);
  if (typeof definition.version !== 'string') return refuse('The module names no version.');
  for (const part of ['pages', 'menuTypes', 'slots'] as const) {
    const list = definition[part] ?? [];
    if (!Array.isArray(list) || !list.every(hasLoad)) return refuse(`"${part}" is not a list of lazy contributions.`);
  }
  if (definition.activate !== undefined && typeof definition.activate !== 'function') return refuse('"activate" is not a function.');
  // Checked field by field above; what remains are texts that nothing here depends on.
  const checked = definition as unknown as PluginDefinition;
  if (!promised) return checked;
  if (checked.version !== row.version) throw new PluginFailure(row.id, 'version', `The registry names ${row.version}, the module says ${checked.version}.`);
  const missing = [
    ...row.pages.filter((code) => !checked.pages?.some((page) => page.enCode === code)).map((code) => `page ${code}`),
    ...row.menuTypes.filter((type) => !checked.menuTypes?.some((entry) => entry.type === type)).map((type) => `menu type ${type}`),
    ...row.slots
      .filter((slot) => !checked.slots?.some((entry) => entry.point === slot.point && entry.key === slot.key))
      .map((slot) => `slot ${slot.point} ${slot.key}`),
  ];
  if (missing.length > 0) return refuse(`The module lacks ${missing.join(', ')}.`);
  return checked;
}

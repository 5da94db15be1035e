/** Loads plugins of this repository by id, `plugins/<id>/…`: whoever reaches it by imports and names a plugin runs that plugin. */
export const PLUGIN_LOADER = 'tests/support/inline-packages.ts';

const SHARED_LIST = /export const (\w+)[^=;]*=\s*\[([^\]]*)\]/g;
const idsIn = (text, plugins) => [...new Set([...text.matchAll(/['"`]([a-z][\w-]*)['"`]/g)].map(([, word]) => word))].filter((word) => plugins.has(word));

/** Exported lists of plugins by name (`ALL_PLUGINS`): they are loaded by whoever imports the list, not by the file it stands in. */
const sharedLists = (text, plugins) => new Map([...text.matchAll(SHARED_LIST)].map(([, name, items]) => [name, idsIn(items, plugins)]));

/**
 * Plugins that a test or its support starts by id.
 * @param {string} text of the file
 * @param {readonly string[]} imported texts of the files that it imports
 * @param {ReadonlySet<string>} plugins all ids
 * @returns {string[]}
 */
export function pluginsStarted(text, imported, plugins) {
  const own = idsIn(text.replaceAll(SHARED_LIST, ''), plugins);
  const named = imported.flatMap((other) => [...sharedLists(other, plugins)].flatMap(([name, ids]) => (new RegExp(`\\b${name}\\b`).test(text) ? ids : [])));
  return [...new Set([...own, ...named])];
}

/** What the loader takes of a plugin. */
export const loadedParts = (id) => [`plugins/${id}/plugin.ts`, `plugins/${id}/server/index.ts`, `plugins/${id}/locales/`];

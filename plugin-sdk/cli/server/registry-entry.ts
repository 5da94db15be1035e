import { existsSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PluginManifest } from '../../contract/plugin/manifest.ts';
import { JsonDocument } from '../../contract/plugin/json-document.ts';
import { BuildProblem } from '../build/problem.ts';

interface RegistryText {
  readonly plugins?: readonly { readonly id: string; readonly source: string; readonly enabled: boolean }[];
}

function readRegistry(registry: string): { text: string; plugins: NonNullable<RegistryText['plugins']> } {
  if (!existsSync(registry)) throw new BuildProblem(`${registry} does not exist; name the registry.json of the server that you develop against.`);
  const text = readFileSync(registry, 'utf8');
  try {
    return { text, plugins: (new JsonDocument(text).value as RegistryText).plugins ?? [] };
  } catch (error) {
    throw new BuildProblem(`${registry}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** The server never sees half a file. */
function write(registry: string, text: string): void {
  writeFileSync(`${registry}.new`, text);
  renameSync(`${registry}.new`, registry);
}

/** Points the registry at the package folder, once, and leaves every other byte as it was written; after that a new time stamp makes the server look again. */
export function pointRegistryAt(registry: string, id: string, packageFolder: string): 'added' | 'touched' {
  const { text, plugins } = readRegistry(registry);
  const source = (path.relative(path.dirname(registry), packageFolder) || '.').split(path.sep).join('/');
  const index = plugins.findIndex((entry) => entry.id === id);
  const known = plugins[index];
  if (known?.source === source && known.enabled) {
    const now = new Date();
    utimesSync(registry, now, now);
    return 'touched';
  }
  let changed: string | undefined;
  if (known) {
    const at = `/plugins/${index}`;
    changed = new JsonDocument(text).withMember(at, 'source', source, 'id');
    changed = new JsonDocument(changed).withMember(at, 'enabled', true, 'source');
    // What held on to another package would keep this one out.
    for (const key of ['version', 'integrity']) changed = new JsonDocument(changed).withMember(at, key, undefined, 'enabled');
  } else changed = new JsonDocument(text).withElement('/plugins', { id, source, enabled: true });
  if (changed === undefined) throw new BuildProblem(`${registry} has no list "plugins".`);
  write(registry, changed);
  return 'added';
}

/** Switches the plugin off or on, on the vendor's own server. */
export function switchEntry(registry: string, id: string, enabled: boolean): void {
  const { text, plugins } = readRegistry(registry);
  const index = plugins.findIndex((entry) => entry.id === id);
  write(registry, new JsonDocument(text).withMember(`/plugins/${index}`, 'enabled', enabled, 'id'));
}

/** Allows on the vendor's own server all that the plugin asks for. */
export function allowAll(registry: string, { id, outboundHosts, privileges = [], server }: PluginManifest): void {
  const { text, plugins } = readRegistry(registry);
  const at = `/plugins/${plugins.findIndex((entry) => entry.id === id)}`;
  let changed = text;
  for (const [key, value] of Object.entries({ privileges, outbound: outboundHosts, jobs: (server?.jobs ?? []).map(({ name }) => name) })) {
    if (value.length > 0) changed = new JsonDocument(changed).withMember(at, key, value, 'enabled');
  }
  for (const decided of ['withheld', 'uses', 'removes']) changed = new JsonDocument(changed).withMember(at, decided, undefined, 'enabled');
  if (changed !== text) write(registry, changed);
}

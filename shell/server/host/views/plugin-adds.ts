import type { PluginManifest } from '@nephra/plugin-sdk/contract';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import { originText } from '../asks/package-asks.ts';

const OTHERS = '@nephra/plugins/';

/** Names of other plugins that a package takes, by plugin; one that it depends on and takes nothing of has none. */
function usesByPlugin(manifest: PluginManifest | undefined): Map<string, readonly string[]> {
  const named = Object.entries(manifest?.uses ?? {}).flatMap(([door, names]) => (door.startsWith(OTHERS) ? [[door.slice(OTHERS.length), names] as const] : []));
  return new Map<string, readonly string[]>([
    ...named,
    ...(manifest?.dependsOn ?? []).filter((id) => !named.some(([plugin]) => plugin === id)).map((id) => [id, []] as const),
  ]);
}

const takenLine = (plugin: string, names: readonly string[]): string => (names.length > 0 ? `${plugin}: ${names.join(', ')}` : plugin);

/** @param than what the names of a plugin are compared with: those that it lacks stand in a line of their own */
function takenLines(manifest: PluginManifest | undefined, than: PluginManifest | undefined): { readonly line: string; readonly isNew: boolean }[] {
  const before = usesByPlugin(than);
  return [...usesByPlugin(manifest)].flatMap(([plugin, names]) => {
    const had = before.get(plugin);
    if (than === undefined || had === undefined) return [{ line: takenLine(plugin, names), isNew: than !== undefined }];
    const known = names.filter((name) => had.includes(name));
    const added = names.filter((name) => !had.includes(name));
    return [
      ...(known.length > 0 || added.length === 0 ? [{ line: takenLine(plugin, known), isNew: false }] : []),
      ...(added.length > 0 ? [{ line: takenLine(plugin, added), isNew: true }] : []),
    ];
  });
}

/**
 * What a package brings, for people.
 * @param browserBytes what of it travels to browsers, where that is known
 * @param than the version that it is shown beside
 */
export function addsOf(
  manifest: PluginManifest | undefined,
  routes: readonly string[],
  browserBytes: number | undefined,
  than?: PluginManifest,
): Omit<PluginForAdministrator['adds'], 'outboundHosts'> {
  const { menus = [], permissions = [], slots = [] } = manifest?.contributes ?? {};
  const held = menus.flatMap((menu) => [menu.enCode, ...(menu.buttons ?? []).map((button) => `${menu.enCode}:${button.enCode}`)]);
  const scripts = Object.entries(manifest?.files ?? {}).filter(([name]) => /\.(js|css|json)$/.test(name));
  return {
    menus: menus.map(({ enCode, title, type }) => ({ enCode, title, type })),
    permissions: [...held, ...permissions.map((permission) => permission.enCode)],
    routes: [...routes],
    slots: slots.map(({ point, key }) => `${point} ${key}`),
    privileges: manifest?.privileges ?? [],
    jobs: manifest?.server?.jobs ?? [],
    tables: manifest?.server?.tables ?? [],
    uses: takenLines(manifest, than).map(({ line }) => line),
    browserBytes: browserBytes ?? scripts.reduce((sum, [, file]) => sum + file.size, 0),
  };
}

export const NOTHING_NEW: PluginForAdministrator['newly'] = {
  than: '',
  privileges: [],
  outboundHosts: [],
  uses: [],
  menus: [],
  permissions: [],
  slots: [],
  jobs: [],
  tables: [],
};

/** What a package brings and asks for that the version which somebody decided about did not, as `addsOf` names it. */
export function newlyIn(manifest: PluginManifest, than: PluginManifest): PluginForAdministrator['newly'] {
  const [now, before] = [addsOf(manifest, [], 0, than), addsOf(than, [], 0)];
  const beyond = <T extends string>(list: readonly T[], known: readonly T[]): T[] => list.filter((one) => !known.includes(one));
  const hosts = than.outboundHosts.map(originText);
  return {
    than: than.version,
    privileges: beyond(now.privileges, before.privileges),
    outboundHosts: manifest.outboundHosts.filter((host) => !hosts.includes(originText(host))),
    uses: takenLines(manifest, than).flatMap(({ line, isNew }) => (isNew ? [line] : [])),
    menus: beyond(
      now.menus.map(({ enCode }) => enCode),
      before.menus.map(({ enCode }) => enCode),
    ),
    permissions: beyond(now.permissions, before.permissions),
    slots: beyond(now.slots, before.slots),
    jobs: beyond(
      now.jobs.map(({ name }) => name),
      before.jobs.map(({ name }) => name),
    ),
    tables: beyond(now.tables, before.tables),
  };
}

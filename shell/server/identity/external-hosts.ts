import type { Kysely } from 'kysely';
import type { Config } from '../config/index.ts';
import type { CoreTables } from '../core/tables.ts';
import type { Catalogue, MenuCatalogue } from './menu-catalogue.ts';

const originOf = (address: string, config: Config): string | undefined => {
  const filled = address.replace(/\$\{dataV\}/g, config.dashboardHost).replace(/\$\{report\}/g, config.reportHost);
  if (!/^https?:\/\//i.test(filled) || !URL.canParse(filled)) return undefined;
  return new URL(filled).origin;
};

/** Origins of the servers beside ours and of what menus link to (types 6 and 7). */
function originsOf(config: Config, catalogue: Catalogue): Set<string> {
  const addresses = [
    config.dashboardHost,
    config.reportHost,
    config.previewHost,
    ...catalogue.menus.filter((menu) => menu.type === 6 || menu.type === 7).map((menu) => menu.urlAddress),
  ];
  return new Set(addresses.flatMap((address) => originOf(address, config) ?? []));
}

/** Hosts that a one-time ticket may be issued for. */
export const externalHosts = (config: Config, catalogue: Catalogue): ReadonlySet<string> =>
  new Set([...originsOf(config, catalogue)].map((origin) => new URL(origin).host));

/** Origins that pages may show in a frame; looked up again when menus may have changed. */
export function frameOrigins(
  config: Config,
  catalogue: MenuCatalogue,
  db: Kysely<CoreTables>,
): { current: () => readonly string[]; refresh: () => Promise<void> } {
  let origins: readonly string[] = [];
  return {
    current: () => origins,
    refresh: async () => {
      const row = await db.selectFrom('core.revision').select('value').where('name', '=', 'rights').executeTakeFirstOrThrow();
      origins = [...originsOf(config, await catalogue.at(row.value))];
    },
  };
}

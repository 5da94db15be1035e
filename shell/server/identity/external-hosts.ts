import type { Log } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { Config } from '../config/index.ts';
import type { CoreTables } from '../tables/tables.ts';
import type { Catalogue, MenuCatalogue } from './menus/menu-catalogue.ts';

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
export class FrameOrigins {
  readonly #config: Config;
  readonly #catalogue: MenuCatalogue;
  readonly #db: Kysely<CoreTables>;
  readonly #log: Log;
  #origins: readonly string[] = [];
  #refreshing: Promise<void> = Promise.resolve();

  constructor(config: Config, catalogue: MenuCatalogue, db: Kysely<CoreTables>, log: Log) {
    this.#config = config;
    this.#catalogue = catalogue;
    this.#db = db;
    this.#log = log;
    catalogue.onRead((read) => {
      this.#origins = [...originsOf(config, read)];
    });
  }

  get current(): readonly string[] {
    return this.#origins;
  }

  /** One after another, so that the last one asked for is the one that counts. Never rejects: until the next one the origins stay as they were. */
  refresh(): void {
    this.#refreshing = this.#refreshing
      .then(() => this.#refresh())
      .catch((error: unknown) => this.#log.error({ err: error }, 'origins of frames could not be looked up'));
  }

  /** Resolves when nothing is being looked up any more. */
  async settled(): Promise<void> {
    await this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const row = await this.#db.selectFrom('core.revision').select('value').where('name', '=', 'rights').executeTakeFirstOrThrow();
    this.#origins = [...originsOf(this.#config, await this.#catalogue.at(row.value))];
  }
}

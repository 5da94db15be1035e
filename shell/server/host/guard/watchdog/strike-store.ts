import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Clock, Log } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { pluginStrikeTable } from '../../../tables/plugin.table.ts';
import type { CoreTables } from '../../../tables/tables.ts';
import type { Strike } from './quarantine.ts';
import { STRIKE_FILE } from './watchdog.ts';
import type { NewStrike } from './watchdog-messages.ts';

/** Lines that are taken in; a file that somebody filled is not read into memory for ever. */
const MAX_LINES = 100;

/** What plugins did that ended the server: the watchdog writes a file, because nothing else works then, and the next start takes it into the database. */
export class StrikeStore {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #log: Log;
  readonly #file: string;

  constructor(parts: { readonly db: Kysely<CoreTables>; readonly clock: Clock; readonly newId: () => string; readonly log: Log }, dataDir: string) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#newId = parts.newId;
    this.#log = parts.log;
    this.#file = path.join(path.resolve(dataDir), STRIKE_FILE);
  }

  /** Takes in what the last run left. @returns what is new */
  async takeIn(): Promise<readonly NewStrike[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    if (text === '') return [];
    const strikes = text.split('\n').slice(0, MAX_LINES).flatMap(strikeOf);
    await this.add(strikes);
    await rm(this.#file, { force: true });
    for (const { pluginId, kind, place } of strikes) this.#log.error({ plugin: pluginId, kind, place }, 'a plugin ended the server');
    return strikes;
  }

  async add(strikes: readonly (Omit<NewStrike, 'kind'> & { readonly kind: string })[]): Promise<void> {
    const createdAt = this.#clock.steady();
    const rows = strikes.map(({ pluginId, version, kind, place }) => ({ id: this.#newId(), pluginId, version, kind, place: place.slice(0, 200), createdAt }));
    if (rows.length > 0) await pluginStrikeTable.insertAll({ db: this.#db }, rows);
  }

  /** By plugin. */
  async all(): Promise<ReadonlyMap<string, readonly Strike[]>> {
    const rows = await pluginStrikeTable.everywhere({ db: this.#db }, 'plugins belong to the installation').execute();
    const byPlugin = new Map<string, Strike[]>();
    for (const { pluginId, kind, place, createdAt } of rows) {
      byPlugin.set(pluginId, [...(byPlugin.get(pluginId) ?? []), { kind, place, at: createdAt.getTime() }]);
    }
    return byPlugin;
  }

  /** An administrator lets it run again. */
  async forget(pluginId: string): Promise<void> {
    await this.#db.deleteFrom('core.plugin_strike').where('plugin_id', '=', pluginId).execute();
  }
}

function strikeOf(line: string): NewStrike[] {
  try {
    const { pluginId, version, place } = JSON.parse(line) as Partial<NewStrike>;
    if (typeof pluginId !== 'string' || pluginId === '') return [];
    return [
      {
        pluginId: pluginId.slice(0, 100),
        version: String(version ?? '').slice(0, 100),
        kind: 'hang',
        place: String(place ?? '').slice(0, 200),
      },
    ];
  } catch {
    return []; // a line that the end of the process cut
  }
}

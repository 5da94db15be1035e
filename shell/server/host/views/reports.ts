import type { Clock, Log } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { groupBy } from '../../core/group-by.ts';
import type { CoreTables } from '../../tables/tables.ts';

export interface Report {
  readonly pluginId: string;
  readonly version: string;
  /** Where it happened: a route, an event, a job, a page of the browser. */
  readonly place: string;
  readonly kind: string;
  readonly message: string;
  readonly userName: string;
  readonly requestId: string;
}

/** A report as the administrator sees it. */
export interface ShownReport {
  readonly time: number;
  readonly where: string;
  readonly kind: string;
  readonly message: string;
  readonly userName: string;
}

const SHOWN = 20;
const KEPT_DAYS = 30;
const PER_MINUTE = 30;

/** Faults of plugins, for the administrator's page. Bounded: a plugin that fails all day must not fill the disk. */
export class Reports {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #log: Log;
  readonly #recent = new Map<string, { minute: number; count: number }>();
  readonly #writing = new Set<Promise<void>>();

  constructor(db: Kysely<CoreTables>, clock: Clock, newId: () => string, log: Log) {
    this.#db = db;
    this.#clock = clock;
    this.#newId = newId;
    this.#log = log;
  }

  /** Writes a report down, not waiting for it: the caller is busy answering. Call it outside a transaction. */
  note(report: Report): void {
    const minute = Math.floor(this.#clock.steady().getTime() / 60_000);
    const seen = this.#recent.get(report.pluginId);
    const count = seen?.minute === minute ? seen.count + 1 : 1;
    this.#recent.set(report.pluginId, { minute, count });
    if (count > PER_MINUTE) return;
    const writing = this.add(report)
      .catch((error: unknown) => this.#log.warn({ err: error, plugin: report.pluginId }, 'a plugin report could not be stored'))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async add(report: Report): Promise<void> {
    await this.#db
      .insertInto('core.plugin_report')
      .values({
        id: this.#newId(),
        plugin_id: report.pluginId,
        version: report.version,
        created_at: this.#clock.now(),
        place: report.place.slice(0, 200),
        kind: report.kind.slice(0, 40),
        message: report.message.slice(0, 2000),
        user_name: report.userName,
        request_id: report.requestId,
      })
      .execute();
  }

  /** The latest reports of every plugin that has any. */
  async latest(): Promise<Map<string, ShownReport[]>> {
    const ranked = this.#db
      .selectFrom('core.plugin_report')
      .select((eb) => [
        'plugin_id',
        'created_at',
        'place',
        'kind',
        'message',
        'user_name',
        eb.fn
          .agg<string>('row_number')
          .over((over) => over.partitionBy('plugin_id').orderBy('created_at', 'desc'))
          .as('rank'),
      ])
      .as('ranked');
    const rows = await this.#db
      .selectFrom(ranked)
      .select(['plugin_id', 'created_at', 'place', 'kind', 'message', 'user_name'])
      .where('rank', '<=', String(SHOWN))
      .orderBy('created_at', 'desc')
      .execute();
    const shown = groupBy(rows, (row) => row.plugin_id);
    return new Map(
      [...shown].map(([id, list]) => [
        id,
        list.map((row) => ({ time: row.created_at.getTime(), where: row.place, kind: row.kind, message: row.message, userName: row.user_name })),
      ]),
    );
  }

  async settled(): Promise<void> {
    while (this.#writing.size) await Promise.all(this.#writing);
  }

  async forgetOld(): Promise<void> {
    await this.#db
      .deleteFrom('core.plugin_report')
      .where('created_at', '<', new Date(this.#clock.now().getTime() - KEPT_DAYS * 86_400_000))
      .execute();
  }
}

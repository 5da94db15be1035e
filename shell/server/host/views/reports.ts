import { AsyncResource } from 'node:async_hooks';
import type { Clock, Log, StoredOf } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import { groupBy } from '../../core/group-by.ts';
import { pluginReportTable } from '../../tables/plugin.table.ts';
import type { CoreTables } from '../../tables/tables.ts';

export interface Report extends Omit<StoredOf<typeof pluginReportTable>, 'id' | 'createdAt'> {}

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
  /** A report must not slip into the transaction of the call that it is about: it would be rolled back with it, and wait for what that one waits for. */
  readonly #detached = new AsyncResource('nephra-reports');

  constructor(db: Kysely<CoreTables>, clock: Clock, newId: () => string, log: Log) {
    this.#db = db;
    this.#clock = clock;
    this.#newId = newId;
    this.#log = log;
  }

  /** Writes a report down, not waiting for it: the caller is busy answering. It stays when the transaction of whoever calls is rolled back. */
  note(report: Report): void {
    const minute = Math.floor(this.#clock.steady().getTime() / 60_000);
    const seen = this.#recent.get(report.pluginId);
    const count = seen?.minute === minute ? seen.count + 1 : 1;
    this.#recent.set(report.pluginId, { minute, count });
    if (count > PER_MINUTE) return;
    const writing = this.#detached
      .runInAsyncScope(() => this.add(report))
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
      .selectFrom('core.plugin_report as report')
      .select(pluginReportTable.sqlColumns('report', ['pluginId', 'createdAt', 'place', 'kind', 'message', 'userName']))
      .select(sql<string>`row_number() over (partition by report.plugin_id order by report.created_at desc)`.as('rank'));
    const rows = await this.#db.selectFrom(ranked.as('ranked')).selectAll().where('rank', '<=', String(SHOWN)).orderBy('createdAt', 'desc').execute();
    const shown = groupBy(rows, (row) => row.pluginId);
    return new Map(
      [...shown].map(([id, list]) => [
        id,
        list.map(({ createdAt, place, kind, message, userName }) => ({ time: createdAt.getTime(), where: place, kind, message, userName })),
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

import { businessParts, isAppError } from '@nephra/plugin-sdk/contract';
import type { Clock, Invariant, Log, ServerPlugin } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import { dataCheckTable, dataFindingTable, type FindingStored } from '../tables/data-check.table.ts';
import type { CoreTables } from '../tables/tables.ts';
import type { Database } from '../db/index.ts';

/** The check of a night begins between these hours. */
const NIGHT = { from: 3, to: 6 };
/** A computer that is switched off at night has missed one after so long: it is made when the computer runs. */
const MISSED_MS = 36 * 3_600_000;
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;
/** Ids that are kept of the rows at fault. */
const SAMPLE = 20;
/** One rule over years of bills; longer ones count as not looked at. */
const RULE_LIMIT_MS = 10 * 60_000;

/** A plugin whose invariants are looked at. */
export interface CheckedPlugin {
  readonly id: string;
  readonly server: Pick<ServerPlugin<never>, 'invariants'> | undefined;
  /** Of a package from outside: its own way to the database, on which its rules reach no further than itself, and wait no longer than its statements. */
  readonly ownStatements?: Kysely<never> | undefined;
}

export interface DataCheckParts {
  readonly database: Database;
  readonly db: Kysely<CoreTables>;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  /** Plugins that run now. */
  readonly live: () => readonly CheckedPlugin[];
}

/** What did not hold. */
export interface Finding extends Omit<FindingStored, 'checkId'> {}

export interface CheckRecord {
  readonly id: string;
  readonly finishedAt: Date;
  readonly tookMs: number;
  readonly rules: number;
  readonly findings: readonly Finding[];
}

/** What must hold between the rows of plugins is looked at each night, and what does not is written down for those whom it concerns. */
export class DataCheck {
  readonly #parts: DataCheckParts;

  constructor(parts: DataCheckParts) {
    this.#parts = parts;
  }

  /** Checks when this night's check is still to be made, or none was made for longer than a night. */
  async checkIfDue(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#parts;
    const last = await db.selectFrom('core.data_check').select(['day', 'finished_at']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
    const now = clock.now().getTime();
    const { hour } = businessParts(now);
    const night = hour >= NIGHT.from && hour < NIGHT.to && last?.day !== clock.today();
    // Also when the clock was set far back since.
    if (night || last === undefined || Math.abs(now - last.finished_at.getTime()) > MISSED_MS) await this.check(signal);
  }

  /** Looks at every invariant of every running plugin, one at a time so that calls get their turn in between. */
  async check(signal?: AbortSignal): Promise<CheckRecord> {
    const { db, clock, newId, log, live } = this.#parts;
    const [begun, started_at] = [performance.now(), clock.now()];
    const findings: Finding[] = [];
    let rules = 0;
    for (const plugin of live()) {
      const { concerns, rules: own } = plugin.server?.invariants ?? { concerns: '', rules: [] };
      for (const rule of own) {
        signal?.throwIfAborted();
        rules += 1;
        findings.push(...(await this.#look(plugin, concerns, rule)));
      }
    }
    const record: CheckRecord = { id: newId(), finishedAt: clock.now(), tookMs: Math.round(performance.now() - begun), rules, findings };
    await this.#parts.database.transaction(async () => {
      const broken = new Set(findings.map((one) => `${one.pluginId} ${one.rule}`)).size;
      await db.insertInto('core.data_check').values({ id: record.id, day: clock.today(), started_at, finished_at: record.finishedAt, rules, broken }).execute();
      if (findings.length === 0) return;
      await dataFindingTable.insertAll(
        { db },
        findings.map((one) => ({ checkId: record.id, ...one })),
      );
    });
    if (findings.length > 0) log.error({ findings }, 'the data of plugins does not agree with itself');
    else log.info({ rules, tookMs: record.tookMs }, 'the data of all plugins agrees with itself');
    return record;
  }

  /** The latest checks, newest first. */
  async latest(count: number): Promise<CheckRecord[]> {
    const { db } = this.#parts;
    const checks = await dataCheckTable.everywhere({ db }, 'checks belong to the installation').orderBy('row.seq', 'desc').limit(count).execute();
    if (checks.length === 0) return [];
    const rows = await dataFindingTable
      .everywhere({ db }, 'whoever is concerned is told, by a grant in the facility of the rows')
      .where(
        'row.checkId',
        'in',
        checks.map(({ id }) => id),
      )
      .orderBy('row.pluginId')
      .orderBy('row.rule')
      .orderBy('row.orgId')
      .execute();
    return checks.map(({ id, startedAt, finishedAt, rules }) => ({
      id,
      finishedAt,
      tookMs: Math.max(0, finishedAt.getTime() - startedAt.getTime()),
      rules,
      findings: rows.filter((row) => row.checkId === id),
    }));
  }

  async forgetOld(): Promise<void> {
    const limit = new Date(this.#parts.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    await this.#parts.db.deleteFrom('core.data_check').where('finished_at', '<', limit).execute();
  }

  async #look({ id: pluginId, ownStatements }: CheckedPlugin, concerns: string, rule: Invariant): Promise<Finding[]> {
    const { database, db, log } = this.#parts;
    const found = sql<{ org_id: string; count: string; sample: string[] }>`
      select coalesce(owner.org_id, '') as org_id, count(*) as count, (array_agg(found.id order by found.id))[1:${sql.lit(SAMPLE)}] as sample
      from (${sql.raw(rule.sql)}
      ) as found (id) left join ${sql.table(rule.rowsOf)} as owner on owner.id = found.id group by 1 order by 1`;
    try {
      const { rows } = await database.patiently(() =>
        database.transaction(() => found.execute(ownStatements ?? db), { readOnly: true, limitMs: RULE_LIMIT_MS }),
      );
      return rows.map((row) => ({ pluginId, rule: rule.name, orgId: row.org_id, concerns, count: Number(row.count), sample: row.sample, error: '' }));
    } catch (error) {
      log.error({ err: error, plugin: pluginId, rule: rule.name }, 'an invariant could not be looked at');
      const said = isAppError(error) ? error.key : error instanceof Error ? error.message : String(error);
      return [{ pluginId, rule: rule.name, orgId: '', concerns, count: 0, sample: [], error: [...said].slice(0, 500).join('') }];
    }
  }
}

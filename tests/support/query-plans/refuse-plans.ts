import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Explained } from './explain.ts';
import { type Finding, type GrowingRows, tablesOf, walkPlan } from './walk-plan.ts';

/** A reading of much that was thought about and stays. */
export interface Exception {
  /** `*`: all kinds. */
  readonly what: Finding['what'] | '*';
  /** `core.audit`; of sorts and aggregates one of the tables below them; `*`: all tables. */
  readonly table: string;
  /** `shell/server/audit/verify-chain.ts`. */
  readonly file: string;
  readonly reason: string;
}

/** A statement whose plan takes longer every year. */
export interface Refusal {
  readonly finding: Finding;
  readonly place: string;
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface Judgement {
  /** Different texts that were planned. */
  readonly statements: number;
  /** How many of them are excepted. */
  readonly excepted: number;
  /** The worst of each kind, table and place. */
  readonly refused: readonly Refusal[];
  /** Exceptions of files that ask nothing of their table any more. */
  readonly unneeded: readonly Exception[];
  /** Exceptions that would have been needed if the planner had chosen otherwise: its sample of the rows differs from run to run. */
  readonly unusedThisTime: readonly Exception[];
  /** Statements that could not be planned, with the reason. */
  readonly unplanned: readonly string[];
}

export const EXCEPTIONS_FILE = 'tests/contracts/query-plans-excepted.tsv';

const SHOWN = 400;
const HAS = { 'whole table': 'reads the whole table', 'whole index': 'walks the whole index', sort: 'sorts rows', aggregate: 'adds up rows' } as const;

const fileOf = (place: string): string => place.replace(/:\d+$/, '');
const oneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN);

/** Lines of `what`, table, file and reason, tab-separated, below a head line. @throws Error for a line without a reason */
export function exceptionsIn(text: string): Exception[] {
  return text
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => {
      const [what = '', table = '', file = '', reason = ''] = line.split('\t');
      if (reason.trim() === '') throw new Error(`an exception without a reason: ${line}`);
      return { what: what as Exception['what'], table, file, reason };
    });
}

/** Those of plugins that are there: a plugin whose folder was deleted takes its exceptions along. */
export const ofInstalled = (exceptions: readonly Exception[], root: string): Exception[] =>
  exceptions.filter(({ file }) => !file.startsWith('plugins/') || existsSync(path.join(root, ...file.split('/').slice(0, 2))));

const covers = ({ what, table, file }: Exception, finding: Finding, of: string): boolean =>
  file === of && (what === '*' || what === finding.what) && (table === '*' || finding.tables.includes(table));

/** Says of each plan whether it may stay. @param rowsIn rows after ten years */
export function judge(explained: readonly Explained[], rowsIn: GrowingRows, exceptions: readonly Exception[]): Judgement {
  const worst = new Map<string, Refusal>();
  const used = new Set<Exception>();
  const asked = new Set<Exception>();
  const excepted = new Set<string>();
  const unplanned = new Set<string>();
  for (const { statement, plan, error } of explained) {
    const { place, text: sql, values } = statement;
    if (!plan) {
      unplanned.add(`${place} ${error ?? 'no plan'}: ${oneLine(sql)}`);
      continue;
    }
    const tables = new Set(tablesOf(plan));
    for (const one of exceptions) if (one.file === fileOf(place) && (one.table === '*' || tables.has(one.table))) asked.add(one);
    for (const finding of walkPlan(plan, rowsIn)) {
      const allowed = exceptions.find((one) => covers(one, finding, fileOf(place)));
      if (allowed) {
        used.add(allowed);
        excepted.add(sql);
        continue;
      }
      const key = `${finding.what} ${finding.tables.join()} ${place}`;
      const known = worst.get(key);
      if (!known || known.finding.rows < finding.rows) worst.set(key, { finding, place, sql, values });
    }
  }
  return {
    statements: new Set(explained.map(({ statement }) => statement.text)).size,
    excepted: excepted.size,
    refused: [...worst.values()].sort((a, b) => b.finding.rows - a.finding.rows),
    unneeded: exceptions.filter((one) => !asked.has(one)),
    unusedThisTime: exceptions.filter((one) => asked.has(one) && !used.has(one)),
    unplanned: [...unplanned],
  };
}

/** What somebody reads who wrote such a query. */
export function tell({ finding: { what, tables, rows, detail }, place, sql, values }: Refusal): string {
  return [
    `${tables.join(', ')}: ${HAS[what]}, about ${Math.round(rows).toLocaleString('en')} rows after ten years${detail ? ` (${detail.slice(0, SHOWN)})` : ''}`,
    `  ${place || 'place unknown'}`,
    `  ${oneLine(sql)}`,
    `  with ${JSON.stringify(values).slice(0, SHOWN)}`,
    `  Add an index in a new migration, bound the query by a day, a patient or a limit, or list it with its reason in ${EXCEPTIONS_FILE}.`,
  ].join('\n');
}

import { setImmediate } from 'node:timers/promises';
import { sql } from '@nephra/plugin-sdk/server';
import type { ImportRow, PreviewRow } from '../../contract/index.ts';
import { compareRows } from '../../domain/user-import/compare-rows.ts';
import { IMPORT_KEYS, type ImportTexts } from '../../domain/user-import/import-columns.ts';
import { type ReadRow, readRow } from '../../domain/user-import/read-row.ts';
import { problemsText, problemText, type RowProblem } from '../../domain/user-import/row-problem.ts';
import type { Ctx } from '../permission-call.ts';
import { visibleUsers } from '../access/user-scope.ts';
import { importNames } from './import-names.ts';
import { userImportRowTable } from './user-import.table.ts';

/** A row that was read and compared with everything that is there. */
export interface CheckedRow {
  readonly texts: ImportTexts;
  readonly rowKey: string;
  readonly number: number;
  readonly row: ReadRow;
  readonly problems: readonly RowProblem[];
}

export interface GivenRow {
  readonly texts: ImportTexts;
  readonly rowKey: string;
  readonly number: number;
}

/** Rows as a call sends them; what is missing is empty. */
export const givenRows = (list: readonly ImportRow[]): GivenRow[] =>
  list.map((row, at) => ({
    texts: Object.fromEntries(IMPORT_KEYS.map((key) => [key, (row[key] ?? '').trim()])) as unknown as ImportTexts, // the list names every key
    rowKey: row.rowKey ?? '',
    number: row.rowNumber ?? at + 1,
  }));

/** Keys of rows that this caller imported before. */
export async function importedKeys(ctx: Ctx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const done = userImportRowTable.select(ctx, 'done').where(sql<boolean>`done."rowKey" = any(${[...keys]})`);
  return new Set((await done.execute()).map((row) => row.rowKey));
}

/** Which of these accounts (lower case) and mobile numbers exist anywhere, and which accounts may be named as managers. */
async function takenBy(ctx: Ctx, rows: readonly ReadRow[]) {
  const accounts = [...new Set(rows.map((row) => row.account.toLowerCase()).filter(Boolean))];
  const mobiles = [...new Set(rows.map((row) => row.mobilePhone).filter(Boolean))];
  const managers = [...new Set(rows.map((row) => row.manager).filter(Boolean))];
  // rows: an account or a number is taken by whomever, as one signs in with it; who leads is narrowed by `visibleUsers`
  const [byAccount, byMobile, bosses] = await Promise.all([
    sql<{ account: string }>`select lower(account) as account from core.user_account where lower(account) = any(${accounts}) and deleted_at is null`.execute(
      ctx.db,
    ),
    sql<{ mobile: string }>`select mobile from core.user_account where mobile <> '' and mobile = any(${mobiles}) and deleted_at is null`.execute(ctx.db),
    sql<{
      account: string;
      id: string;
    }>`select lower(person.account) as account, person.id from core.user_account as person where lower(person.account) = any(${managers}) and ${visibleUsers(ctx)}`.execute(
      ctx.db,
    ),
  ]);
  return {
    accounts: new Set(byAccount.rows.map((row) => row.account)),
    mobiles: new Set(byMobile.rows.map((row) => row.mobile)),
    managerIds: new Map(bosses.rows.map((row) => [row.account, row.id])),
  };
}

const BREATHER = 250;

/** Reads rows and finds everything that is wrong with them. `managerIds` are accounts that exist, lower case. */
export async function checkRows(ctx: Ctx, given: readonly GivenRow[]): Promise<{ rows: CheckedRow[]; managerIds: ReadonlyMap<string, string> }> {
  const names = await importNames(
    ctx,
    given.map((one) => one.texts),
  );
  const read: (GivenRow & { readonly row: ReadRow })[] = [];
  for (const one of given) {
    read.push({ ...one, row: readRow(one.texts, names) });
    // Ten thousand rows take a moment; others want to be answered in between.
    if (read.length % BREATHER === 0) await setImmediate();
  }
  const { managerIds, ...taken } = await takenBy(
    ctx,
    read.map((one) => one.row),
  );
  const compared = compareRows(read, { ...taken, managers: new Set(managerIds.keys()) });
  return { rows: read.map((one, at) => ({ ...one, problems: [...one.row.problems, ...(compared[at] ?? [])] })), managerIds };
}

/** A row as preview and result carry it. */
export const presentCheckedRow = (ctx: Ctx, { texts, rowKey, number, row, problems }: CheckedRow, imported = false): PreviewRow => ({
  ...texts,
  rowKey,
  rowNumber: number,
  manager: row.manager,
  errors: problems.map((problem) => ({ field: problem.field, msg: problemText(problem, ctx.language) })),
  errorsInfo: problemsText(problems, ctx.language),
  imported,
});

import type { ReadRow } from './read-row.ts';
import type { RowProblem } from './row-problem.ts';

/** A row with the number it has in its sheet. */
export interface NumberedRow {
  readonly number: number;
  readonly row: ReadRow;
}

/** Accounts, lower case, and mobile numbers that exist already. */
export interface TakenNames {
  readonly accounts: ReadonlySet<string>;
  readonly mobiles: ReadonlySet<string>;
  /** Accounts, lower case, that may be named as managers. */
  readonly managers: ReadonlySet<string>;
}

/** What is wrong with each row when all rows and all accounts are looked at; same order as the rows. */
export function compareRows(rows: readonly NumberedRow[], taken: TakenNames): RowProblem[][] {
  const firstAccount = new Map<string, number>();
  const firstMobile = new Map<string, number>();
  const managerOf = new Map(rows.map(({ row }) => [row.account.toLowerCase(), row.manager]));
  return rows.map(({ number, row }) => {
    const problems: RowProblem[] = [];
    const account = row.account.toLowerCase();
    // What is malformed is told already; that it stands there twice, too, helps nobody.
    const sound = (field: 'account' | 'mobilePhone'): boolean => !row.problems.some((problem) => problem.field === field);
    if (account !== '' && sound('account')) {
      const first = firstAccount.get(account);
      if (taken.accounts.has(account)) problems.push({ field: 'account', key: 'accountTaken', value: row.account });
      else if (first !== undefined) problems.push({ field: 'account', key: 'repeatedAccount', value: first });
      else firstAccount.set(account, number);
    }
    if (row.mobilePhone !== '' && sound('mobilePhone')) {
      const first = firstMobile.get(row.mobilePhone);
      if (taken.mobiles.has(row.mobilePhone)) problems.push({ field: 'mobilePhone', key: 'mobileTaken', value: row.mobilePhone });
      else if (first !== undefined) problems.push({ field: 'mobilePhone', key: 'repeatedMobile', value: first });
      else firstMobile.set(row.mobilePhone, number);
    }
    if (row.manager !== '' && !taken.managers.has(row.manager)) {
      if (!managerOf.has(row.manager)) problems.push({ field: 'managerId', key: 'unknownManager', value: row.manager });
      else if (circular(account, managerOf)) problems.push({ field: 'managerId', key: 'managerCircle' });
    }
    return problems;
  });
}

/** Whether the chain of managers that begins here leads back to somebody in it. */
function circular(account: string, managerOf: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at = account; at !== '' && managerOf.has(at); at = managerOf.get(at) ?? '') {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

/** Rows in an order in which every manager comes before those who report to them, so that the rows can be written in parts. */
export function inManagerOrder<Row extends { readonly account: string; readonly manager: string }>(rows: readonly Row[]): Row[] {
  const byAccount = new Map(rows.map((row) => [row.account.toLowerCase(), row]));
  const ordered = new Set<Row>();
  for (const row of rows) {
    const chain: Row[] = [];
    for (let at: Row | undefined = row; at !== undefined && !ordered.has(at) && !chain.includes(at); at = byAccount.get(at.manager)) chain.push(at);
    for (const one of chain.reverse()) ordered.add(one);
  }
  return [...ordered];
}

import { addMoney, type Money, moneyFromText, moneyToText } from '@nephra/plugin-sdk/contract';

/** One settlement, or its cancellation (all amounts negative), as a day's statement counts it. */
export interface DayRow {
  readonly settlementId: string;
  readonly patientId: string;
  readonly patientName: string;
  readonly psnNo: string;
  /** Where the person is insured. */
  readonly insuplcAdmdvs: string;
  readonly setlId: string;
  readonly mdtrtId: string;
  readonly insutype: string;
  readonly clrType: string;
  readonly clrOptins: string;
  readonly refund: boolean;
  readonly medfee: Money;
  readonly fund: Money;
  readonly account: Money;
  readonly cash: Money;
}

export interface Sums {
  readonly count: number;
  readonly medfee: Money;
  readonly fund: Money;
  readonly account: Money;
  readonly cash: Money;
}

export const sumsOf = (rows: readonly DayRow[]): Sums => ({
  count: rows.length,
  medfee: addMoney(...rows.map((row) => row.medfee)),
  fund: addMoney(...rows.map((row) => row.fund)),
  account: addMoney(...rows.map((row) => row.account)),
  cash: addMoney(...rows.map((row) => row.cash)),
});

/** A statement that the platform is asked about (3201). */
export interface Statement {
  readonly insutype: string;
  readonly clrType: string;
  readonly clrOptins: string;
  readonly refund: boolean;
}

export const OUTPATIENT_CLEARING = '11';
/** Asked about every day: what only the platform has may be of a kind that we have nothing of. */
const ALWAYS = ['310', '390'] as const;

/** Statements of a day: every kind that occurs, and the usual ones, paid and taken back. */
export function statementsOf(kinds: readonly Omit<Statement, 'refund'>[], area: string): Statement[] {
  const all = [...kinds, ...ALWAYS.map((insutype) => ({ insutype, clrType: OUTPATIENT_CLEARING, clrOptins: area }))];
  const distinct = new Map<string, Omit<Statement, 'refund'>>();
  for (const kind of all) {
    const clean = { insutype: kind.insutype, clrType: kind.clrType || OUTPATIENT_CLEARING, clrOptins: kind.clrOptins || area };
    distinct.set(`${clean.insutype}|${clean.clrType}|${clean.clrOptins}`, clean);
  }
  return [...distinct.values()].flatMap((kind) => [
    { ...kind, refund: false },
    { ...kind, refund: true },
  ]);
}

export const belongsTo = (row: DayRow, one: Statement, area: string): boolean =>
  row.insutype === one.insutype &&
  (row.clrType || OUTPATIENT_CLEARING) === one.clrType &&
  (row.clrOptins || area) === one.clrOptins &&
  row.refund === one.refund;

/** The text that 9101 takes before 3202: a cancellation is a row of its own. */
export const statementText = (rows: readonly DayRow[]): string =>
  rows
    .map((row) =>
      [row.setlId, row.mdtrtId, row.psnNo, moneyToText(row.medfee), moneyToText(row.fund), moneyToText(row.account), row.refund ? '1' : '0'].join('\t'),
    )
    .join('\n');

/** One row of the platform's answer to 3202. */
export interface ResultRow {
  readonly psnNo: string;
  readonly mdtrtId: string;
  readonly setlId: string;
  readonly msgid: string;
  readonly result: string;
  readonly refund: boolean;
  readonly memo: string;
  /** Only some editions send amounts. */
  readonly medfee: Money | null;
  readonly fund: Money | null;
}

const amount = (text: string | undefined): Money | null => {
  if (text === undefined || text === '') return null;
  try {
    return moneyFromText(text);
  } catch {
    return null;
  }
};

export function resultRowOf(cells: readonly string[]): ResultRow | undefined {
  const [psnNo = '', mdtrtId = '', setlId = '', msgid = '', result = '', refund = '', memo = '', medfee, fund] = cells;
  if (setlId === '' && msgid === '') return undefined;
  return { psnNo, mdtrtId, setlId, msgid, result, refund: refund === '1', memo: memo.slice(0, 300), medfee: amount(medfee), fund: amount(fund) };
}

export interface Difference {
  readonly kind: 'platform-only' | 'facility-only' | 'amounts';
  readonly ours: DayRow | null;
  readonly theirs: ResultRow | null;
}

const keyOf = (row: { readonly setlId: string; readonly refund: boolean }): string => `${row.setlId}|${row.refund ? 1 : 0}`;

/**
 * What differs, row by row. Which side has a row is seen by the rows themselves; the platform's own word for it differs by province.
 * A row of ours that its answer passes over was not found there.
 */
export function differencesOf(ours: readonly DayRow[], theirs: readonly ResultRow[], equalResults: readonly string[]): Difference[] {
  const mine = new Map(ours.map((row) => [keyOf(row), row]));
  const found: Difference[] = [];
  for (const row of theirs) {
    const own = mine.get(keyOf(row));
    mine.delete(keyOf(row));
    if (own === undefined) found.push({ kind: 'platform-only', ours: null, theirs: row });
    // A row that the platform knows carries the message that made it.
    else if (!equalResults.includes(row.result)) found.push({ kind: row.msgid === '' ? 'facility-only' : 'amounts', ours: own, theirs: row });
  }
  for (const own of mine.values()) found.push({ kind: 'facility-only', ours: own, theirs: null });
  return found;
}

/** State of a day from its differences. */
export const stateOf = (states: readonly string[]): 'equal' | 'explained' | 'unexplained' => {
  const there = states.filter((state) => state !== 'gone');
  if (there.length === 0) return 'equal';
  return there.every((state) => state === 'explained') ? 'explained' : 'unexplained';
};

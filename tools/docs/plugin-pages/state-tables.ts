/** State tables of a plugin's page: `<!-- states: … -->` stands before each, and names what its rows are compared with. */

/** From one state to another; an empty `from` is a row that is new. */
export interface Move {
  readonly from: string;
  readonly act: string;
  readonly to: string;
}

export interface StateTable {
  /** What it is of: `insurance.settlement.state`. */
  readonly of: string;
  readonly moves: readonly Move[];
}

const TABLE = /<!-- states: ([a-z_.]{1,80}) -->\n+((?:\|[^\n]*\n?)+)/g;
const NAMED = /`([^`]{1,60})`/g;

const namesIn = (cell = ''): string[] => [...cell.matchAll(NAMED)].map(([, name = '']) => name);
const orNothing = (names: string[]): readonly string[] => (names.length === 0 ? [''] : names);

/** Rows of `| from | act | to | … |`; a cell with several names in backticks stands for each of them. */
function movesIn(table: string): Move[] {
  const rows = table.trim().split('\n').slice(2);
  return rows.flatMap((row) => {
    const [, from, act, to] = row.split('|');
    return orNothing(namesIn(from)).flatMap((one) => orNothing(namesIn(act)).flatMap((by) => namesIn(to).map((other) => ({ from: one, act: by, to: other }))));
  });
}

export const stateTables = (page: string): StateTable[] => [...page.matchAll(TABLE)].map(([, of = '', table = '']) => ({ of, moves: movesIn(table) }));

/** `New → Void`, sorted and each once; rows that are new are left out. */
export const movesAsText = (moves: readonly Pick<Move, 'from' | 'to'>[]): string[] =>
  [...new Set(moves.flatMap(({ from, to }) => (from === '' ? [] : [`${from} → ${to}`])))].sort();

/** States that a table speaks of. */
export const statesOf = (moves: readonly Pick<Move, 'from' | 'to'>[]): string[] =>
  [...new Set(moves.flatMap(({ from, to }) => [from, to]).filter((name) => name !== ''))].sort();

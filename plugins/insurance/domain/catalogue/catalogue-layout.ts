import type { CatalogueInfno, ListType } from '../../contract/index.ts';
import { gradeOf } from '../fee-split.ts';

/** Fields that a row of a file can fill. */
export const LAYOUT_FIELDS = [
  'code',
  'name',
  'genericName',
  'spec',
  'form',
  'unit',
  'approvalNumber',
  'maker',
  'grade',
  'limitFlag',
  'limitText',
  'valid',
  'begnDate',
  'endDate',
  'version',
] as const;
export type LayoutField = (typeof LAYOUT_FIELDS)[number];
/** Column of each field, from 1. */
export type Layout = Readonly<Partial<Record<LayoutField, number>>> & { readonly code: number; readonly name: number };
export type Layouts = Readonly<Partial<Record<CatalogueInfno, Layout>>>;

/** Which kind of goods a file or query brings; kinds without one are diagnoses and the like. */
export const GOODS: Readonly<Partial<Record<CatalogueInfno, ListType>>> = {
  '1301': '101',
  '1302': '102',
  '1303': '103',
  '1304': '104',
  '1305': '201',
  '1306': '301',
};

/** Asked page by page; the others come as files. */
export const PAGED: readonly CatalogueInfno[] = ['1304', '1312', '1316', '1317', '1318', '1319'];

/**
 * Columns of the edition that the national text describes; where it is silent, the simulator's. They grow by edition: a site writes its own
 * into `catalogueColumns`.
 */
export const LAYOUTS: Layouts = {
  '1301': {
    code: 1,
    name: 2,
    genericName: 4,
    form: 10,
    spec: 14,
    unit: 40,
    maker: 50,
    limitText: 57,
    limitFlag: 58,
    approvalNumber: 62,
    begnDate: 77,
    valid: 79,
    version: 83,
    grade: 92,
  },
  '1302': { code: 1, name: 2 },
  '1303': { code: 1, name: 2 },
  '1305': { code: 1, unit: 3, limitText: 5, valid: 7, name: 10, begnDate: 12, endDate: 13, version: 15 },
  '1306': { code: 1, name: 2, genericName: 5, spec: 10, unit: 18, approvalNumber: 40, maker: 50, valid: 70, begnDate: 71, version: 81 },
  '1307': { code: 11, name: 12, valid: 19, version: 22 },
  '1308': { code: 1, name: 2 },
  '1309': { code: 1, name: 15, valid: 8, version: 10 },
  '1310': { code: 1, name: 2 },
  '1311': { code: 1, name: 2 },
  '1313': { code: 1, name: 2 },
  '1314': { code: 1, name: 2 },
  '1315': { code: 1, name: 2 },
};

/** The site's own columns field by field over ours; what is no column number is left out. */
export function layoutsWith(own: unknown): Layouts {
  if (typeof own !== 'object' || own === null) return LAYOUTS;
  const merged: Record<string, Layout> = { ...LAYOUTS };
  for (const [kind, fields] of Object.entries(own)) {
    const base = merged[kind];
    if (!base || typeof fields !== 'object' || fields === null) continue;
    const columns = Object.entries(fields).filter(
      ([field, at]) => (LAYOUT_FIELDS as readonly string[]).includes(field) && typeof at === 'number' && Number.isSafeInteger(at) && at > 0,
    );
    merged[kind] = { ...base, ...Object.fromEntries(columns) };
  }
  return merged;
}

/** Cells of one line of a file; the word null stands for an empty one. */
export const cellsOf = (line: string): string[] => line.split('\t').map((cell) => (cell === 'null' ? '' : cell.trim()));

export interface CatalogueRow {
  readonly code: string;
  readonly name: string;
  readonly genericName: string;
  readonly spec: string;
  readonly form: string;
  readonly unit: string;
  readonly approvalNumber: string;
  readonly maker: string;
  readonly grade: string;
  readonly limited: boolean;
  readonly limitText: string;
  readonly valid: boolean;
  readonly begnDate: string;
  readonly endDate: string;
  readonly version: string;
}

const DAY = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})/;
/** The day of a date or date-time, `YYYY-MM-DD`; empty when there is none, and for the far end that means "open". */
export function dayText(text: string): string {
  const match = DAY.exec(text.trim());
  if (!match) return '';
  const [, year, month, date] = match;
  return Number(year) >= 2099 ? '' : `${year}-${month}-${date}`;
}

/** Longest texts that are kept; a damaged line must not fill the table. */
const MOST = 300;
const MAX_LIMIT = 1000;

/** A row by its layout; undefined when it has no code, no name, or too few columns. */
export function rowOf(cells: readonly string[], layout: Layout): CatalogueRow | undefined {
  const cell = (field: LayoutField, most = MOST): string => {
    const column = layout[field];
    return column === undefined ? '' : (cells[column - 1] ?? '').slice(0, most);
  };
  const [code, name] = [cell('code', 60), cell('name')];
  if (code === '' || name === '' || cells.length < Math.max(layout.code, layout.name)) return undefined;
  const grade = cell('grade', 10);
  return {
    code,
    name,
    genericName: cell('genericName'),
    spec: cell('spec'),
    form: cell('form', 60),
    unit: cell('unit', 40),
    approvalNumber: cell('approvalNumber', 100),
    maker: cell('maker'),
    grade: gradeOf(grade),
    limited: cell('limitFlag', 10) === '1',
    limitText: cell('limitText', MAX_LIMIT),
    // Only a plain 0 takes an entry out of use.
    valid: cell('valid', 10) !== '0',
    begnDate: dayText(cell('begnDate', 30)),
    endDate: dayText(cell('endDate', 30)),
    version: cell('version', 60),
  };
}

/** Versions are counters or time-stamps: longer digits are later, otherwise text order decides. */
export function laterVersion(a: string, b: string): string {
  const digits = /^\d+$/;
  if (digits.test(a) && digits.test(b)) {
    const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
    if (left.length !== right.length) return left.length > right.length ? a : b;
    return left >= right ? a : b;
  }
  return a >= b ? a : b;
}

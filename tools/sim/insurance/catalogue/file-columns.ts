import type { CatalogueEntry } from '../model.ts';

/** One catalogue file: how many columns, and what stands in those that are filled (numbers from 1). */
export interface FileLayout<Row> {
  readonly columns: number;
  readonly cells: Readonly<Record<number, (row: Row) => string>>;
}

type EntryLayout = FileLayout<CatalogueEntry>;
type DiagnosisLayout = FileLayout<{ readonly code: string; readonly name: string }>;

const FROM = () => '2026-01-01';
const VALID = () => '1';
const gradeText = (entry: CatalogueEntry) => entry.grade;
const versionOf = (entry: CatalogueEntry) => entry.version;

/** 1301: western and patent medicines. */
export const WESTERN: EntryLayout = {
  columns: 92,
  cells: {
    1: ({ code }) => code,
    2: ({ name }) => name,
    4: ({ name }) => name,
    10: ({ form }) => form,
    14: ({ spec }) => spec,
    39: ({ unit }) => unit,
    40: ({ unit }) => unit,
    41: ({ unit }) => unit,
    42: ({ packQuantity }) => String(packQuantity),
    45: ({ packUnit }) => packUnit,
    47: ({ packQuantity }) => String(packQuantity),
    50: ({ maker }) => maker,
    57: ({ limitText }) => limitText,
    58: ({ limited }) => (limited ? '1' : '0'),
    62: ({ approval }) => approval,
    77: FROM,
    79: VALID,
    82: ({ code }) => `1301${code}`,
    83: versionOf,
    92: gradeText,
  },
};

/** 1305: services. */
export const SERVICES: EntryLayout = {
  columns: 16,
  cells: {
    1: ({ code }) => code,
    2: ({ unit }) => unit,
    3: ({ unit }) => unit,
    7: VALID,
    9: ({ chargeType }) => chargeType,
    10: ({ name }) => name,
    12: FROM,
    14: ({ code }) => `1305${code}`,
    15: versionOf,
    16: versionOf,
  },
};

/** 1306: consumables. */
export const CONSUMABLES: EntryLayout = {
  columns: 84,
  cells: {
    1: ({ code }) => code,
    2: ({ name }) => name,
    6: ({ spec }) => spec,
    8: ({ spec }) => spec,
    10: ({ spec }) => spec,
    14: ({ packQuantity }) => String(packQuantity),
    16: ({ packUnit }) => packUnit,
    18: ({ unit }) => unit,
    40: ({ approval }) => approval,
    50: ({ maker }) => maker,
    70: VALID,
    71: FROM,
    80: ({ code }) => `1306${code}`,
    81: versionOf,
  },
};

/** 1307: western diagnoses in three codes. */
export const DIAGNOSES: DiagnosisLayout = {
  columns: 24,
  cells: {
    1: ({ code }) => `1307${code}`,
    11: ({ code }) => code,
    12: ({ name }) => name,
    14: ({ code }) => code,
    15: ({ name }) => name,
    16: ({ code }) => code,
    17: ({ name }) => name,
    19: VALID,
    22: () => 'V20260101',
    24: () => 'V20260101',
  },
};

/** 1309: chronic and special diseases of outpatients. */
export const CHRONIC: DiagnosisLayout = {
  columns: 16,
  cells: { 1: ({ code }) => code, 2: ({ name }) => name, 8: VALID, 10: () => 'V20260101', 12: FROM, 15: ({ name }) => name, 16: () => 'V20260101' },
};

/** Files that the demo has no rows for; their columns are told in the README. */
export const EMPTY_COLUMNS: Readonly<Record<string, number>> = {
  '1302': 30,
  '1303': 80,
  '1308': 20,
  '1310': 16,
  '1311': 16,
  '1313': 17,
  '1314': 15,
  '1315': 15,
};

export function rowOf<Row>(layout: FileLayout<Row>, row: Row): string[] {
  return Array.from({ length: layout.columns }, (_, at) => layout.cells[at + 1]?.(row) ?? '');
}

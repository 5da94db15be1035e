import type { DiagnosisPreviewRow } from '../../contract/catalogue/catalogue-diagnosis.contract.ts';

/** Headings as hospitals and the national lists write them, without signs and blanks; the first that a sheet has counts. */
const HEADINGS = {
  code: '诊断编码 診斷編碼 诊断代码 診斷代碼 疾病编码 疾病編碼 疾病代码 疾病代碼 主要编码 主要編碼 icd10编码 icd10編碼 icd10代码 icd10代碼 icd10 编码 編碼 代码 代碼 diagnosiscode icdcode code'.split(
    ' ',
  ),
  name: '诊断名称 診斷名稱 疾病名称 疾病名稱 疾病诊断名称 疾病診斷名稱 名称 名稱 diagnosisname name diagnosis'.split(' '),
} as const;
/** Lists that others hand out have a title above their headings. */
const ROWS_ABOVE = 10;
const MAX_LENGTH = { code: 40, name: 200 } as const;

export interface SheetLine {
  /** As the spreadsheet counts. */
  readonly number: number;
  readonly cells: readonly string[];
}

export interface DiagnosisLine {
  readonly number: number;
  readonly code: string;
  readonly name: string;
}

/** Codes typed with wide signs are the same codes. */
export const cleanCode = (text: string): string => text.normalize('NFKC').trim();

const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

function columnOf(cells: readonly string[], names: readonly string[]): number {
  const found = cells.map(plain);
  return names.map((one) => found.indexOf(one)).find((at) => at >= 0) ?? -1;
}

/** Lines below the headings that say something; undefined when no line holds both headings. */
export function linesOf(sheet: readonly SheetLine[]): DiagnosisLine[] | undefined {
  for (const [at, { cells }] of sheet.slice(0, ROWS_ABOVE + 1).entries()) {
    const [code, name] = [columnOf(cells, HEADINGS.code), columnOf(cells, HEADINGS.name)];
    if (code < 0 || name < 0) continue;
    return sheet
      .slice(at + 1)
      .map((line) => ({ number: line.number, code: cleanCode(line.cells[code] ?? ''), name: (line.cells[name] ?? '').trim() }))
      .filter((line) => line.code !== '' || line.name !== '');
  }
  return undefined;
}

function problemOf({ code, name }: DiagnosisLine): DiagnosisPreviewRow['problem'] {
  if (code === '') return 'code-missing';
  if (name === '') return 'name-missing';
  if (code.length > MAX_LENGTH.code) return 'code-long';
  return name.length > MAX_LENGTH.name ? 'name-long' : '';
}

/** What each line would do to a list that has these names by code. Of two lines with one code the first counts. */
export function compareLines(lines: readonly DiagnosisLine[], names: ReadonlyMap<string, string>): DiagnosisPreviewRow[] {
  const rowOf = new Map<string, number>();
  return lines.map((line) => {
    const twinRow = rowOf.get(line.code) ?? 0;
    const flaw = problemOf(line);
    const problem = flaw === '' && twinRow > 0 ? 'code-twice' : flaw;
    if (problem === '') rowOf.set(line.code, line.number);
    const before = names.get(line.code);
    const kind = problem !== '' ? 'wrong' : before === undefined ? 'new' : before === line.name ? 'same' : 'renamed';
    return {
      rowNumber: line.number,
      code: line.code,
      name: line.name,
      kind,
      nameBefore: kind === 'renamed' ? (before ?? '') : '',
      problem,
      twinRow: problem === 'code-twice' ? twinRow : 0,
    };
  });
}

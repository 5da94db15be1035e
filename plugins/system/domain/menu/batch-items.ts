export interface BatchRow {
  readonly enCode: string;
  readonly fullName: string;
}

const isRow = (one: unknown): one is BatchRow =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as Partial<BatchRow>).enCode === 'string' &&
  /^[A-Za-z0-9_.]+$/.test((one as BatchRow).enCode) &&
  typeof (one as Partial<BatchRow>).fullName === 'string' &&
  (one as BatchRow).fullName.trim() !== '';

/** Rows of `columnJson` and `formJson`: a list, or its JSON text. @returns undefined for what is neither */
export function batchRows(given: string | readonly BatchRow[] | undefined): readonly BatchRow[] | undefined {
  let list: unknown = given;
  if (typeof given === 'string') {
    try {
      list = JSON.parse(given);
    } catch {
      return undefined;
    }
  }
  return Array.isArray(list) && list.every(isRow) ? list : undefined;
}

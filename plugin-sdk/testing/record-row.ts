import type { AnyRecord, RecordRow } from '../contract/record/index.ts';

/** Members of `shown` where a test says nothing of them. */
const SHOWN: Readonly<Record<string, unknown>> = { id: '', text: '', int: 0, money: 0, instant: 0 };

/**
 * A whole row of a record as it stands on the wire: what `over` leaves out is what a new row gets, so that a further field needs no line in the tests of its page.
 *
 * ```ts
 * const ward = recordRow(wardRecord, { id: 'w1', fullName: '一病区', version: 3 });
 * ```
 */
export function recordRow<R extends AnyRecord>(record: R, over: Partial<RecordRow<R>> = {}): RecordRow<R> {
  const fields = record.fields.map(({ name, initial, of }) => [name, initial ?? of.empty ?? '']);
  const shown = record.shown.map(({ name, kind }) => [name, SHOWN[kind]]);
  return { id: 'row-1', version: 1, creatorTime: 0, lastModifyTime: 0, ...Object.fromEntries([...fields, ...shown]), ...over };
}

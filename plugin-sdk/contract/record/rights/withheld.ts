import { grantCode } from '../../access/grant-code.ts';
import type { AnyRecord, RecordField } from '../record-types.ts';

/** The right behind a field that is withheld: that of its column in the menu of the record. */
export const columnRight = ({ menu }: Pick<AnyRecord, 'menu'>, { name }: Pick<RecordField, 'name'>): string => grantCode('column', menu, name);

/**
 * Fields that somebody may not see: they are neither sent nor taken, neither searched nor sorted, counted, exported, printed.
 * @param can whether they hold a right
 */
export const withheldFields = (record: Pick<AnyRecord, 'menu' | 'fields'>, can: (code: string) => boolean): ReadonlySet<string> =>
  new Set(record.fields.filter((field) => field.withheld && !can(columnRight(record, field))).map(({ name }) => name));

import type { AnyRecord, RecordField } from './record-types.ts';

/** The field that people call a row by: its first line of text, or its first field. */
export const nameField = ({ fields }: Pick<AnyRecord, 'fields'>): RecordField | undefined => fields.find(({ kind }) => kind === 'text') ?? fields[0];

/** The field that holds the code of a row; undefined: rows have none. */
export const codeField = ({ fields }: Pick<AnyRecord, 'fields'>): RecordField | undefined => fields.find(({ kind }) => kind === 'code');

/** The field that names the row above; undefined: the record is no tree. */
export const parentField = ({ tree, fields }: Pick<AnyRecord, 'tree' | 'fields'>): RecordField | undefined => fields.find(({ name }) => name === tree?.parent);

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { UploadedFile } from '../../../contract/index.ts';
import type { RecordField } from '../../../contract/record/index.ts';
import type { RecordRows, Row } from '../record-rows.ts';

/** Fields whose columns name stored files: lists of them, and the picture of a signature. */
export const holdsFiles = ({ kind }: Pick<RecordField, 'kind'>): boolean => kind === 'files' || kind === 'images' || kind === 'signature';

const columnOf = ({ column }: RecordField) => sql.ref(`row.${column}`);

/** Rows (alias `row`) that name one of these files; an index of jsonb finds them. */
export function namesFile(fields: readonly RecordField[], fileIds: readonly string[]): RawBuilder<SqlBool> {
  const each = fields.flatMap((field) =>
    fileIds.map((fileId) => {
      const named = field.kind === 'signature' ? { fileId } : [{ fileId }];
      return sql<SqlBool>`${columnOf(field)} @> ${JSON.stringify(named)}::jsonb`;
    }),
  );
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

/** The same for hundreds of files, in one reading of the rows. */
export function namesAnyFile(fields: readonly RecordField[], fileIds: readonly string[]): RawBuilder<SqlBool> {
  const each = fields.map((field) =>
    field.kind === 'signature'
      ? sql<SqlBool>`${columnOf(field)} ->> 'fileId' = any(${[...fileIds]})`
      : sql<SqlBool>`exists (select from jsonb_array_elements(${columnOf(field)}) as file where file ->> 'fileId' = any(${[...fileIds]}))`,
  );
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

/** Files that a row names in these fields. */
export const filesOf = (rows: Pick<RecordRows, 'wire'>, row: Row, fields: readonly RecordField[]): readonly UploadedFile[] => {
  const wire = rows.wire(row);
  return fields.flatMap(({ name }) => {
    const value = wire[name] as UploadedFile | readonly UploadedFile[] | null;
    return value === null ? [] : [value].flat();
  });
};

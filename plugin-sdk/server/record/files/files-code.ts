import { sql, type SqlBool } from 'kysely';
import { AppError, EnvelopeCode, isAppError, type UploadedFile } from '../../../contract/index.ts';
import { complaintText, type FieldComplaint, type RecordField } from '../../../contract/record/index.ts';
import { NOT_YOURS, RECORD_UPLOADS, storedAddress } from '../../../contract/record/kinds/stored-files.ts';
import type { Ctx, EngineFieldCode, RecordRows, Row, Values } from '../record-rows.ts';
import { filesOf, namesFile } from './rows-of-files.ts';

/** Kinds of fields that hold a list of stored files. */
export const isFileList = ({ kind }: Pick<RecordField, 'kind'>): boolean => kind === 'files' || kind === 'images';

/**
 * What a field of files does between its column and the wire. What stands there stays, whoever changes the row. A new file was stored for a record by whoever saves
 * the row, or hangs on another row that they see: a copy of a row names the same bytes.
 */
export function filesCode(field: RecordField, rows: RecordRows): EngineFieldCode {
  const { column, kind, of, label, name: at } = field;
  const type = RECORD_UPLOADS[kind as keyof typeof RECORD_UPLOADS];
  const refused = (ctx: Ctx, complaint: FieldComplaint): AppError => {
    const msg = `${label[ctx.language]}: ${complaintText(complaint, ctx.language)}`;
    return new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: [{ path: at, msg }] });
  };

  /** As the storage says, whatever the caller wrote; undefined: it is not there, not theirs, or was stored for something else. */
  async function ownFile(ctx: Ctx, { fileId, fileVersionId }: UploadedFile): Promise<UploadedFile | undefined> {
    const file = await ctx.files.open(fileId).catch((error: unknown) => {
      if (isAppError(error)) return undefined;
      throw error;
    });
    file?.content.destroy();
    if (file?.type !== type || file.createdBy !== ctx.user.userId) return undefined;
    return { name: file.name, fileId, ...(fileVersionId === fileId && { fileVersionId }), url: storedAddress(type, fileId), fileSize: file.size };
  }

  const code = {
    read: (row: Values) => row[column] ?? [],
    async write(ctx: Ctx, given: readonly UploadedFile[], _sent: Values, stored: unknown) {
      const before = new Map(((stored ?? []) as readonly UploadedFile[]).map((file) => [file.fileId, file]));
      const files = new Map<string, UploadedFile>();
      for (const file of given) {
        const known = before.get(file.fileId) ?? (await ownFile(ctx, file));
        if (known) files.set(file.fileId, known);
      }
      const others = given.filter(({ fileId }) => !files.has(fileId)).map(({ fileId }) => fileId);
      if (others.length > 0) for (const file of await filesInRows(ctx, rows, kind, others)) files.set(file.fileId, file);
      const missing = given.find(({ fileId }) => !files.has(fileId));
      if (missing) throw refused(ctx, { said: NOT_YOURS, params: { name: missing.name } });
      const all = given.flatMap(({ fileId }) => files.get(fileId) ?? []);
      // The caller's word for a size does not count.
      const complaint = of.complaint?.(all, field, stored);
      if (complaint) throw refused(ctx, complaint);
      return { [column]: all };
    },
  };
  // Below the types: a field of no record that the compiler knows.
  return code as unknown as EngineFieldCode;
}

/** Of these files those that hang on rows of the record which the caller sees, in fields of a kind that they see. */
async function filesInRows(ctx: Ctx, rows: RecordRows, kind: string, fileIds: readonly string[]): Promise<readonly UploadedFile[]> {
  const withheld = rows.withheldFrom(ctx);
  const fields = rows.record.fields.filter((field) => field.kind === kind && !withheld.has(field.name));
  if (fields.length === 0) return [];
  const found = (await rows.table.select(ctx, 'row').where(namesFile(fields, fileIds)).execute()) as unknown as readonly Row[];
  return found.flatMap((row) => filesOf(rows, row, fields)).filter(({ fileId }) => fileIds.includes(fileId));
}

/** Rows (alias `row`) that hold a file in this field, or none. */
export function holding({ column, kind }: RecordField, value: unknown) {
  const held = sql.ref(`row.${column}`);
  if (kind === 'signature') return value === '1' ? sql<SqlBool>`${held} is not null` : sql<SqlBool>`${held} is null`;
  return value === '1' ? sql<SqlBool>`${held} <> '[]'::jsonb` : sql<SqlBool>`${held} = '[]'::jsonb`;
}

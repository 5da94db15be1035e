import { pictureAddress } from '../../../contract/files/stored-file.ts';
import { AppError, EnvelopeCode, isAppError, type UploadedFile } from '../../../contract/index.ts';
import type { RecordField } from '../../../contract/record/index.ts';
import { MAX_SIGNATURE_BYTES, MAX_SIGNATURE_HEIGHT, MAX_SIGNATURE_WIDTH, NO_SIGNATURE, SIGNATURE_UPLOAD } from '../../../contract/record/kinds/signature.ts';
import type { Ctx, EngineFieldCode, Values } from '../record-rows.ts';

/** First bytes of a PNG: its mark, then the length and the name of the chunk that says how large it is. */
const PNG_MARK = Buffer.from('89504e470d0a1a0a', 'hex');
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const HEAD_BYTES = 24;

/** Pixels of a PNG by its first bytes; undefined: it is none. */
export function pngSize(head: Buffer): { readonly width: number; readonly height: number } | undefined {
  if (head.length < HEAD_BYTES || !head.subarray(0, PNG_MARK.length).equals(PNG_MARK) || head.toString('latin1', 12, WIDTH_AT) !== 'IHDR') return undefined;
  return { width: head.readUInt32BE(WIDTH_AT), height: head.readUInt32BE(HEIGHT_AT) };
}

/**
 * What a field of kind `signature` does between its column and the wire: a new one is a picture that whoever saves the row has stored just so, of limited size. One
 * that stands there stays, whoever changes the row.
 */
export function signatureCode(field: RecordField): EngineFieldCode {
  const { column, name } = field;
  const refused = (ctx: Ctx): AppError =>
    new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: [{ path: name, msg: `${field.label[ctx.language]}: ${NO_SIGNATURE[ctx.language]}` }] });
  const code = {
    read: (row: Values) => row[column] ?? null,
    async write(ctx: Ctx, value: UploadedFile | null) {
      if (value === null) return { [column]: null };
      const { fileId, name: called } = value;
      const file = await ctx.files.open(fileId).catch((error: unknown) => {
        throw isAppError(error) ? refused(ctx) : error;
      });
      let head = Buffer.alloc(0);
      // Leaving the loop ends the reading.
      for await (const part of file.content) {
        head = Buffer.concat([head, part as Buffer]);
        if (head.length >= HEAD_BYTES) break;
      }
      const size = pngSize(head);
      const fits = size && size.width > 0 && size.height > 0 && size.width <= MAX_SIGNATURE_WIDTH && size.height <= MAX_SIGNATURE_HEIGHT;
      if (!fits || file.size > MAX_SIGNATURE_BYTES || file.type !== SIGNATURE_UPLOAD || file.createdBy !== ctx.user.userId) throw refused(ctx);
      // Only what the storage says of the file is kept.
      return { [column]: { name: called, fileId, url: pictureAddress(SIGNATURE_UPLOAD, fileId), fileSize: file.size } };
    },
  };
  // Below the types: a field of no record that the compiler knows.
  return code as unknown as EngineFieldCode;
}

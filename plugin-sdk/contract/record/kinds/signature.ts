import type { TextByLanguage } from '../../menu/menu.ts';
import type { UploadedFile } from '../../files/uploaded-file.schema.ts';
import type { FieldComplaint } from '../field-kind.ts';

/** Bytes of the picture of a signature. */
export const MAX_SIGNATURE_BYTES = 262_144;
/** Pixels of its picture. */
export const MAX_SIGNATURE_WIDTH = 1_200;
export const MAX_SIGNATURE_HEIGHT = 600;
/** Kind of upload that a signature is: pictures alone. */
export const SIGNATURE_UPLOAD = 'annexpic';

export const NO_SIGNATURE: TextByLanguage = {
  zh: '签名须由本人在此处签署（PNG 图片）',
  zhtw: '簽名須由本人在此處簽署（PNG 圖片）',
  en: 'must be signed here, by whoever saves it',
};

/** What both halves see of a signature: a picture of the right kind. Whose it is and what is in it the server looks at. */
export function signatureComplaint(value: unknown): FieldComplaint | undefined {
  if (value === null) return undefined;
  const { fileId, url, fileSize = 0 } = value as UploadedFile;
  const isPicture = fileId.endsWith('.png') && url === `/api/file/Image/${SIGNATURE_UPLOAD}/${fileId}`;
  return isPicture && fileSize <= MAX_SIGNATURE_BYTES ? undefined : { said: NO_SIGNATURE };
}

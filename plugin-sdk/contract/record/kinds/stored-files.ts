import type { TextByLanguage } from '../../menu/menu.ts';
import { pictureAddress } from '../../files/stored-file.ts';
import type { UploadedFile } from '../../files/uploaded-file.schema.ts';
import { uploadFlaw, type UploadRule } from '../../files/upload-rule.ts';
import type { FieldComplaint, KindLimits } from '../field-kind.ts';

/** Kinds of upload that files of rows are. Nobody else fetches them than who stored them, and who sees a row that names them. */
export const RECORD_UPLOADS = { files: 'record', images: 'recordpic' } as const;

const TWICE: TextByLanguage = { zh: '“{{name}}”只能出现一次', zhtw: '「{{name}}」只能出現一次', en: '{{name}} stands there twice' };
/** What people read where a file is not there, or is somebody else's. */
export const NOT_YOURS: TextByLanguage = {
  zh: '“{{name}}”已不存在或不是您上传的，请重新上传',
  zhtw: '「{{name}}」已不存在或不是您上傳的，請重新上傳',
  en: '{{name}} is no longer there, or was uploaded by somebody else: upload it again',
};

const PICTURE = /\.(?:png|jpe?g|gif|bmp|webp)$/;
/** Whether the storage took it for a picture: its name there ends by what it is. */
export const isPicture = (fileId: string): boolean => PICTURE.test(fileId);

/** Where the bytes of a stored file are had. */
export const storedAddress = (type: string, fileId: string): string =>
  isPicture(fileId) ? pictureAddress(type, fileId) : `/api/file/Download/${type}/${fileId}`;

const IMAGES = 'image/*';
/** What a field takes: of a picture that it is one. */
export const uploadRuleOf = (kind: 'files' | 'images', { limit, unit, accept }: Pick<KindLimits, 'limit' | 'unit' | 'accept'>): UploadRule => ({
  ...(limit !== undefined && { limit }),
  ...(unit !== undefined && { unit }),
  ...(kind === 'images' ? { accept: IMAGES } : accept !== undefined && { accept }),
});

/** What both halves see of files by themselves: kind, size, one twice. Whose they are the server looks at. What stands there stays. */
export const filesComplaint =
  (kind: 'files' | 'images') =>
  (value: unknown, limits: KindLimits, stored: unknown): FieldComplaint | undefined => {
    const files = value as readonly UploadedFile[];
    const kept = new Set((Array.isArray(stored) ? (stored as readonly UploadedFile[]) : []).map(({ fileId }) => fileId));
    const rule = uploadRuleOf(kind, limits);
    const seen = new Set<string>();
    for (const { fileId, name, fileSize = 0 } of files) {
      if (seen.has(fileId)) return { said: TWICE, params: { name } };
      seen.add(fileId);
      if (kept.has(fileId)) continue;
      const flaw = uploadFlaw({ name: fileId, type: isPicture(fileId) ? 'image/x' : '', size: fileSize }, rule);
      if (flaw && 'key' in flaw) return flaw;
    }
    return undefined;
  };

import type { RuleFailure } from '../checks/validation.ts';

/** Bytes of the units in which limits of uploads are given (spec 9). */
export const UNIT_BYTES = { KB: 1024, MB: 1_048_576, GB: 1_073_741_824 } as const;
export type SizeUnit = keyof typeof UNIT_BYTES;

/** A file has to be smaller than this many MB where nothing else is said (spec 9). */
export const DEFAULT_UPLOAD_MB = 5;

/** Which files a field takes. */
export interface UploadRule {
  /** A file has to be smaller than this many units. Default 5. */
  readonly limit?: number;
  /** Default MB. */
  readonly unit?: SizeUnit;
  /** Extensions such as `.xls,.xlsx`, or a mime type such as `image/*`, as the input element takes them. Default: everything. */
  readonly accept?: string;
}

const IMAGES = 'image/*';

function isAccepted({ name, type }: Pick<File, 'name' | 'type'>, accept: string): boolean {
  return accept
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .some((one) => {
      if (one.startsWith('.')) return name.toLowerCase().endsWith(one) && name.length > one.length;
      return one.endsWith('/*') ? type.toLowerCase().startsWith(one.slice(0, -1)) : type.toLowerCase() === one;
    });
}

/** What is wrong with a chosen file before it is sent (spec 5, uploads); `validationText` says it. */
export function uploadFlaw(
  file: Pick<File, 'name' | 'type' | 'size'>,
  { limit = DEFAULT_UPLOAD_MB, unit = 'MB', accept }: UploadRule,
): RuleFailure | undefined {
  const picture = accept === IMAGES;
  if (accept !== undefined && !isAccepted(file, accept)) return picture ? { key: 'imageType' } : { key: 'fileType', params: { type: accept } };
  if (file.size < limit * UNIT_BYTES[unit]) return undefined;
  return { key: picture ? 'imageSize' : 'fileSize', params: { limit, unit } };
}

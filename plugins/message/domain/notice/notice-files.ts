import type { UploadedFile } from '@nephra/plugin-sdk/contract';

/** What callers say of a file; what counts is what the storage says. */
export interface NamedFile {
  readonly name: string;
  readonly fileId: string;
}

/**
 * Files as clients send them: JSON text with an array; older ones leave it empty or send null. The stored name stands in `fileId`, or in `name` of the
 * answer of an upload.
 * @returns undefined for what is no such text
 */
export function readFilesText(text: string | null | undefined): NamedFile[] | undefined {
  if (text === null || text === undefined || text.trim() === '') return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(list)) return undefined;
  const files = list.map((one: unknown) => {
    if (typeof one !== 'object' || one === null) return undefined;
    const { name, fileId } = one as { readonly name?: unknown; readonly fileId?: unknown };
    return typeof name === 'string' && typeof fileId === 'string' ? { name, fileId } : undefined;
  });
  return files.every((file) => file !== undefined) ? files : undefined;
}

/** The same list of files, whatever their order. */
export const fileIdsOf = (files: readonly Pick<UploadedFile, 'fileId'>[]): string[] => [...new Set(files.map(({ fileId }) => fileId))];

import type { UploadedFile } from '@nephra/plugin-sdk/contract';

/** Address of a file of the storage; anything else would be fetched from wherever its author likes. */
const STORED = /^\/api\/file\/(?:Image|Download)\/[A-Za-z]{1,40}\/\d{8}_[0-9a-f]{32}\.[a-z0-9]{1,8}$/;

function fileOf(value: unknown): UploadedFile | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, fileId, fileVersionId, url, fileSize } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name === '' || typeof fileId !== 'string' || typeof url !== 'string' || !STORED.test(url) || !url.endsWith(`/${fileId}`)) {
    return undefined;
  }
  return {
    name,
    fileId,
    url,
    ...(typeof fileVersionId === 'string' && { fileVersionId }),
    ...(typeof fileSize === 'number' && { fileSize }),
  };
}

/** Attachments of a message as they come, JSON text of a list (spec 3-17). What is no file of our own storage is left out; a text that is none has none. */
export function attachmentsOf(files: string): readonly UploadedFile[] {
  try {
    const list: unknown = JSON.parse(files);
    return Array.isArray(list) ? list.flatMap((one) => fileOf(one) ?? []) : [];
  } catch {
    return [];
  }
}

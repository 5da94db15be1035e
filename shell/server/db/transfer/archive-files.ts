import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ArchiveReader } from './archive-reader.ts';
import { type FileHead, type FilesEnd, TransferError } from './archive-format.ts';
import type { ArchiveWriter } from './archive-writer.ts';

/** Uploads that are still arriving; they count for nobody yet. */
const UNFINISHED = 'incoming/';
const PART = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/;

/** Where uploaded files are read from: the storage of the server. */
export interface FileSource {
  list(below: ''): AsyncIterable<{ readonly place: string; readonly size: number }>;
  /** Ends with an error of code `ENOENT` where nothing lies. */
  read(place: string): Readable;
}

/** Files that count: those that are still arriving are left out. */
export async function* filesOf(source: FileSource): AsyncGenerator<{ readonly place: string; readonly size: number }> {
  for await (const file of source.list('')) if (!file.place.startsWith(UNFINISHED)) yield file;
}

/** Puts uploaded files into the archive. One that is deleted meanwhile is left out, as one that was deleted before. */
export async function putFiles(archive: ArchiveWriter, source: FileSource, told: (files: number) => void): Promise<FilesEnd> {
  let [files, bytes] = [0, 0];
  for await (const { place, size } of filesOf(source)) {
    if (!(await putFile(archive, source.read(place), place, size))) continue;
    files += 1;
    bytes += size;
    told(files);
  }
  await archive.put(`${JSON.stringify({ files, bytes } satisfies FilesEnd)}\n`);
  return { files, bytes };
}

async function putFile(archive: ArchiveWriter, content: Readable, file: string, size: number): Promise<boolean> {
  const digest = createHash('sha256');
  let at = 0;
  let begun = false;
  const begin = async (): Promise<void> => {
    if (!begun) await archive.put(`${JSON.stringify({ file, size } satisfies FileHead)}\n`);
    begun = true;
  };
  try {
    for await (const piece of content as AsyncIterable<Buffer>) {
      await begin();
      at += piece.length;
      if (at > size) break;
      digest.update(piece);
      await archive.put(piece);
    }
    await begin();
  } catch (error) {
    if (begun || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
  if (at !== size) throw new TransferError(`The file ${file} changed its length while it was read.`);
  await archive.put(`${JSON.stringify({ sha256: digest.digest('hex') })}\n`);
  return true;
}

const isInside = (place: string): boolean => place.split('/').every((part) => PART.test(part));

/**
 * Reads the uploaded files of an archive, checks each against its digest and writes them below `folder`.
 * @param folder undefined: nothing is written
 * @throws TransferError for a file that was changed or cut off, or that would lie elsewhere
 */
export async function takeFiles(reader: ArchiveReader, folder: string | undefined): Promise<FilesEnd> {
  let [files, bytes] = [0, 0];
  for (;;) {
    const line = (await reader.object()) as Partial<FileHead & FilesEnd>;
    if (line.file === undefined) {
      if (line.files !== files || line.bytes !== bytes) throw new TransferError(`The export has ${files} uploaded files instead of ${line.files}.`);
      return { files, bytes };
    }
    const { file, size = -1 } = line;
    if (typeof file !== 'string' || !isInside(file) || !Number.isSafeInteger(size) || size < 0)
      throw new TransferError('The export is damaged: it names an uploaded file that cannot be.');
    await takeFile(reader, file, size, folder);
    files += 1;
    bytes += size;
  }
}

async function takeFile(reader: ArchiveReader, file: string, size: number, folder: string | undefined): Promise<void> {
  const digest = createHash('sha256');
  const target = folder === undefined ? undefined : path.join(folder, file);
  if (target) await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const handle = target === undefined ? undefined : await open(target, 'w', 0o600);
  try {
    for await (const piece of reader.bytes(size)) {
      digest.update(piece);
      await handle?.writeFile(piece);
    }
    await handle?.sync();
  } finally {
    await handle?.close();
  }
  const { sha256 } = (await reader.object()) as { readonly sha256?: string };
  if (sha256 !== digest.digest('hex')) throw new TransferError(`The export is damaged: the uploaded file ${file} does not match its digest.`);
}

import { createHash } from 'node:crypto';
import { mkdir, open, opendir } from 'node:fs/promises';
import path from 'node:path';
import type { ArchiveReader } from './archive-reader.ts';
import { type FileHead, type FilesEnd, TransferError } from './archive-format.ts';
import type { ArchiveWriter } from './archive-writer.ts';

const PIECE_BYTES = 1024 * 1024;
/** Uploads that are still arriving; they count for nobody yet. */
const UNFINISHED = 'incoming';
const PART = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/;

/** Ordinary files below a folder, by their place in it; none where the folder is not there. One level is in memory at a time. */
export async function* filesBelow(folder: string, below = ''): AsyncGenerator<string> {
  const entries = await opendir(path.join(folder, below)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!entries) return;
  for await (const entry of entries) {
    const place = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile()) yield place;
    else if (entry.isDirectory() && place !== UNFINISHED) yield* filesBelow(folder, place);
  }
}

/** Puts uploaded files into the archive. One that is deleted meanwhile is left out, as one that was deleted before. */
export async function putFiles(archive: ArchiveWriter, folder: string, told: (files: number) => void): Promise<FilesEnd> {
  let [files, bytes] = [0, 0];
  for await (const file of filesBelow(folder)) {
    const size = await putFile(archive, path.join(folder, file), file);
    if (size === undefined) continue;
    files += 1;
    bytes += size;
    told(files);
  }
  await archive.put(`${JSON.stringify({ files, bytes } satisfies FilesEnd)}\n`);
  return { files, bytes };
}

async function putFile(archive: ArchiveWriter, source: string, file: string): Promise<number | undefined> {
  const handle = await open(source, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    await archive.put(`${JSON.stringify({ file, size } satisfies FileHead)}\n`);
    const digest = createHash('sha256');
    for (let at = 0; at < size; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(PIECE_BYTES, size - at)), 0, undefined, at);
      if (bytesRead === 0) throw new TransferError(`The file ${file} became shorter while it was read.`);
      const piece = buffer.subarray(0, bytesRead);
      digest.update(piece);
      await archive.put(piece);
      at += bytesRead;
    }
    await archive.put(`${JSON.stringify({ sha256: digest.digest('hex') })}\n`);
    return size;
  } finally {
    await handle.close();
  }
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

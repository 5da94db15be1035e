import { AppError, isAppError } from '@nephra/plugin-sdk/contract';
import { ZipParts } from '@nephra/plugin-sdk/server';

export interface FileLimits {
  /** All parts unpacked. The compression ratio is limited by the reader itself. */
  readonly unpackedBytes: number;
  readonly entries: number;
  readonly lineChars: number;
}

/** A full national drug file unpacks to about 250 MB. */
export const FILE_LIMITS: FileLimits = { unpackedBytes: 1024 * 1024 * 1024, entries: 8, lineChars: 200_000 };

const refused = (reason: string): AppError => new AppError('insurance.catalogue-file', { params: { reason } });

async function* linesOf(chunks: AsyncIterable<string>, { lineChars }: FileLimits): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const pieces = (rest + chunk).split('\n');
    rest = pieces.pop() ?? '';
    if (rest.length > lineChars) throw refused('line');
    for (const piece of pieces) yield piece.endsWith('\r') ? piece.slice(0, -1) : piece;
  }
  if (rest !== '') yield rest;
}

/**
 * Lines of the text files in a zipped file of the platform, unpacked piece by piece: what is in memory is the packed file and one line.
 * @throws AppError `insurance.catalogue-file` when it is no zip file, holds too many or too big parts, or lines without end
 */
export async function* zippedLines(content: Buffer, limits: FileLimits = FILE_LIMITS): AsyncGenerator<string> {
  try {
    const zip = new ZipParts(content, limits.unpackedBytes);
    const { paths } = zip;
    if (paths.length === 0 || paths.length > limits.entries) throw refused('entries');
    for (const path of paths) {
      let first = true;
      for await (const line of linesOf(zip.text(path), limits)) {
        const text = first ? line.replace(/^\uFEFF/, '') : line;
        first = false;
        if (text.trim() !== '') yield text;
      }
    }
  } catch (error) {
    if (isAppError(error) && error.key.startsWith('core.xlsx-')) throw refused(error.key === 'core.xlsx-too-large' ? 'size' : 'unreadable');
    throw error;
  }
}

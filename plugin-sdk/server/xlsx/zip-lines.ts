import { AppError, EnvelopeCode } from '../../contract/errors.ts';
import { ZipParts } from './read-zip.ts';

export interface ZippedLinesLimits {
  /** All parts unpacked. How well they are packed is limited by itself. */
  readonly unpackedBytes: number;
  readonly entries: number;
  readonly lineChars: number;
}

const refused = (reason: 'entries' | 'line'): AppError => new AppError('core.xlsx-unreadable', { code: EnvelopeCode.Invalid, params: { reason } });

/**
 * Lines of the text files in a zipped file, unpacked piece by piece: what is in memory is the packed file and one line. Ends of lines, empty
 * lines and a byte order mark are left out. Works in the thread that calls it; `zippedLines` is for what comes from outside.
 * @throws AppError `core.xlsx-too-large`; `core.xlsx-unreadable`, with the param `reason` `entries` for none or too many parts, `line` for one without end
 */
export async function* parseZippedLines(content: Buffer, limits: ZippedLinesLimits): AsyncGenerator<string> {
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
}

async function* linesOf(chunks: AsyncIterable<string>, { lineChars }: ZippedLinesLimits): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const pieces = (rest + chunk).split('\n');
    rest = pieces.pop() ?? '';
    if (rest.length > lineChars) throw refused('line');
    for (const piece of pieces) yield piece.endsWith('\r') ? piece.slice(0, -1) : piece;
  }
  if (rest !== '') yield rest;
}

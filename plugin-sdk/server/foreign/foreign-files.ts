import { parseSheet, type SheetContent, type XlsxLimits } from '../xlsx/read-xlsx.ts';
import { parseZippedLines, type ZippedLinesLimits } from '../xlsx/zip-lines.ts';

/** Reads files that came from outside where they can harm nobody: with limits of time and memory, beside the thread that answers calls. */
export interface ForeignFileReader {
  sheet(content: Buffer, limits: XlsxLimits): Promise<SheetContent>;
  /** Lines in batches; ending the loop early ends the reading. */
  zippedLines(content: Buffer, limits: ZippedLinesLimits): AsyncIterable<readonly string[]>;
}

/** Plugins travel with a copy of the SDK each, so the one reader of the process is found under a name that all copies know. */
const READERS = Symbol.for('@nephra/plugin-sdk/foreign-file-readers');
const readers = (): ForeignFileReader[] => {
  const place = globalThis as { [READERS]?: ForeignFileReader[] };
  place[READERS] ??= [];
  return place[READERS];
};

/** For the shell: every copy of the SDK in this process reads with it from now on. @returns takes it back */
export function offerForeignFileReader(reader: ForeignFileReader): () => void {
  readers().push(reader);
  return () => {
    const at = readers().lastIndexOf(reader);
    if (at >= 0) readers().splice(at, 1);
  };
}

/**
 * Reads the first visible sheet of an .xlsx that came from outside: texts and numbers as a person sees them; of a formula the result that
 * was stored with it, nothing is calculated. In the server this happens in a thread of its own, which a file can neither hold up nor fill;
 * without a server (tests, scripts) in the thread that calls.
 * @throws AppError `core.xlsx-unreadable`, `core.xlsx-too-large`, `core.xlsx-too-many-rows`, `core.xlsx-too-slow`, `core.too-busy`
 */
export async function readSheet(content: Buffer, limits: XlsxLimits): Promise<SheetContent> {
  const reader = readers().at(-1);
  return reader ? await reader.sheet(content, limits) : await parseSheet(content, limits);
}

/**
 * Lines of the text files in a zipped file that came from outside, without ends of lines, empty lines and byte order marks. As `readSheet`
 * it works in a thread of its own, at the speed of the loop that takes the lines.
 * @throws AppError as `readSheet`; `core.xlsx-unreadable` has the param `reason` `entries` for none or too many parts, `line` for one without end
 */
export async function* zippedLines(content: Buffer, limits: ZippedLinesLimits): AsyncGenerator<string> {
  const reader = readers().at(-1);
  if (!reader) yield* parseZippedLines(content, limits);
  else for await (const lines of reader.zippedLines(content, limits)) yield* lines;
}

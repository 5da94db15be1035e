import { AppError, isAppError } from '@nephra/plugin-sdk/contract';
import { zippedLines as foreignLines, type ZippedLinesLimits } from '@nephra/plugin-sdk/server';

/** A full national drug file unpacks to about 250 MB. */
export const FILE_LIMITS: ZippedLinesLimits = { unpackedBytes: 1024 * 1024 * 1024, entries: 8, lineChars: 200_000 };

const REASONS: Readonly<Record<string, string>> = { 'core.xlsx-too-large': 'size', 'core.xlsx-too-slow': 'slow' };

/**
 * Lines of the text files in a zipped file of the platform, unpacked piece by piece beside the thread that answers calls.
 * @throws AppError `insurance.catalogue-file` when it is no zip file, holds too many or too big parts, or lines without end
 */
export async function* zippedLines(content: Buffer, limits: ZippedLinesLimits = FILE_LIMITS): AsyncGenerator<string> {
  try {
    yield* foreignLines(content, limits);
  } catch (error) {
    if (!isAppError(error) || !error.key.startsWith('core.xlsx-')) throw error;
    const reason = REASONS[error.key] ?? String(error.params.reason ?? 'unreadable');
    throw new AppError('insurance.catalogue-file', { params: { reason }, cause: error });
  }
}

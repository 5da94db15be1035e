import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * Text of a file that somebody else has put there. A link, a pipe or a device in its place would hold the server, or never end; so would a file that is too
 * long: none of it is read then.
 * @throws Error that says what it is; the system's own where there is none (`ENOENT`)
 */
export function plainFile(file: string, maxBytes: number): string {
  // A pipe is opened without waiting for whoever writes into it, and what was opened is what is read.
  const opened = openedPlain(file);
  try {
    const info = fstatSync(opened);
    if (!info.isFile()) throw new Error('it is no plain file');
    if (info.size > maxBytes) throw new Error(`it has ${info.size} bytes; at most ${maxBytes}`);
    // Asked of another thread, the same bytes cost several times as much; a start reads one for each package.
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}

function openedPlain(file: string): number {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw new Error('it is no plain file', { cause: error });
    throw error;
  }
}

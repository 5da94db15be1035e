import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { withoutTrailing } from '@nephra/plugin-sdk/contract';

export const KEY_BYTES = 32;
const FILE = 'secret.key';

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException | undefined)?.code === code;

/** Reads 32 bytes of base64. Node's own decoder takes any text, so what it read is compared with what was written. */
export function keyOf(text: string): Buffer | undefined {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, 'base64');
  const padded = key.toString('base64');
  return key.length === KEY_BYTES && (trimmed === padded || trimmed === withoutTrailing(padded, '=')) ? key : undefined;
}

function readKey(file: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  const key = keyOf(text);
  if (!key) throw new Error(`${file} must hold ${KEY_BYTES} bytes in base64. Put the right file back from a backup, or set SECRET_KEY.`);
  return key;
}

/** Without it a crash could lose the name of a file whose content is safe. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Linked into place, never renamed: of two processes that start at once, the first one's key stays and the other reads it. */
function makeKey(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.new`;
  const handle = openSync(unfinished, 'wx', 0o600);
  try {
    writeSync(handle, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    linkSync(unfinished, file);
    syncFolder(folder);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    unlinkSync(unfinished);
  }
}

/**
 * The key of this installation: `given` (SECRET_KEY), else `DATA_DIR/secret.key`, which is made on first use and readable by the owner alone.
 * @throws Error naming the file that does not fit or cannot be written
 */
export function installationKey(given: string, dataDir: string): Buffer {
  if (given !== '') {
    const key = keyOf(given);
    if (!key) throw new Error(`SECRET_KEY must hold ${KEY_BYTES} bytes in base64.`);
    return key;
  }
  const folder = path.resolve(dataDir);
  const file = path.join(folder, FILE);
  const there = readKey(file);
  if (there) return there;
  makeKey(folder, file);
  const made = readKey(file);
  if (!made) throw new Error(`${file} vanished while it was made.`);
  return made;
}

import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';

/** One value of one table; null takes it away. */
export type Change = readonly [table: string, key: string, value: unknown];

const COMPACT_ABOVE_LINES = 4000;
/** Rows per line of a compacted file: no line grows without end. */
const ROWS_PER_LINE = 500;

export interface AppendLog {
  /** All changes of one call in one line: after a kill it is there whole or not at all. */
  append(changes: readonly Change[]): void;
  close(): void;
}

/**
 * Replays the file into `apply` and opens it for more. A torn last line is what a kill left of a call that was never answered; it goes.
 * What is written is with the operating system before the call is answered, so it outlives the process.
 */
export function openAppendLog(file: string, apply: (changes: readonly Change[]) => void, rows: () => Iterable<Change>): AppendLog {
  mkdirSync(path.dirname(file), { recursive: true });
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
  const lines = whole.toString('utf8').split('\n').filter(Boolean);
  for (const line of lines) apply(JSON.parse(line) as Change[]);
  if (lines.length > COMPACT_ABOVE_LINES) compact(file, [...rows()]);
  const handle = openSync(file, 'a');
  if (whole.length < bytes.length && lines.length <= COMPACT_ABOVE_LINES) ftruncateSync(handle, whole.length);
  return {
    append(changes) {
      const line = Buffer.from(`${JSON.stringify(changes)}\n`);
      for (let at = 0; at < line.length; ) at += writeSync(handle, line, at);
    },
    close: () => closeSync(handle),
  };
}

function compact(file: string, rows: readonly Change[]) {
  const lines: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_LINE) lines.push(`${JSON.stringify(rows.slice(at, at + ROWS_PER_LINE))}\n`);
  writeFileSync(`${file}.new`, lines.join(''));
  renameSync(`${file}.new`, file);
}

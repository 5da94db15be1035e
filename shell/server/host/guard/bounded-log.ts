import type { Log } from '@nephra/plugin-sdk/server';
import { cutLine } from './log-line.ts';

/** Lines that a package from outside may write within a minute. */
export const MAX_LINES_PER_MINUTE = 300;
const MINUTE_MS = 60_000;

type Level = 'debug' | 'info' | 'warn' | 'error';
type After = (ms: number, act: () => void) => void;

const afterUnheld: After = (ms, act) => void setTimeout(act, ms).unref();

/**
 * A plugin's log that cannot fill the disk: of one minute the first lines are written, each as long as a line may be, and at its end how many were left out.
 * Those cost next to nothing, not even a look at the clock: a loop writes a million.
 * @param nowMs a line of time that goes on; it need not be that of the wall
 * @param after acts once so much of that time is over
 */
export function boundedLog(log: Log, nowMs: () => number, most = MAX_LINES_PER_MINUTE, after = afterUnheld): Log {
  let minute = -1;
  let written = 0;
  let leftOut = 0;
  let isFull = false;
  const beginAnew = (): void => {
    isFull = false;
    written = 0;
    minute = Math.floor(nowMs() / MINUTE_MS);
    const said = leftOut;
    leftOut = 0;
    if (said > 0) log.warn({ leftOut: said }, 'lines of this plugin were left out: it wrote too many');
  };
  const line =
    (level: Level) =>
    (fields: object, message: string): void => {
      if (isFull) {
        leftOut += 1;
        return;
      }
      if (Math.floor(nowMs() / MINUTE_MS) !== minute) beginAnew();
      written += 1;
      const cut = cutLine(fields, message);
      log[level](cut.fields, cut.message);
      if (written < most) return;
      isFull = true;
      after(Math.ceil((minute + 1) * MINUTE_MS - nowMs()), beginAnew);
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

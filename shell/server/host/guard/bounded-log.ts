import type { Log } from '@nephra/plugin-sdk/server';
import { cutLine } from './log-line.ts';

/** Lines that a package from outside may write within a minute. */
export const MAX_LINES_PER_MINUTE = 300;
const MINUTE_MS = 60_000;

type Level = 'debug' | 'info' | 'warn' | 'error';

/**
 * A plugin's log that cannot fill the disk: of one minute the first lines are written, each as long as a line may be, and at the beginning of the next
 * one how many were left out.
 * @param nowMs a line of time that goes on; it need not be that of the wall
 */
export function boundedLog(log: Log, nowMs: () => number, most = MAX_LINES_PER_MINUTE): Log {
  let minute = -1;
  let written = 0;
  let leftOut = 0;
  const line =
    (level: Level) =>
    (fields: object, message: string): void => {
      const now = Math.floor(nowMs() / MINUTE_MS);
      if (now !== minute) {
        if (leftOut > 0) log.warn({ leftOut }, 'lines of this plugin were left out: it wrote too many');
        minute = now;
        written = 0;
        leftOut = 0;
      }
      written += 1;
      if (written > most) {
        leftOut += 1;
        return;
      }
      const cut = cutLine(fields, message);
      log[level](cut.fields, cut.message);
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

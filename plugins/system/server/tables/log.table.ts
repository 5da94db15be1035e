import { closedDoor, column, defineTable } from '@nephra/plugin-sdk/server';
import { MAX_PROBLEM } from '../../contract/log/limits.ts';

/** Who and where; empty where nobody is known. */
const who = { orgId: column.text(64), userId: column.text(64), userName: column.text(100), ip: column.text(64) };
const seq = column.int(1, Number.MAX_SAFE_INTEGER);
const options = { rowsStay: true, scope: closedDoor, key: ['seq'] } as const;

/** Calls that were answered. */
export const requestLogTable = defineTable(
  'system.request_log',
  {
    seq,
    at: column.instant(),
    ...who,
    platform: column.text(100),
    method: column.text(10),
    path: column.text(300),
    module: column.text(128),
    code: column.int(0, 9_999),
    milliseconds: column.int(0, 2_000_000_000),
  },
  options,
);

/** Errors of the structured log. */
export const exceptionLogTable = defineTable(
  'system.exception_log',
  { seq, at: column.instant(), ...who, module: column.text(128), message: column.text(500), body: column.text(MAX_PROBLEM) },
  options,
);

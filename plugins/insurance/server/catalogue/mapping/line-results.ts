import type { BatchReply } from '../../../contract/index.ts';

/** Outcome of one line: nothing = done. */
export interface LineVerdict {
  readonly drugId: string;
  /** Key under `errors`. */
  readonly error?: string;
  /** What the platform said. */
  readonly said?: string;
}

export function tellLines(verdicts: readonly LineVerdict[]): BatchReply {
  const lines = verdicts.map(({ drugId, error = '', said = '' }) => ({ drugId, ok: error === '', error, said: said.slice(0, 300) }));
  const failed = lines.filter((line) => !line.ok).length;
  return { done: lines.length - failed, failed, lines };
}

import type { Kysely } from 'kysely';
import { auditTable } from '../tables/audit.table.ts';
import type { CoreTables } from '../tables/tables.ts';
import { chainHash } from './audit-log.ts';

/** Where the chain breaks: number of the first entry that is not what was written, and why. */
export interface ChainBreak {
  readonly seq: number;
  /** `changed` also means: another entry stands in its place. `column`: the text is whole, a column beside it is not. */
  readonly reason: 'missing' | 'changed' | 'column' | 'tail';
  /** What stands there now, for people; empty when nothing does. */
  readonly action: string;
  /** ISO instant. */
  readonly at: string;
}

export interface ChainReport {
  readonly entries: number;
  readonly broken: ChainBreak | undefined;
}

export interface ChainCheck {
  /** Hears how many entries were read so far. */
  readonly onProgress?: (checked: number) => void;
  readonly signal?: AbortSignal;
}

const PAGE = 1000;

/** Columns that repeat what the entry's text says, under the same name. */
const REPEATED = ['class', 'action', 'outcome', 'userId', 'orgId', 'subject', 'subjectId', 'patientId', 'requestId'] as const;

/** Reads the whole audit log and recomputes every hash. Finds removed, changed, added and reordered entries and a cut-off tail. */
export async function verifyChain(db: Kysely<CoreTables>, { onProgress, signal }: ChainCheck = {}): Promise<ChainReport> {
  // Entries that come while this runs are the next check's: the end is fixed before the first one is read.
  const head = await db.selectFrom('core.audit_head').select(['seq', 'hash']).where('id', '=', 1).executeTakeFirstOrThrow();
  const last = Number(head.seq);
  let previous = '';
  let seq = 0;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await db
      .selectFrom('core.audit as entry')
      .select(auditTable.sqlColumns('entry'))
      .where('entry.seq', '>', String(seq))
      .where('entry.seq', '<=', head.seq)
      .orderBy('entry.seq')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      seq += 1;
      const found = { seq, action: row.action, at: row.at.toISOString() };
      if (Number(row.seq) !== seq) return { entries: seq - 1, broken: { ...found, reason: 'missing' } };
      if (chainHash(previous, row.body) !== row.hash) return { entries: seq, broken: { ...found, reason: 'changed' } };
      const entry = JSON.parse(row.body) as Record<string, unknown>;
      const same = row.at.toISOString() === entry.at && REPEATED.every((name) => row[name] === entry[name]);
      if (!same) return { entries: seq, broken: { ...found, reason: 'column' } };
      previous = row.hash;
    }
    onProgress?.(seq);
    if (rows.length < PAGE) break;
  }
  const whole = last === seq && head.hash === previous;
  return { entries: seq, broken: whole ? undefined : { seq: seq + 1, reason: 'tail', action: '', at: '' } };
}

import type { Kysely } from 'kysely';
import type { CoreTables } from '../core/tables.ts';
import { chainHash } from './audit-log.ts';

/** Where the chain breaks: number of the first entry that is not what was written, and why. */
export interface ChainBreak {
  readonly seq: number;
  readonly reason: 'missing' | 'changed' | 'column' | 'tail';
}

export interface ChainReport {
  readonly entries: number;
  readonly broken: ChainBreak | undefined;
}

const PAGE = 1000;

/** Reads the whole audit log and recomputes every hash. Finds removed, changed, added and reordered entries and a cut-off tail. */
export async function verifyChain(db: Kysely<CoreTables>): Promise<ChainReport> {
  let previous = '';
  let seq = 0;
  for (;;) {
    const rows = await db
      .selectFrom('core.audit')
      .select(['seq', 'action', 'outcome', 'user_id', 'subject_id', 'patient_id', 'body', 'hash'])
      .where('seq', '>', String(seq))
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      seq += 1;
      if (Number(row.seq) !== seq) return { entries: seq - 1, broken: { seq, reason: 'missing' } };
      if (chainHash(previous, row.body) !== row.hash) return { entries: seq, broken: { seq, reason: 'changed' } };
      const entry = JSON.parse(row.body) as Record<string, unknown>;
      const same =
        entry.action === row.action &&
        entry.outcome === row.outcome &&
        entry.userId === row.user_id &&
        entry.subjectId === row.subject_id &&
        entry.patientId === row.patient_id;
      if (!same) return { entries: seq, broken: { seq, reason: 'column' } };
      previous = row.hash;
    }
    if (rows.length < PAGE) break;
  }
  const head = await db.selectFrom('core.audit_head').select(['seq', 'hash']).where('id', '=', 1).executeTakeFirstOrThrow();
  const whole = Number(head.seq) === seq && head.hash === previous;
  return { entries: seq, broken: whole ? undefined : { seq: seq + 1, reason: 'tail' } };
}

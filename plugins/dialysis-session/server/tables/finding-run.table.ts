import { column, defineTable, type SqlRow, type StoredOf } from '@nephra/plugin-sdk/server';
import type { StoredFindings } from '../../domain/money/findings.ts';

/** Months of findings that are, or were, looked through in the background. */
export const findingRunTable = defineTable(
  'dialysis_session.finding_run',
  {
    id: column.id(),
    orgId: column.org(),
    facilities: column.texts(64),
    /** Names person, month and facilities: only the same question finds the answer. */
    asked: column.text(64),
    month: column.text(7),
    state: column.choice('running', 'cancelling', 'done', 'cancelled', 'failed'),
    userId: column.text(64),
    daysRead: column.int(0, 31),
    days: column.int(1, 31),
    startedAt: column.instant(),
    endedAt: column.instant().nullable(),
    error: column.text(200),
    errorParams: column.json<Readonly<Record<string, string | number>>>(),
    found: column.json<StoredFindings>().nullable(),
    leaseOwner: column.text(200),
    leaseUntil: column.instant(),
  },
  {
    rowsStay: true,
    errorPrefix: 'finding-run',
    unique: { finding_run_active: ['asked'] },
    uniqueWhere: { finding_run_active: "(state = ANY (ARRAY['running'::text, 'cancelling'::text]))" },
  },
);
export interface FindingRunStored extends StoredOf<typeof findingRunTable> {}
export type FindingRunRow = SqlRow<typeof findingRunTable>;

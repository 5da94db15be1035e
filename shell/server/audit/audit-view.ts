import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { AuditEntryView, AuditRow } from '../../contract/index.ts';
import type { CoreTables } from '../tables/tables.ts';

export interface AuditFilter {
  readonly startTime?: number;
  readonly endTime?: number;
  readonly class?: string;
  readonly outcome?: string;
  readonly userId?: string;
  readonly patientId?: string;
  readonly subjectId?: string;
  readonly action?: string;
  readonly keyword?: string;
}

export interface Onlooker {
  readonly orgIds: readonly OrgId[];
  readonly isAdministrator: boolean;
}

export const AUDIT_COLUMNS = [
  'seq',
  'at',
  'class',
  'action',
  'outcome',
  'user_id',
  'org_id',
  'subject',
  'subject_id',
  'patient_id',
  'request_id',
  'body',
  'hash',
  // Entries of before the account was kept with them.
  sql<string | null>`(select person.account from core.user_account as person where person.id = core.audit.user_id)`.as('account_now'),
] as const;

type AuditQuery<Row> = SelectQueryBuilder<CoreTables, 'core.audit', Row>;

/**
 * Own organisations only; what strangers did (no organisation) is for administrators. Data schemes of menus are left out on purpose, as the
 * contract says: an entry is about an act, and who answers for acts must find those, too, that concern rows hidden from them.
 */
export function seenBy<Row>(query: AuditQuery<Row>, { orgIds, isAdministrator }: Onlooker): AuditQuery<Row> {
  return query.where('org_id', 'in', isAdministrator ? [...orgIds, ''] : orgIds);
}

/** Wildcards of the caller are letters like others. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** What indexes and plain columns answer. */
export function narrowed<Row>(query: AuditQuery<Row>, filter: AuditFilter): AuditQuery<Row> {
  let found = query;
  if (filter.startTime !== undefined) found = found.where('at', '>=', new Date(filter.startTime));
  if (filter.endTime !== undefined) found = found.where('at', '<=', new Date(filter.endTime));
  if (filter.class) found = found.where('class', '=', filter.class);
  if (filter.outcome) found = found.where('outcome', '=', filter.outcome);
  if (filter.userId) found = found.where('user_id', '=', filter.userId);
  if (filter.patientId) found = found.where('patient_id', '=', filter.patientId);
  if (filter.subjectId) found = found.where('subject_id', '=', filter.subjectId);
  return found;
}

export function filtered<Row>(query: AuditQuery<Row>, filter: AuditFilter): AuditQuery<Row> {
  let found = narrowed(query, filter);
  if (filter.action) found = found.where('action', 'ilike', contains(filter.action));
  if (filter.keyword) {
    const account = sql`(select person.id from core.user_account as person where lower(person.account) = ${filter.keyword.trim().toLowerCase()})`;
    found = found.where(sql<boolean>`(body like ${contains(filter.keyword)} or user_id in ${account})`);
  }
  return found;
}

interface StoredEntry {
  readonly seq: string;
  readonly at: Date;
  readonly class: string;
  readonly action: string;
  readonly outcome: string;
  readonly user_id: string;
  readonly org_id: string;
  readonly subject: string;
  readonly subject_id: string;
  readonly patient_id: string;
  readonly request_id: string;
  readonly body: string;
  readonly hash: string;
  readonly account_now: string | null;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const jsonOf = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

export function presentRow(row: StoredEntry, organizeName: string): AuditRow {
  const body = JSON.parse(row.body) as Record<string, unknown>;
  return {
    seq: row.seq,
    at: row.at.getTime(),
    class: row.class,
    action: row.action,
    outcome: row.outcome,
    userId: row.user_id,
    userName: textOf(body.userName),
    userAccount: textOf(body.userAccount) || (row.account_now ?? ''),
    orgId: row.org_id,
    organizeName,
    ip: textOf(body.ip),
    subject: row.subject,
    subjectId: row.subject_id,
    patientId: row.patient_id,
    error: textOf(body.error),
    note: textOf(body.note),
  };
}

export function presentEntry(row: StoredEntry, organizeName: string): AuditEntryView {
  const body = JSON.parse(row.body) as Record<string, unknown>;
  return {
    ...presentRow(row, organizeName),
    path: textOf(body.path),
    requestId: row.request_id,
    hash: row.hash,
    before: jsonOf(body.before),
    after: jsonOf(body.after),
  };
}

import type { OrgId } from '@nephra/plugin-sdk/contract';
import { containing } from '@nephra/plugin-sdk/server';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { AuditEntryView, AuditRow } from '../../contract/index.ts';
import { type AuditStored, auditTable } from '../tables/audit.table.ts';
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

/** An entry as it is read to be shown. `seq` is a bigint, which the driver gives as text whatever its type says: take `String(seq)`. */
export interface ShownEntry extends AuditStored {
  readonly accountNow: string | null;
}

export const AUDIT_COLUMNS = [
  ...auditTable.sqlColumns('core.audit'),
  // Entries of before the account was kept with them.
  sql<string | null>`(select person.account from core.user_account as person where person.id = core.audit.user_id)`.as('accountNow'),
] as const;

type AuditQuery<Row> = SelectQueryBuilder<CoreTables, 'core.audit', Row>;

/**
 * Own organisations only; what strangers did (no organisation) is for administrators. Data schemes of menus are left out on purpose, as the
 * contract says: an entry is about an act, and who answers for acts must find those, too, that concern rows hidden from them.
 */
export function seenBy<Row>(query: AuditQuery<Row>, { orgIds, isAdministrator }: Onlooker): AuditQuery<Row> {
  // rows: the audit log is about acts, so data rights of menus do not narrow it
  return query.where('org_id', 'in', isAdministrator ? [...orgIds, ''] : orgIds);
}

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
  if (filter.action) found = found.where('action', 'ilike', containing(filter.action));
  if (filter.keyword) {
    const account = sql`(select person.id from core.user_account as person where lower(person.account) = ${filter.keyword.trim().toLowerCase()})`;
    found = found.where(sql<boolean>`(body like ${containing(filter.keyword)} or user_id in ${account})`);
  }
  return found;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const jsonOf = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

export function presentRow({ body: text, hash: _hash, requestId: _request, accountNow, ...entry }: ShownEntry, organizeName: string): AuditRow {
  const body = JSON.parse(text) as Record<string, unknown>;
  return {
    ...entry,
    seq: String(entry.seq),
    at: entry.at.getTime(),
    userName: textOf(body.userName),
    userAccount: textOf(body.userAccount) || (accountNow ?? ''),
    organizeName,
    ip: textOf(body.ip),
    error: textOf(body.error),
    note: textOf(body.note),
  };
}

export function presentEntry(row: ShownEntry, organizeName: string): AuditEntryView {
  const body = JSON.parse(row.body) as Record<string, unknown>;
  return {
    ...presentRow(row, organizeName),
    path: textOf(body.path),
    requestId: row.requestId,
    hash: row.hash,
    before: jsonOf(body.before),
    after: jsonOf(body.after),
  };
}

import type { Language } from '@nephra/plugin-sdk/contract';
import { shownRoleName } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { Audience, NamedAudience } from '../../../contract/index.ts';
import type { CoreTables } from '../../tables/tables.ts';
import type { Reach, Standpoint } from './audience.ts';

/** Who asks for views and default columns. */
export interface Viewer extends Standpoint {
  readonly userId: string;
  /** Roles of the product are named in it. */
  readonly language: Language;
  readonly isAdministrator: boolean;
  /** Own organisation and all below it. */
  readonly orgIds: readonly string[];
}

interface Place {
  readonly id: string;
  readonly fullName: string;
}

/** Entries of the table `alias` that are meant for somebody: columns `org_id` and `role_id`, null = whoever. */
export const meantFor = ({ orgIdsAbove, roleIds }: Standpoint, alias: string) => sql<boolean>`
  (${sql.ref(`${alias}.org_id`)} is null or ${sql.ref(`${alias}.org_id`)} = any(${[...orgIdsAbove]}))
  and (${sql.ref(`${alias}.role_id`)} is null or ${sql.ref(`${alias}.role_id`)} = any(${[...roleIds]}))`;

export const stored = ({ orgId, roleId }: Audience): { org_id: string | null; role_id: string | null } => ({
  org_id: orgId === '' ? null : orgId,
  role_id: roleId === '' ? null : roleId,
});

interface AudienceRow {
  readonly org_id: string | null;
  readonly org_name: string | null;
  readonly role_id: string | null;
  readonly role_name: string | null;
  readonly role_code: string | null;
}

/** @param language of the reader; null: names as they are stored, for the audit log */
export const namedAudience = (row: AudienceRow, language: Language | null): NamedAudience => ({
  orgId: row.org_id ?? '',
  orgName: row.org_name ?? '',
  roleId: row.role_id ?? '',
  roleName: language === null ? (row.role_name ?? '') : shownRoleName(row.role_code ?? '', row.role_name ?? '', language),
});

/** Organisations that somebody may mean: own and below; all for the system administrator. */
export async function organisationsOf(db: Kysely<CoreTables>, { isAdministrator, orgIds }: Viewer): Promise<Place[]> {
  const all = db
    .selectFrom('core.org')
    .select(['id', 'full_name as fullName'])
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .orderBy('sort_code')
    .orderBy('id');
  return await (isAdministrator ? all : all.where('id', 'in', [...orgIds])).execute();
}

/** Roles that people there can have: those for all organisations, and those of organisations at, above or below the viewer's. */
export async function rolesOf(db: Kysely<CoreTables>, { isAdministrator, orgIds, orgIdsAbove, language }: Viewer): Promise<Place[]> {
  const all = db
    .selectFrom('core.role as role')
    .select(['role.id', 'role.en_code', 'role.full_name'])
    .where('role.deleted_at', 'is', null)
    .where('role.enabled', '=', true)
    .orderBy('role.sort_code')
    .orderBy('role.en_code');
  const around = [...new Set([...orgIds, ...orgIdsAbove])];
  // rows: roles that count in the organisations around the caller, or everywhere
  const counts = sql<boolean>`(not exists (select 1 from core.role_org as limited where limited.role_id = role.id)
    or exists (select 1 from core.role_org as limited where limited.role_id = role.id and limited.org_id = any(${around})))`;
  const rows = await (isAdministrator ? all : all.where(counts)).execute();
  return rows.map(({ id, en_code, full_name }) => ({ id, fullName: shownRoleName(en_code, full_name, language) }));
}

/** Whom the viewer may mean. */
export async function reachOf(db: Kysely<CoreTables>, viewer: Viewer): Promise<Reach> {
  const [organizes, roles] = await Promise.all([organisationsOf(db, viewer), rolesOf(db, viewer)]);
  return { everywhere: viewer.isAdministrator, orgIds: new Set(organizes.map(({ id }) => id)), roleIds: new Set(roles.map(({ id }) => id)) };
}

import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { OrganizationNames } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { CoreTables } from '../tables/tables.ts';

export const organizationNamesOf = (db: Kysely<CoreTables>): OrganizationNames => ({
  async of(orgIds) {
    if (orgIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('core.org')
      .select(['id', 'full_name'])
      .where('id', 'in', [...orgIds])
      .execute();
    return new Map(rows.map((row) => [row.id as OrgId, row.full_name]));
  },
});

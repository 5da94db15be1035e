import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Clock, CodedAudience, ListLayouts, SharedView } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { Audience } from '../../../contract/index.ts';
import { groupBy } from '../../core/group-by.ts';
import type { CoreTables } from '../../tables/tables.ts';
import { stored } from './audience-names.ts';
import { ColumnDefaults } from './column-defaults.ts';
import { checkedView, ListViews } from './list-views.ts';

interface CodedRow {
  readonly org_id: string | null;
  readonly org_code: string | null;
  readonly role_id: string | null;
  readonly role_code: string | null;
}

/** Undefined: it is meant for an organisation or a role that is deleted. */
function codedAudience({ org_id, org_code, role_id, role_code }: CodedRow): CodedAudience | undefined {
  if ((org_id !== null && org_code === null) || (role_id !== null && role_code === null)) return undefined;
  return { orgCode: org_code ?? '', roleCode: role_code ?? '' };
}

/** `core.list-layouts@1` of the shell. */
export function listLayoutsOf(db: Kysely<CoreTables>, clock: Clock, newId: () => string): ListLayouts {
  const columns = new ColumnDefaults(db, clock, newId);
  const views = new ListViews(db, clock, newId);

  async function audienceOf({ orgCode, roleCode }: CodedAudience): Promise<Audience> {
    const idIn = async (table: 'core.org' | 'core.role', code: string): Promise<string | undefined> =>
      code === '' ? '' : (await db.selectFrom(table).select('id').where('en_code', '=', code).where('deleted_at', 'is', null).executeTakeFirst())?.id;
    const [orgId, roleId] = [await idIn('core.org', orgCode), await idIn('core.role', roleCode)];
    if (orgId === undefined) throw new AppError('core.setting-organisation', { code: EnvelopeCode.NotFound, params: { code: orgCode } });
    if (roleId === undefined) throw new AppError('core.layout-role', { code: EnvelopeCode.NotFound, params: { code: roleCode } });
    return { orgId, roleId };
  }

  async function sharedViews(): Promise<readonly (SharedView & { readonly id: string })[]> {
    const shares = await db
      .selectFrom('core.list_view_share as share')
      .leftJoin('core.org as org', (join) => join.onRef('org.id', '=', 'share.org_id').on('org.deleted_at', 'is', null))
      .leftJoin('core.role as role', (join) => join.onRef('role.id', '=', 'share.role_id').on('role.deleted_at', 'is', null))
      .select(['share.view_id', 'share.org_id', 'share.role_id', 'org.en_code as org_code', 'role.en_code as role_code'])
      .orderBy('org.en_code')
      .orderBy('role.en_code')
      .execute();
    const byView = groupBy(shares, ({ view_id }) => view_id);
    const rows = await db.selectFrom('core.list_view').select(['id', 'module_id', 'name', 'content']).orderBy('id').execute();
    return rows.flatMap(({ id, module_id: moduleId, name, content }) => {
      const audiences = (byView.get(id) ?? []).flatMap((share) => codedAudience(share) ?? []);
      return audiences.length === 0 ? [] : [{ id, moduleId, name, content, audiences }];
    });
  }

  return {
    async columns() {
      const rows = await db
        .selectFrom('core.column_default as one')
        .leftJoin('core.org as org', (join) => join.onRef('org.id', '=', 'one.org_id').on('org.deleted_at', 'is', null))
        .leftJoin('core.role as role', (join) => join.onRef('role.id', '=', 'one.role_id').on('role.deleted_at', 'is', null))
        .select(['one.module_id', 'one.fields', 'one.org_id', 'one.role_id', 'org.en_code as org_code', 'role.en_code as role_code'])
        .orderBy('one.id')
        .execute();
      return rows.flatMap((row) => {
        const audience = codedAudience(row);
        return audience ? [{ moduleId: row.module_id, columns: row.fields, ...audience }] : [];
      });
    },
    writeColumns: async ({ userId }, one) => await columns.save(one.moduleId, await audienceOf(one), one.columns, userId),
    views: async () => (await sharedViews()).map(({ id: _, ...view }) => view),
    async writeView({ userId }, { moduleId, audiences, ...given }) {
      const { name, content } = checkedView(given);
      const meant: Audience[] = [];
      for (const one of audiences) meant.push(await audienceOf(one));
      const here = (await sharedViews()).find((one) => one.moduleId === moduleId && one.name === name);
      const viewer = { userId, language: 'zh' as const, isAdministrator: true, orgIds: [], orgIdsAbove: [], roleIds: [] };
      const { id } = here ?? (await views.create(viewer, moduleId, { name, content }));
      if (here) {
        const changed = { content: JSON.stringify(content), updated_at: clock.now() };
        await db.updateTable('core.list_view').set(changed).where('id', '=', id).execute();
        await db.deleteFrom('core.list_view_share').where('view_id', '=', id).execute();
      }
      const shares = [...new Map(meant.map((one) => [`${one.orgId}/${one.roleId}`, { view_id: id, ...stored(one) }])).values()];
      await db.insertInto('core.list_view_share').values(shares).execute();
    },
  };
}

import type { Page, PageRequest } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, selectPage } from '@nephra/plugin-sdk/server';
import type { ImUser } from '../../contract/index.ts';
import type { Ctx } from '../permission-call.ts';
import { namesOf } from './place-names.ts';
import { worksIn } from '../access/user-scope.ts';

/** GET ImUser: whom one can write to. Oneself and accounts out of use are left out. */
export async function imUsers(ctx: Ctx, request: PageRequest): Promise<Page<ImUser>> {
  // rows: people are narrowed by where they work (`worksIn`), for administrators too; their door shows those everybody
  let query = ctx.db
    .selectFrom('core.user_account as person')
    .select(['person.id', 'person.account', 'person.real_name', 'person.head_icon', 'person.sort_code', 'person.org_id', 'person.department_id'])
    .where(worksIn(ctx.user.orgIds))
    .where('person.enabled', '=', true)
    .where('person.id', '<>', ctx.user.userId);
  const matches = matchesKeyword('person.search_grams', request.keyword);
  if (matches) query = query.where(matches);
  const { list, pagination } = await selectPage(query, { db: ctx.db, request, sorts: {}, byDefault: ['person.sort_code', 'asc'], tieBreaker: 'person.id' });
  const seen = new Set<string>(ctx.user.orgIds);
  const placeOf = (row: (typeof list)[number]) => ({ orgId: row.org_id, departmentId: row.department_id });
  const names = await namesOf(
    ctx,
    list.map(placeOf).filter((place) => seen.has(place.orgId)),
  );
  return {
    pagination,
    list: list.map((row) => ({
      id: row.id,
      account: row.account,
      realName: row.real_name,
      headIcon: row.head_icon,
      department: seen.has(row.org_id) ? names.last(placeOf(row)) : '',
      sortCode: row.sort_code,
    })),
  };
}

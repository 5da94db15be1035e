import { sql } from '@nephra/plugin-sdk/server';
import { contacts } from '../../../permission/contract/index.ts';
import type { Leaver } from '../../contract/leavers.contract.ts';
import type { Ctx } from '../tables/tables.ts';

/** Owners whose accounts are looked up at once. */
const PORTION = 500;

/** Everybody who owns documents: one step of the index of owners each, however many documents they have. */
async function owners(ctx: Ctx): Promise<string[]> {
  // rows: who owns documents, for system administrators alone
  const { rows } = await sql<{ id: string }>`
    with recursive owner (id) as (
      (select e.owner_id from documents.entry as e where e.purged_at is null order by e.owner_id limit 1)
      union all
      select (select e.owner_id from documents.entry as e where e.purged_at is null and e.owner_id > owner.id order by e.owner_id limit 1) from owner where owner.id is not null
    ) select id from owner where id is not null`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** People out of use who still own documents, those with most first. */
export async function leaversOf(ctx: Ctx): Promise<Leaver[]> {
  const all = await owners(ctx);
  const leavers: Leaver[] = [];
  for (let from = 0; from < all.length; from += PORTION) {
    const some = all.slice(from, from + PORTION);
    const people = await ctx.service(contacts).look(ctx.user, some);
    const gone = some.filter((id) => people.get(id)?.open !== true);
    if (gone.length === 0) continue;
    // rows: how much they own, for system administrators alone; no name of anything is told
    const { rows } = await sql<{ owner_id: string; files: number; bytes: string }>`
      select owner_id, (count(*) filter (where kind = 'file'))::int as files, coalesce(sum(file_size), 0)::text as bytes
      from documents.entry where purged_at is null and owner_id = any(${gone}::text[]) group by owner_id`.execute(ctx.db);
    for (const { owner_id: id, files, bytes } of rows) {
      const person = people.get(id);
      leavers.push({ id, account: person?.account ?? '', realName: person?.realName ?? '', files, bytes: Number(bytes) });
    }
  }
  return leavers.sort((one, other) => other.files - one.files || (one.id < other.id ? -1 : 1));
}

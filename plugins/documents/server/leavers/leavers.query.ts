import { sql } from '@nephra/plugin-sdk/server';
import { contacts } from '../../../permission/contract/index.ts';
import type { Leaver } from '../../contract/leavers.contract.ts';
import type { Ctx } from '../tables/tables.ts';

/** Owners whose accounts are looked up at once. */
const PORTION = 500;

/** People out of use who still own documents, those with most first. */
export async function leaversOf(ctx: Ctx): Promise<Leaver[]> {
  // rows: who owns how much, for system administrators alone; no name of anything is told
  const { rows } = await sql<{ owner_id: string; files: number; bytes: string }>`
    select owner_id, (count(*) filter (where kind = 'file'))::int as files, coalesce(sum(file_size), 0)::text as bytes
    from documents.entry where purged_at is null group by owner_id order by count(*) desc, owner_id`.execute(ctx.db);
  const leavers: Leaver[] = [];
  for (let from = 0; from < rows.length; from += PORTION) {
    const some = rows.slice(from, from + PORTION);
    const people = await ctx.service(contacts).look(
      ctx.user,
      some.map(({ owner_id }) => owner_id),
    );
    for (const { owner_id: id, files, bytes } of some) {
      const person = people.get(id);
      if (person?.open !== true) leavers.push({ id, account: person?.account ?? '', realName: person?.realName ?? '', files, bytes: Number(bytes) });
    }
  }
  return leavers;
}

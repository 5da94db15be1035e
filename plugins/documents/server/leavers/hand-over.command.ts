import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { contacts } from '../../../permission/contract/index.ts';
import type { DocumentRow } from '../../contract/document.contract.ts';
import { MAX_ENTRIES, MAX_NAME } from '../../contract/limits.ts';
import { cleanName, freeName } from '../../domain/entry-name.ts';
import { lockOwner, takenNames } from '../entry/find-entry.ts';
import { shownEntry } from '../entry/shown-entry.ts';
import { insertEntry } from '../entry/write-entry.command.ts';
import type { Ctx, EntryStored } from '../tables/tables.ts';

const nobody = (): AppError => new AppError('documents.person-unknown', { code: EnvelopeCode.NotFound });
const nothing = (): AppError => new AppError('documents.nothing-left', { code: EnvelopeCode.NotFound });

/**
 * All documents of somebody out of use, those in the recycle bin included, become somebody else's: they lie in a new folder that bears the name of who left. With whom
 * anything is shared stays as it was.
 * @throws AppError `documents.person-unknown`, `documents.still-here`, `documents.nothing-left`, `documents.too-many`
 */
export async function handOver(ctx: Ctx, fromId: string, toId: string): Promise<DocumentRow> {
  const people = await ctx.service(contacts).look(ctx.user, [fromId, toId]);
  const [left, heir] = [people.get(fromId), people.get(toId)];
  if (left?.open) throw new AppError('documents.still-here', { code: EnvelopeCode.Conflict, params: { name: left.realName } });
  if (!heir?.open || !(heir.reachable || toId === ctx.user.userId)) throw nobody();
  // Both at once are always locked in the same order.
  for (const id of [fromId, toId].sort()) await lockOwner(ctx, id);
  // rows: how many both have, and where who left worked; for system administrators alone
  const { rows } = await sql<{ owner_id: string; count: number; org_id: string }>`
    select owner_id, count(*)::int as count, max(org_id) as org_id from documents.entry where owner_id in (${fromId}, ${toId}) and purged_at is null group by owner_id`.execute(
    ctx.db,
  );
  const own = rows.find(({ owner_id }) => owner_id === fromId);
  if (!own) throw nothing();
  if (rows.reduce((sum, { count }) => sum + count, 1) > MAX_ENTRIES) throw new AppError('documents.too-many', { params: { max: MAX_ENTRIES } });
  const place = { ownerId: toId, orgId: own.org_id, parentId: '', path: [] };
  const name = freeName(cleanName(left?.realName || left?.account || fromId).slice(0, MAX_NAME), await takenNames(ctx, place));
  const folder = await insertEntry(ctx, place, { kind: 'folder', name, fileId: '', fileSize: 0 });
  // rows: everything of somebody out of use
  await sql`
    update documents.entry set owner_id = ${toId}, path = array[${folder.id}]::text[] || path, parent_id = case when parent_id = '' then ${folder.id} else parent_id end
    where owner_id = ${fromId}`.execute(ctx.db);
  // rows: what was shared with the new owner, who needs no share of their own
  await sql`delete from documents.share where user_id = ${toId} and entry_id in (select id from documents.entry where path @> array[${folder.id}]::text[])`.execute(
    ctx.db,
  );
  ctx.audit({ subject: 'document', subjectId: folder.id, before: { ownerId: fromId }, after: { ownerId: toId, entries: own.count } });
  return await shownEntry(ctx, folder as EntryStored);
}

import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import { MAX_DEPTH, MAX_ENTRIES, TOP } from '../../contract/limits.ts';
import { nameKey } from '../../domain/entry-name.ts';
import { type Ctx, type EntryStored, entryTable } from '../tables/tables.ts';

export const unknown = (): AppError => new AppError('documents.unknown', { code: EnvelopeCode.NotFound });
export const readOnly = (): AppError => new AppError('documents.read-only', { code: EnvelopeCode.Forbidden });
export const nameTaken = (name: string): AppError =>
  new AppError('documents.name-taken', { code: EnvelopeCode.Conflict, params: { name }, fields: [{ path: 'fullName', msg: '' }] });

/** Changes of one person's folders wait for each other: names are free, and folders stand where they stood when they were looked at. */
export async function lockOwner(ctx: Pick<Ctx, 'db'>, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`documents.entry ${ownerId}`}, 0))`.execute(ctx.db);
}

/** One that the caller may read and that is not in the recycle bin. @throws AppError `documents.unknown` */
export async function entryOf(ctx: Ctx, id: string): Promise<EntryStored> {
  const entry = await entryTable.select(ctx, 'e').where('e.id', '=', id).where('e.trashedAt', 'is', null).executeTakeFirst();
  if (!entry) throw unknown();
  return entry;
}

/** Which of these paths hold an entry that the caller may change: their own, or shared so by itself or with a folder above. */
export async function changeableIds(ctx: Ctx, entries: readonly Pick<EntryStored, 'id' | 'ownerId' | 'path'>[]): Promise<ReadonlySet<string>> {
  const { userId } = ctx.user;
  const others = entries.filter(({ ownerId }) => ownerId !== userId);
  const above = [...new Set(others.flatMap(({ path }) => path))];
  // rows: which of these folders, all above entries that the caller reads, are shared with the caller to be changed
  const shared =
    above.length === 0
      ? []
      : await ctx.db
          .selectFrom('documents.share')
          .select('entry_id')
          .where('user_id', '=', userId)
          .where('may_change', '=', true)
          .where('entry_id', 'in', above)
          .execute();
  const open = new Set(shared.map(({ entry_id }) => entry_id as string));
  return new Set(entries.filter(({ ownerId, path }) => ownerId === userId || path.some((id) => open.has(id))).map(({ id }) => id));
}

/** @throws AppError `documents.read-only` */
export async function assertMayChange(ctx: Ctx, entry: Pick<EntryStored, 'id' | 'ownerId' | 'path'>): Promise<void> {
  if (!(await changeableIds(ctx, [entry])).has(entry.id)) throw readOnly();
}

/** Where something is put: a folder, or the topmost one of its owner. */
export interface Place {
  readonly ownerId: string;
  readonly orgId: string;
  readonly parentId: string;
  /** Of the folder; empty: the topmost. */
  readonly path: readonly string[];
}

/**
 * The folder that the caller names, which they may change; its owner's folders are locked.
 * @throws AppError `documents.unknown`, `documents.read-only`, `documents.too-deep`
 */
export async function placeFor(ctx: Ctx, parentId: string): Promise<Place> {
  const { userId, orgId } = ctx.user;
  if (parentId === TOP || parentId === '') {
    await lockOwner(ctx, userId);
    return { ownerId: userId, orgId, parentId: '', path: [] };
  }
  await lockOwner(ctx, (await entryOf(ctx, parentId)).ownerId);
  const folder = await entryOf(ctx, parentId);
  if (folder.kind !== 'folder') throw unknown();
  await assertMayChange(ctx, folder);
  if (folder.path.length >= MAX_DEPTH) throw new AppError('documents.too-deep', { code: EnvelopeCode.Invalid, params: { max: MAX_DEPTH } });
  return { ownerId: folder.ownerId, orgId: folder.orgId, parentId: folder.id, path: folder.path };
}

/** Keys of the names in a folder whose owner's folders are locked; all of them, whoever asks: they are unique. */
export async function takenNames(ctx: Pick<Ctx, 'db'>, { ownerId, parentId }: Pick<Place, 'ownerId' | 'parentId'>): Promise<ReadonlySet<string>> {
  // rows: names in a folder that the caller may change
  const rows = await ctx.db
    .selectFrom('documents.entry')
    .select('name_key')
    .where('owner_id', '=', ownerId)
    .where('parent_id', '=', parentId)
    .where('trashed_at', 'is', null)
    .execute();
  return new Set(rows.map(({ name_key }) => name_key as string));
}

/** @throws AppError `documents.name-taken` @param except an entry that may have it */
export async function assertFree(ctx: Pick<Ctx, 'db'>, place: Pick<Place, 'ownerId' | 'parentId'>, name: string, except = ''): Promise<void> {
  // rows: whether a name is taken in a folder that the caller may change
  const found = await ctx.db
    .selectFrom('documents.entry')
    .select('id')
    .where('owner_id', '=', place.ownerId)
    .where('parent_id', '=', place.parentId)
    .where('name_key', '=', nameKey(name))
    .where('trashed_at', 'is', null)
    .where('id', '<>', except)
    .executeTakeFirst();
  if (found) throw nameTaken(name);
}

/** @throws AppError `documents.too-many` */
export async function assertNotTooMany(ctx: Pick<Ctx, 'db'>, ownerId: string): Promise<void> {
  // rows: how many the owner of a folder has that the caller may change
  const { rows } = await sql<{ count: string }>`select count(*) as count from documents.entry where owner_id = ${ownerId} and purged_at is null`.execute(
    ctx.db,
  );
  if (Number(rows[0]?.count ?? 0) >= MAX_ENTRIES) throw new AppError('documents.too-many', { params: { max: MAX_ENTRIES } });
}

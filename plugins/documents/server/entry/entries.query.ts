import { type Page, type PageRequest, toPage } from '@nephra/plugin-sdk/contract';
import { containing, sql } from '@nephra/plugin-sdk/server';
import type { DocumentDetail, DocumentRow } from '../../contract/document.contract.ts';
import { MAX_ENTRIES, TOP } from '../../contract/limits.ts';
import { type Ctx, type EntryStored, entryTable } from '../tables/tables.ts';
import { deletedEntries } from './deleted-entries.ts';
import { entryOf, unknown } from './find-entry.ts';
import { shownEntries, shownEntry } from './shown-entry.ts';

const SORTS = { fullName: 'e.nameKey', fileSize: 'e.fileSize', lastModifyTime: 'e.updatedAt', deleteTime: 'e.trashedAt' } as const;
type Sort = keyof typeof SORTS;
const isSort = (sidx: string | undefined): sidx is Sort => sidx !== undefined && Object.hasOwn(SORTS, sidx);
/** Rows are counted up to here. */
const MAX_COUNTED_ROWS = 10_000;

type Found = ReturnType<typeof entriesOf>;
export const entriesOf = (ctx: Ctx) => entryTable.select(ctx, 'e');
/** The caller's own, in the recycle bin or not. Through the door the database would look at all that is shared with them, too. */
const ownEntries = (ctx: Ctx): Found =>
  entryTable.everywhere(ctx, 'of the caller, whom the next condition asks for', 'e').where('e.ownerId', '=', ctx.user.userId).where('e.purgedAt', 'is', null);

/** Those whose name holds a word. */
export const named = (found: Found, keyword: string): Found => (keyword === '' ? found : found.where('e.nameKey', 'like', containing(keyword.toLowerCase())));

async function pageFrom(ctx: Ctx, found: Found, request: PageRequest, byDefault: readonly [Sort, 'asc' | 'desc']): Promise<Page<DocumentRow>> {
  const { currentPage = 1, pageSize = 20, sidx, sort } = request;
  const offset = (currentPage - 1) * pageSize;
  const [by, direction] = isSort(sidx) ? ([sidx, sort === 'desc' ? 'desc' : 'asc'] as const) : byDefault;
  // All that is found is read for its order anyway, and counted with it.
  const rows = (await (offset >= MAX_COUNTED_ROWS ? found.where(sql<boolean>`false`) : found)
    .select(sql<string>`count(*) over ()`.as('found'))
    // Folders first: the word comes later in the alphabet.
    .orderBy('e.kind', 'desc')
    .orderBy(SORTS[by], direction)
    .orderBy('e.id', direction)
    .limit(pageSize)
    .offset(offset)
    .execute()) as (EntryStored & { readonly found: string })[];
  // A page that holds nothing does not tell how many there are, but the first.
  const known = rows[0]?.found ?? (offset === 0 ? 0 : await countOf(ctx, found));
  return toPage(await shownEntries(ctx, rows), Math.min(Number(known), MAX_COUNTED_ROWS), request);
}

async function countOf(ctx: Ctx, found: Found): Promise<number> {
  const counted = found.clearSelect().select('e.id').limit(MAX_COUNTED_ROWS).as('counted');
  const { count } = await ctx.db.selectFrom(counted).select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** What lies in a folder, or below it by name. @throws AppError `documents.unknown` */
export async function entriesIn(ctx: Ctx, request: PageRequest & { readonly parentId?: string }): Promise<Page<DocumentRow>> {
  const { parentId = TOP, keyword = '' } = request;
  const word = keyword.trim();
  if (parentId === TOP || parentId === '') {
    const own = ownEntries(ctx).where('e.trashedAt', 'is', null);
    return await pageFrom(ctx, word === '' ? own.where('e.parentId', '=', '') : named(own, word), request, ['fullName', 'asc']);
  }
  const live = entriesOf(ctx).where('e.trashedAt', 'is', null);
  const folder = await entryOf(ctx, parentId);
  if (folder.kind !== 'folder') throw unknown();
  const below = sql<boolean>`e.path @> array[${folder.id}]::text[]`;
  return await pageFrom(ctx, word === '' ? live.where('e.parentId', '=', folder.id) : named(live.where(below).where('e.id', '<>', folder.id), word), request, [
    'fullName',
    'asc',
  ]);
}

/** What others share with the caller by itself. */
export async function entriesForMe(ctx: Ctx, request: PageRequest): Promise<Page<DocumentRow>> {
  const { userId } = ctx.user;
  const found = entriesOf(ctx)
    .where('e.trashedAt', 'is', null)
    .where('e.ownerId', '<>', userId)
    // rows: what is shared with the caller
    .where(sql<boolean>`e.id in (select entry_id from documents.share where user_id = ${userId})`);
  return await pageFrom(ctx, named(found, request.keyword?.trim() ?? ''), request, ['fullName', 'asc']);
}

/** What the caller shares by itself. */
export async function entriesShared(ctx: Ctx, request: PageRequest): Promise<Page<DocumentRow>> {
  const found = ownEntries(ctx)
    .where('e.trashedAt', 'is', null)
    // rows: whether the caller's own entry is shared
    .where(sql<boolean>`exists (select from documents.share where entry_id = e.id)`);
  return await pageFrom(ctx, named(found, request.keyword?.trim() ?? ''), request, ['fullName', 'asc']);
}

/** What was deleted of the caller's, and from folders of others that the caller may change; without what lies in deleted folders. */
export async function entriesInTrash(ctx: Ctx, request: PageRequest): Promise<Page<DocumentRow>> {
  return await pageFrom(ctx, named(deletedEntries(ctx), request.keyword?.trim() ?? ''), request, ['deleteTime', 'desc']);
}

/** @throws AppError `documents.unknown` */
export async function entryDetail(ctx: Ctx, id: string): Promise<DocumentDetail> {
  const entry = await entryOf(ctx, id);
  const above = await entriesOf(ctx)
    .where('e.id', 'in', [...entry.path])
    .execute();
  const names = new Map(above.map((one) => [one.id, one.name]));
  const path = entry.path.flatMap((one) => {
    const fullName = names.get(one);
    return fullName === undefined ? [] : [{ id: one, fullName }];
  });
  return { ...(await shownEntry(ctx, entry)), path };
}

/** Bytes of the caller's files, also of deleted ones that are still kept. */
export async function ownBytes(ctx: Ctx): Promise<number> {
  // Nobody has more of them, so that the database need not fear to read the whole table.
  const own = ownEntries(ctx).clearSelect().select('e.fileSize').limit(MAX_ENTRIES).as('own');
  const row = await ctx.db
    .selectFrom(own)
    .select(sql<string>`coalesce(sum(${sql.ref('own.fileSize')}), 0)`.as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(row.bytes);
}

import { AppError, EnvelopeCode, type Page, type PageRequest, toPage } from '@nephra/plugin-sdk/contract';
import { instantToWire, matchesKeyword, pageBounds, sql, totalOf } from '@nephra/plugin-sdk/server';
import type { NoticeReader } from '../../contract/notice.contract.ts';
import { isOneOf } from '../reader/people.query.ts';
import { type ItemStored, itemTable } from '../tables/item.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { targetsOf } from '../targets/write-targets.ts';

/** A notice that people may have read. @throws AppError `message.not-released` for a draft */
async function releasedOnce(ctx: Ctx, id: string): Promise<ItemStored> {
  const item = await itemTable.one(ctx, id);
  if (item.state === 'draft') throw new AppError('message.not-released', { code: EnvelopeCode.Conflict, params: { name: item.title } });
  return item;
}

/** Its receivers of now, each with what they did with it. */
export const receiversWithMarks = async (ctx: Ctx, { id, releaseNo }: ItemStored) =>
  // rows: whom a notice is for that the caller has read through its door
  ctx.db
    .selectFrom('core.user_account as account')
    .leftJoin('message.mark as mark', (join) => join.onRef('mark.user_id', '=', 'account.id').on('mark.item_id', '=', id).on('mark.release_no', '=', releaseNo))
    .where(isOneOf({ addressees: await targetsOf(ctx, id) }));

export async function countReaders(ctx: Ctx, id: string) {
  const counted = await (await receiversWithMarks(ctx, await releasedOnce(ctx, id)))
    .select([sql<string>`count(*)`.as('receivers'), sql<string>`count(mark.read_at)`.as('read'), sql<string>`count(mark.receipt_at)`.as('receipts')])
    .executeTakeFirst();
  const [receivers, read] = [Number(counted?.receivers ?? 0), Number(counted?.read ?? 0)];
  return { receivers, read, unread: receivers - read, receipts: Number(counted?.receipts ?? 0) };
}

const STATES = {
  read: sql<boolean>`mark.read_at is not null`,
  unread: sql<boolean>`mark.read_at is null`,
  receipt: sql<boolean>`mark.receipt_at is not null`,
} as const;

/** Names of its receivers who have read it, confirmed it, or not read it: those who did last first, others by account. */
export async function readersPage(ctx: Ctx, id: string, question: PageRequest & { readonly state: keyof typeof STATES }): Promise<Page<NoticeReader>> {
  const receivers = await receiversWithMarks(ctx, await releasedOnce(ctx, id));
  // rows: names of the places of people whom the notice is for
  let found = receivers
    .leftJoin('core.org as org', 'org.id', 'account.org_id')
    .where(STATES[question.state])
    .select(['account.id', 'account.real_name', 'account.account', 'org.full_name', 'mark.read_at', 'mark.receipt_at']);
  const keyword = matchesKeyword('account.search_grams', question.keyword);
  if (keyword) found = found.where(keyword);
  const { currentPage, pageSize, offset } = pageBounds(question);
  const at = question.state === 'receipt' ? ('mark.receipt_at' as const) : ('mark.read_at' as const);
  const ordered = question.state === 'unread' ? found.orderBy('account.account') : found.orderBy(at, 'desc').orderBy('account.account');
  const rows = await ordered.limit(pageSize).offset(offset).execute();
  const total = await totalOf(ctx.db, found, { list: rows, pageSize, offset });
  ctx.audit({ subject: 'notice', subjectId: id });
  const list = rows.map(
    (row): NoticeReader => ({
      ...{ userId: row.id, realName: row.real_name, account: row.account, organizeName: row.full_name ?? '' },
      ...{ readTime: instantToWire(row.read_at), receiptTime: instantToWire(row.receipt_at) },
    }),
  );
  return toPage(list, total, { currentPage, pageSize });
}

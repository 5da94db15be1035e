import { AppError, EnvelopeCode, type UserId } from '@nephra/plugin-sdk/contract';
import { MESSAGE_PAGE } from '../../contract/message-limits.ts';
import { senderIn } from '../send/message-sender.ts';
import { itemTable } from '../tables/item.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { receiversWithMarks } from './notice-readers.query.ts';

/** Between two reminders of one notice. */
const PAUSE_MS = 3_600_000;
const MINUTE_MS = 60_000;

const refused = (key: string, params: Readonly<Record<string, string | number>>): AppError =>
  new AppError(`message.${key}`, { code: EnvelopeCode.Conflict, params: { ...params } });

/**
 * Sends those who have not read a notice a message that opens it. Two who press at once wait for each other at the notice's row, and the second one is refused.
 * @returns how many
 */
export async function remindReaders(ctx: Ctx, id: string): Promise<number> {
  const item = await itemTable.lock(ctx, id);
  const ended = item.validUntil !== null && item.validUntil.getTime() <= ctx.clock.now().getTime();
  if (item.state !== 'released' || ended) throw refused('not-released', { name: item.title });
  const now = ctx.clock.steady();
  const waits = item.remindedAt === null ? 0 : item.remindedAt.getTime() + PAUSE_MS - now.getTime();
  if (waits > 0) throw refused('reminded-already', { name: item.title, minutes: Math.ceil(waits / MINUTE_MS) });
  const unread = await (await receiversWithMarks(ctx, item)).where('mark.read_at', 'is', null).select('account.id').execute();
  if (unread.length === 0) throw refused('all-read', { name: item.title });
  const reminded = await itemTable.update(ctx, item, { remindedAt: now });
  const { receivers } = await senderIn(ctx).send({
    ...{ kind: 'message.reminder', key: `message.reminder/${id}/${reminded.version}`, receivers: [{ persons: unread.map((one) => one.id as UserId) }] },
    title: { zh: '请阅读公告：{title}', zhtw: '請閱讀公告：{title}', en: 'Please read: {title}' },
    text: { zh: '{name}提醒您阅读公告“{title}”。', zhtw: '{name}提醒您閱讀公告「{title}」。', en: '{name} asks you to read the notice “{title}”.' },
    // The title of a message has room for 200 characters, and the notice's alone may have as many.
    params: { title: [...item.title].slice(0, 150).join(''), name: ctx.user.userName },
    ...{ from: { zh: '系统公告', zhtw: '系統公告', en: 'Notices' }, link: { menu: MESSAGE_PAGE, query: { notice: id } } },
  });
  ctx.audit({ subject: 'notice', subjectId: id, after: { reminded: receivers } });
  return receivers;
}

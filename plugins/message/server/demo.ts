import type { RichTextOp, UserId } from '@nephra/plugin-sdk/contract';
import { deltaToText } from '@nephra/plugin-sdk/server';
import { MessageType, type NoticeStateName } from '../contract/message-limits.ts';
import { storeMessage } from './send/store-message.command.ts';
import { itemTable } from './tables/item.table.ts';
import type { ReadCtx } from './tables/tables.ts';
import { addTargets } from './targets/write-targets.ts';

interface DemoNotice {
  readonly title: string;
  readonly ops: readonly RichTextOp[];
  readonly state: NoticeStateName;
  readonly pinned?: boolean;
  readonly hoursAgo: number;
}

const NOTICES: readonly DemoNotice[] = [
  {
    title: 'SIM 手卫生专项检查通知',
    ops: [
      { insert: '自下周一起开展为期两周的' },
      { insert: '手卫生专项检查', attributes: { bold: true } },
      { insert: '。\n' },
      { insert: '接触患者前后必须洗手或使用快速手消毒剂' },
      { insert: '\n', attributes: { list: 'ordered' } },
      { insert: '检查结果每周公布一次' },
      { insert: '\n', attributes: { list: 'ordered' } },
    ],
    // None of them waits to be confirmed: it would lie over the first page of every demo account.
    ...{ state: 'released', pinned: true, hoursAgo: 30 },
  },
  { title: 'SIM 透析用水系统维护安排', ops: [{ insert: '本周日 06:00 至 10:00 进行水处理系统维护，早班顺延一小时。\n' }], state: 'released', hoursAgo: 8 },
  { title: 'SIM 院感培训课件（草稿）', ops: [{ insert: '课件整理中。\n' }], state: 'draft', hoursAgo: 2 },
];

/** Notices of the first facility and messages of its demo accounts; all made up. */
export async function fillDemo(_data: unknown, ctx: ReadCtx): Promise<void> {
  // rows: demo accounts by their names, in an empty system
  const people = await ctx.db
    .selectFrom('core.user_account')
    .select(['id', 'account', 'real_name', 'org_id'])
    .where('account', 'in', ['admin', 'pharmacist', 'nurse'])
    .execute();
  const writer = people.find(({ account }) => account === 'admin');
  if (!writer) return;
  const now = ctx.clock.now().getTime();
  for (const { title, ops, state, pinned = false, hoursAgo } of NOTICES) {
    const at = new Date(now - hoursAgo * 3_600_000);
    const content = { ops };
    const item = await itemTable.insert(ctx, {
      ...{
        type: MessageType.notice,
        orgId: writer.org_id,
        creatorId: writer.id,
        creatorUser: writer.real_name,
        title,
        content,
        bodyText: deltaToText(content),
      },
      ...{
        texts: null,
        files: [],
        fileIds: [],
        link: null,
        urgency: 'normal',
        kind: '',
        sendKey: '',
        state,
        pinned,
        mustRead: false,
        validUntil: null,
        remindedAt: null,
      },
      ...(state === 'released' ? { releaseNo: 1, releasedAt: at } : { releaseNo: 0, releasedAt: null }),
    });
    await addTargets(ctx, item, [{ kind: 'organisation', id: writer.org_id }]);
  }
  for (const { id, account } of people.filter((one) => one.account !== 'admin'))
    await storeMessage(ctx, {
      ...{ type: 2, kind: '', title: 'SIM 欢迎使用站内消息', bodyText: '低库存、近效期、结算存疑等提醒会出现在这里。', creatorId: '', creatorUser: '系统' },
      texts: {
        ...{ titleZhtw: 'SIM 歡迎使用站內訊息', titleEn: 'SIM Welcome to messages', textZhtw: '低庫存、近效期、結算存疑等提醒會出現在這裡。' },
        ...{ textEn: 'Low stock, lots that expire, settlements in doubt and the like are told here.', fromZhtw: '系統', fromEn: 'System' },
      },
      ...{ link: null, urgency: 'normal', key: `message.demo/${account}`, audience: { addressees: [{ kind: 'user', id: id as UserId }] } },
    });
}

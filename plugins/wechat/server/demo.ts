import { DING } from './ding/ding-account.ts';
import { PUBLIC } from './public/account/public-account.ts';
import { answerTable } from './tables/public-message.table.ts';
import { dingAccountTable } from './tables/ding.table.ts';
import { publicAccountTable } from './tables/public.table.ts';
import type { ReadCtx } from './tables/tables.ts';
import { workAccountTable } from './tables/work.table.ts';
import { WORK } from './account/work-account.ts';

/** The simulated work account of the demo system. */
export interface WechatDemo {
  readonly address: string;
  readonly corpId: string;
  readonly agentId: number;
  readonly secret: string;
  readonly bookSecret: string;
  /** Of the public account; `token` is what its callbacks are signed with. */
  readonly ding: { readonly appKey: string; readonly agentId: string; readonly secret: string };
  readonly mp: { readonly appId: string; readonly secret: string; readonly token: string };
}

const ANSWERS = [
  ...([{ fullName: 'SIM 欢迎', kind: 'welcome', keywords: [], content: '欢迎关注。回复“班次”查看透析班次时间，回复“电话”联系我们。' }] as const),
  ...([{ fullName: 'SIM 班次', kind: 'keyword', keywords: ['班次', '时间'], content: '上午班 7:30，下午班 13:00，晚班 18:00，请提前半小时到达。' }] as const),
  ...([{ fullName: 'SIM 电话', kind: 'keyword', keywords: ['电话', '联系'], content: '前台电话 020-00000000，急诊请拨 120。' }] as const),
];

/** The demo system speaks with the simulation beside it: no foreign host is called. Its staff are bound in the core's own demo data. */
export async function fillDemo(data: unknown, ctx: ReadCtx): Promise<void> {
  const { address, corpId, agentId, secret, bookSecret, mp, ding } = data as WechatDemo;
  await workAccountTable.insertAll(ctx, [
    {
      ...{
        id: WORK,
        corpId,
        agentId,
        secret: ctx.secrets.seal(secret),
        bookSecret: ctx.secrets.seal(bookSecret),
        gateway: address,
        loginPage: address,
        siteAddress: '',
      },
      ...{ scanOn: true, messageOn: true, version: 1, updatedAt: ctx.clock.now() },
    },
  ]);
  await dingAccountTable.insertAll(ctx, [
    {
      ...{ id: DING, ...ding, secret: ctx.secrets.seal(ding.secret), gateway: address, siteAddress: '', messageOn: true, version: 1 },
      updatedAt: ctx.clock.now(),
    },
  ]);
  await publicAccountTable.insertAll(ctx, [
    {
      ...{ id: PUBLIC, appId: mp.appId, secret: ctx.secrets.seal(mp.secret), token: ctx.secrets.seal(mp.token), aesKey: '', gateway: address, siteAddress: '' },
      ...{ reminderUrl: '', templateKind: 'template', templateId: 'SIM-template-1', templateField: 'thing1', receiveOn: true, messageOn: true },
      ...{ version: 1, updatedAt: ctx.clock.now() },
    },
  ]);
  await answerTable.insertAll(
    ctx,
    ANSWERS.map((answer, at) => ({ id: `answer-${at + 1}`, ...answer, keywords: [...answer.keywords], match: 'contains', sortCode: at + 1, enabled: true })),
  );
}

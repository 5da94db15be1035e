import { inLanguages as text, type TextByLanguage, type UserId } from '@nephra/plugin-sdk/contract';
import { messageSender } from '@nephra/plugin-sdk/server';
import type { SettlementState } from '../../../contract/index.ts';
import { settlementTable } from '../../tables/settlement.table.ts';
import type { Ctx } from './settlement-context.ts';

const FROM = text('医保', '醫保', 'Insurance');
const CLERKS = ['clerk'];

/** States in which nobody knows how it ended, or somebody has to look. No names: a message may leave the product. */
const TOLD: Partial<
  Readonly<Record<SettlementState, { readonly title: TextByLanguage; readonly text: TextByLanguage; readonly urgency: 'important' | 'urgent' }>>
> = {
  unknown: {
    title: text('有一笔结算结果未知', '有一筆結算結果未知', 'A settlement is in doubt'),
    text: text(
      '医保平台没有回答，系统正在查证；查清之前不要对该患者重复结算。',
      '醫保平台沒有回答，系統正在查證；查清之前不要對該病患重複結算。',
      'The insurer did not answer and is being asked. Do not settle for this patient again before it is clear.',
    ),
    urgency: 'important',
  },
  'cancel-unknown': {
    title: text('有一笔结算撤销结果未知', '有一筆結算撤銷結果未知', 'A cancellation is in doubt'),
    text: text(
      '医保平台没有回答撤销请求，系统正在查证。',
      '醫保平台沒有回答撤銷請求，系統正在查證。',
      'The insurer did not answer to the cancellation and is being asked.',
    ),
    urgency: 'important',
  },
  review: {
    title: text('有一笔结算需要人工处理', '有一筆結算需要人工處理', 'A settlement needs a decision'),
    text: text(
      '系统无法查清这笔结算，请在医保驾驶舱按提示处理。',
      '系統無法查清這筆結算，請在醫保駕駛艙依提示處理。',
      'The system cannot clear this settlement up. Decide it in the insurance cockpit.',
    ),
    urgency: 'urgent',
  },
};

/** States of which people are told. */
export const TOLD_STATES = Object.keys(TOLD) as SettlementState[];
/** Of one run; the rest comes with the next. */
const AT_ONCE = 100;

/**
 * Tells whoever settled, and the insurance clerks of the facility, of settlements that are in doubt: each once for each call that was lost. Apart from the
 * transaction that moves a settlement, which must not fail for a message. Nothing where no plugin sends messages.
 */
export async function tellDoubts(ctx: Ctx): Promise<void> {
  const sender = ctx.optionalService(messageSender);
  if (!sender) return;
  const doubtful = await settlementTable
    .everywhere(ctx, 'settlements of every facility; each is told to people of its own', 'row')
    .where('row.state', 'in', TOLD_STATES)
    .orderBy('row.createdAt', 'desc')
    .limit(AT_ONCE)
    .execute();
  for (const { id, orgId, operatorId, state, doubtMsgid, cancelMsgid, settleMsgid } of doubtful) {
    const told = TOLD[state];
    if (!told) continue;
    await sender.send({
      ...{ kind: 'insurance.doubt', title: told.title, text: told.text, from: FROM, urgency: told.urgency },
      receivers: [{ organisation: orgId, roles: CLERKS }, ...(operatorId === '' ? [] : [{ persons: [operatorId as UserId] }])],
      link: { menu: 'his.insurance.cockpit', query: {} },
      key: `insurance.doubt/${id}/${state}/${doubtMsgid || cancelMsgid || settleMsgid}`,
    });
  }
}

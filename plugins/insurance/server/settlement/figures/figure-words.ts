import { inLanguages as text, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import type { FigureColumn } from '@nephra/plugin-sdk/server';
import type { SettlementState } from '../../../contract/index.ts';
import { DOUBTFUL_STATES, OPEN_STATES } from '../../../domain/settlement/settlement-states.ts';

/** What the panel of settlements says, in the reader's language. */
export const FIGURE_WORDS = {
  title: text('医保结算统计', '醫保結算統計', 'Insured settlements'),
  settled: text('已结算', '已結算', 'Settled'),
  dayRule: text(
    '按开始办理的日期，与结算记录一致；之后撤销的不计。',
    '依開始辦理的日期，與結算紀錄一致；之後撤銷的不計。',
    'By the day they were begun, as the list of settlements has it; those that were cancelled later do not count.',
  ),
  fund: text('基金支付', '基金支付', 'Paid by the funds'),
  own: text('个人负担', '個人負擔', 'Own part'),
  ownRule: text('个人账户支付与现金之和。', '個人帳戶支付與現金之和。', 'Personal accounts and cash together.'),
  doubtful: text('结果未确定（此刻）', '結果未確定（此刻）', 'In doubt now'),
  doubtfulRule: text(
    '此刻所有结果未确定的结算，不限日期。',
    '此刻所有結果未確定的結算，不限日期。',
    'All whose outcome is not certain at this moment, whenever they were begun.',
  ),
  states: text('按状态', '依狀態', 'By state'),
  types: text('基金支付（按医疗类别）', '基金支付（依醫療類別）', 'Paid by the funds, by medical type'),
  shares: text('基金支付比例（按医疗类别）', '基金支付比例（依醫療類別）', 'Share of the funds, by medical type'),
} as const;

/** States as a manager tells them apart; each state is in one of these. */
export const STATE_GROUPS: readonly { readonly key: string; readonly label: TextByLanguage; readonly states: readonly SettlementState[] }[] = [
  { key: 'settled', label: text('已结算', '已結算', 'Settled'), states: ['settled'] },
  { key: 'open', label: text('办理中', '辦理中', 'Under way'), states: OPEN_STATES },
  { key: 'doubtful', label: text('结果未确定', '結果未確定', 'In doubt'), states: DOUBTFUL_STATES },
  { key: 'cancelled', label: text('已撤销', '已撤銷', 'Cancelled'), states: ['cancelled'] },
  { key: 'abandoned', label: text('已放弃', '已放棄', 'Given up'), states: ['abandoned'] },
];

export const FIGURE_COLUMNS: readonly FigureColumn[] = [
  { key: 'patient', label: text('患者', '病患', 'Patient'), kind: 'text' },
  { key: 'time', label: text('时间', '時間', 'Time'), kind: 'time' },
  { key: 'type', label: text('医疗类别', '醫療類別', 'Medical type'), kind: 'text' },
  { key: 'state', label: text('状态', '狀態', 'State'), kind: 'text' },
  { key: 'total', label: text('总额', '總額', 'Total'), kind: 'yuan' },
  { key: 'fund', label: text('基金支付', '基金支付', 'Funds'), kind: 'yuan' },
  { key: 'own', label: text('个人负担', '個人負擔', 'Own part'), kind: 'yuan' },
];

import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import type { FigureColumn } from '@nephra/plugin-sdk/server';

/** What the panel of takings says, in the reader's language. */
export const FIGURE_WORDS = {
  title: text('收款统计', '收款統計', 'Takings'),
  net: text('净收入', '淨收入', 'Net takings'),
  netRule: text(
    '收费合计加上退费合计（退费为负数），按收费日期，与“日收费”一致；含医保基金、个人账户和医院负担。',
    '收費合計加上退費合計（退費為負數），依收費日期，與「日收費」一致；含醫保基金、個人帳戶和醫院負擔。',
    'Charged plus given back (negative), by day of charging, as the list of days has it; with the insurer’s funds, accounts and what the hospital bears.',
  ),
  charged: text('收费', '收費', 'Charged'),
  refunded: text('退费', '退費', 'Given back'),
  bills: text('收费笔数', '收費筆數', 'Bills'),
  patients: text('缴费患者', '繳費病患', 'Patients who paid'),
  patientsRule: text(
    '有收费单的患者，同一患者计一次；退费单不计。',
    '有收費單的病患，同一病患計一次；退費單不計。',
    'Patients with a bill, each counted once; refunds do not count.',
  ),
  average: text('笔均收费', '每筆平均收費', 'Average per bill'),
  averageRule: text('收费 ÷ 收费笔数，四舍五入到分。', '收費 ÷ 收費筆數，四捨五入到分。', 'Charged ÷ bills, rounded to the fen.'),
  insuredFund: text('医保基金支付', '醫保基金支付', 'Paid by the funds'),
  insuredOwn: text('医保患者个人负担', '醫保病患個人負擔', 'Own part of insured patients'),
  insuredOwnRule: text(
    '经医保结算的账单合计减去基金支付和医院负担；含个人账户。',
    '經醫保結算的帳單合計減去基金支付和醫院負擔；含個人帳戶。',
    'Bills that the insurer settled, less what the funds paid and the hospital bears; with personal accounts.',
  ),
  insuredShare: text('基金支付比例', '基金支付比例', 'Share of the funds'),
  insuredShareRule: text(
    '基金支付 ÷ 经医保结算的账单合计（扣除退费）。',
    '基金支付 ÷ 經醫保結算的帳單合計（扣除退費）。',
    'Paid by the funds ÷ bills that the insurer settled, refunds taken off.',
  ),
  days: text('每日净收入（按支付方式）', '每日淨收入（依付款方式）', 'Net takings by day and payment method'),
  ways: text('按支付方式', '依付款方式', 'By payment method'),
  groups: text('按费用类别', '依費用類別', 'By group of charges'),
  west: text('西药费', '西藥費', 'Medicines'),
  diagTreat: text('诊疗费', '診療費', 'Diagnosis & treatment'),
  assay: text('化验费', '檢驗費', 'Laboratory'),
  cashiers: text('按收费员', '依收費員', 'By cashier'),
  insurer: text('医保结算的账单由谁支付', '醫保結算的帳單由誰支付', 'Who paid what the insurer settled'),
  account: text('个人账户', '個人帳戶', 'Personal accounts'),
  cash: text('患者自付', '病患自付', 'Paid by patients'),
  hospital: text('医院负担', '醫院負擔', 'Borne by the hospital'),
} as const;

const patient: FigureColumn = { key: 'patient', label: text('患者', '病患', 'Patient'), kind: 'text' };
const amount: FigureColumn = { key: 'amount', label: text('金额', '金額', 'Amount'), kind: 'yuan' };

/** Of bills and refunds. The amount is what of the bill counts into the figure. */
export const FIGURE_COLUMNS: readonly FigureColumn[] = [
  { key: 'number', label: text('收据号', '收據號', 'Receipt no.'), kind: 'text' },
  { key: 'time', label: text('收费时间', '收費時間', 'Charged at'), kind: 'time' },
  patient,
  { key: 'cashier', label: text('收费员', '收費員', 'Cashier'), kind: 'text' },
  { key: 'way', label: text('支付方式', '付款方式', 'Payment method'), kind: 'text' },
  amount,
];

/** Of patients. */
export const PATIENT_COLUMNS: readonly FigureColumn[] = [
  patient,
  { key: 'bills', label: text('收费笔数', '收費筆數', 'Bills'), kind: 'count' },
  { key: 'time', label: text('最近收费', '最近收費', 'Latest'), kind: 'time' },
  amount,
];

import { formatInstant } from '@nephra/plugin-sdk/contract';
import { sheetCss, sheetAcross, sheetCell, sheetFacts, sheetFoot, sheetHead, sheetMark, sheetText } from '@nephra/plugin-sdk/widgets';
import type { SettlementAmounts, SettlementRecord } from '../../../contract/index.ts';
import { insutypeText, medTypeText, type Text, yuan } from '../words.ts';

interface PaperOptions {
  readonly facility: string;
  readonly code: string;
  /** When it is printed, as text. */
  readonly printed: string;
}

const SHOWN: readonly (keyof SettlementAmounts)[] = [
  'medfee_sumamt',
  'inscp_scp_amt',
  'preselfpay_amt',
  'overlmt_selfpay',
  'fulamt_ownpay_amt',
  'act_pay_dedc',
  'hifp_pay',
  'cvlserv_pay',
  'hifes_pay',
  'hifmi_pay',
  'hifob_pay',
  'maf_pay',
  'oth_pay',
  'fund_pay_sumamt',
  'psn_part_amt',
  'acct_pay',
  'psn_cash_pay',
  'hosp_part_amt',
  'balc',
];
/** Of a line: its amount and the four parts that add up to it. */
const PARTS = ['det_item_fee_sumamt', 'inscp_scp_amt', 'preselfpay_amt', 'overlmt_amt', 'fulamt_ownpay_amt'] as const;
/** Printed even when it is zero: whoever reads the paper looks for it. */
const ALWAYS: readonly (keyof SettlementAmounts)[] = ['medfee_sumamt', 'fund_pay_sumamt', 'acct_pay', 'psn_cash_pay'];

function facts(t: Text, one: SettlementRecord, code: string): string {
  const pairs: readonly (readonly [string, string])[] = [
    [t('desk.paper.patient'), one.patientName],
    [t('desk.paper.psnNo'), one.psn_no],
    [t('desk.insutype'), insutypeText(t, one.insutype)],
    [t('desk.medType'), medTypeText(t, one.med_type)],
    [t('desk.paper.mdtrt'), one.mdtrt_id],
    [t('desk.paper.setl'), one.setl_id],
    [t('desk.billNo'), one.billNo],
    [t('desk.paper.time'), one.settleTime === null ? '' : formatInstant(one.settleTime)],
    [t('desk.paper.prescriptions'), one.dpNumbers.join(t('desk.listMark'))],
    [t('desk.paper.code'), code],
  ];
  return sheetFacts(
    pairs.map(([label, value]) => [label, value || '–'] as const),
    'facts',
  );
}

function amounts(t: Text, one: SettlementAmounts): string {
  const rows = SHOWN.filter((key) => one[key] !== 0 || ALWAYS.includes(key)).map(
    (key) => `<tr>${sheetCell(t(`amount.${key}.name`))}${sheetCell(yuan(one[key]), 'right')}</tr>`,
  );
  return `<table>${sheetHead([t('desk.paper.amount'), t('desk.paper.yuan')])}<tbody>${rows.join('')}</tbody></table>`;
}

function lines(t: Text, one: SettlementRecord): string {
  const rows = one.lines.map((line) => {
    const numbers = [line.cnt, line.pric.toFixed(4), ...PARTS.map((part) => yuan(line[part]))];
    const texts = [line.drugName, t(`chargeLevel.${line.chrgitm_lv.padStart(2, '0')}`)];
    return `<tr>${texts.map((text) => sheetCell(text)).join('')}${numbers.map((number) => sheetCell(number, 'right')).join('')}</tr>`;
  });
  const titles = ['name', 'grade', 'count', 'price', ...PARTS.map((part) => (part === 'det_item_fee_sumamt' ? 'sum' : part))];
  return `<table>${sheetHead(titles.map((title) => t(`desk.line.${title}`)))}<tbody>${rows.join('')}</tbody></table>`;
}

/** The insurer's parts of every fee line of a settlement as a document, and who paid what. The settlement sheet itself is printed of the bill. */
export function settlementLinesPaper(
  t: Text,
  settlement: SettlementRecord,
  { facility, code, printed }: PaperOptions,
): { title: string; html: string; css: string } {
  const title = t('desk.paper.lines', { facility });
  const mark = settlement.state === 'cancelled' ? sheetMark(t('desk.paper.cancelled')) : '';
  const body = `${lines(t, settlement)}${settlement.amounts ? amounts(t, settlement.amounts) : ''}`;
  const foot = sheetFoot([t('desk.paper.operator', { name: settlement.operatorName }), t('desk.paper.printed', { time: printed }), t('desk.paper.signature')]);
  return {
    title: `${title} ${settlement.billNo || settlement.setl_id}`,
    html: sheetAcross(settlement.simulated ? t('desk.simulation') : '', `<h1>${sheetText(title)}</h1>${mark}${facts(t, settlement, code)}${body}${foot}`),
    css: sheetCss,
  };
}

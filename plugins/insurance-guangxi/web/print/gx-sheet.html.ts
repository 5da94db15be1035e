import { formatInstant, formatMoney, type Language, moneyFromWire, moneyInCapitals } from '@nephra/plugin-sdk/contract';
import { type WebContext, wordOf } from '@nephra/plugin-sdk/web';
import { sheetCss, sheetAcross, sheetCell, sheetFacts, sheetFoot, sheetHead, sheetMark, sheetText } from '@nephra/plugin-sdk/widgets';
import type { GxSheet } from '../../contract/index.ts';

type Text = WebContext['t'];

const PARTS = ['amount', 'inscp_scp_amt', 'preselfpay_amt', 'overlmt_selfpay', 'fulamt_ownpay_amt'] as const;
const PAYERS = ['fund_pay_sumamt', 'hifp_pay', 'cvlserv_pay', 'oth_pay', 'psn_part_amt', 'acct_pay', 'psn_cash_pay', 'hosp_part_amt'] as const;

const yuan = (amount: number): string => formatMoney(moneyFromWire(amount));
const capitals = (amount: number, language: Language): string => moneyInCapitals(moneyFromWire(amount), language === 'zhtw' ? 'traditional' : 'simplified');

const titleOf = (t: Text, sheet: GxSheet): string => t(`print.title.${sheet.titleKind}`, { name: sheet.titleName });

function categories(t: Text, sheet: GxSheet): string {
  const rows = sheet.categories.map(
    (one) => `<tr>${sheetCell(t(`print.category.${one.category}`))}${PARTS.map((part) => sheetCell(yuan(one[part]), 'right')).join('')}</tr>`,
  );
  const sums = { ...sheet, amount: sheet.medfee_sumamt };
  const total = `<tr>${sheetCell(t('print.total'))}${PARTS.map((part) => sheetCell(yuan(sums[part]), 'right')).join('')}</tr>`;
  return `<table>${sheetHead([t('print.type'), ...PARTS.map((part) => t(`print.part.${part}`))], 1)}<tbody>${rows.join('')}${total}</tbody></table>`;
}

function aboveTable(t: Text, sheet: GxSheet): string {
  const person = [wordOf(t, `sex.${sheet.patientSex}`, ''), sheet.patientAge >= 0 && t('years', { n: sheet.patientAge })].filter(Boolean).join(' ');
  return sheetFacts(
    [
      [t('print.billNo'), sheet.billNo],
      [t('print.chargeTime'), formatInstant(sheet.chargeTime)],
      [t('print.facility'), sheet.fixmedinsName || sheet.facilityName],
      [t('print.fixmedinsCode'), sheet.fixmedinsCode || '–'],
      [t('print.patient'), sheet.patientName],
      [t('print.person'), person],
      [t('print.psnNo'), sheet.psn_no || '–'],
      [t('print.payer'), wordOf(t, `reimWay.${sheet.reimWay}`, sheet.reimWay)],
      [t('print.visit'), sheet.mdtrt_id || sheet.outpatientCode],
      [t('print.settlement'), sheet.setl_id || '–'],
      [t('print.diagnosis'), sheet.diagnosis.map((one) => `${one.code} ${one.name}`).join(t('listMark')) || '–'],
      [t('print.doctor'), sheet.workerNames.join(t('listMark'))],
    ],
    'facts',
  );
}

function moneyBack(t: Text, sheet: GxSheet): string {
  const no = sheet.counterBillNo;
  if (sheet.state === 'refund') return t('print.isRefund', { no, reason: sheet.reason });
  if (sheet.state === 'partly') return t('print.isPartly', { no, amount: yuan(sheet.refundedPrice) });
  return sheet.state === 'cancelled' ? t('print.isCancelled', { no }) : '';
}

/** Settlement sheet in the form of Guangxi: fee categories with their parts, and who pays what. Every value is text. */
export function gxSheetHtml(t: Text, sheet: GxSheet, language: Language): { title: string; html: string; css: string } {
  const title = titleOf(t, sheet);
  // Seldom there, and then the sum on the paper needs it.
  const payers = PAYERS.filter((one) => one !== 'hosp_part_amt' || sheet[one] !== 0);
  const paid = `<table>${sheetHead(
    payers.map((one) => t(`print.payerPart.${one}`)),
    0,
  )}<tbody><tr>${payers.map((one) => sheetCell(yuan(sheet[one]), 'right')).join('')}</tr></tbody></table>`;
  const below = sheetFacts(
    [
      [t('print.total'), `¥${yuan(sheet.medfee_sumamt)}`],
      [t('print.capitals'), capitals(sheet.medfee_sumamt, language)],
      [t('print.cashCapitals'), capitals(sheet.psn_cash_pay, language)],
    ],
    'totals',
  );
  const foot = sheetFoot([
    t('print.cashier', { name: sheet.cashierName }),
    t('print.printTime', { time: formatInstant(sheet.printTime) }),
    t('print.signature'),
  ]);
  const paper = `<h1>${sheetText(title)}</h1>${sheetMark(moneyBack(t, sheet))}${aboveTable(t, sheet)}${categories(t, sheet)}${paid}${below}${foot}`;
  return { title: `${title} ${sheet.billNo}`, html: sheetAcross(sheet.simulated ? t('print.simulated') : '', paper), css: sheetCss };
}

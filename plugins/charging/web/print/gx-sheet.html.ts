import { formatInstant, type Language } from '@nephra/plugin-sdk/contract';
import type { GxSheet } from '../../contract/index.ts';
import { chineseCapitals } from '../../domain/chinese-capitals.ts';
import { money, payerText, sexText, type Text, yuan } from '../vocabulary.ts';
import { cell, escaped, facts, head } from './escaped.ts';
import { SHEET_CSS, sheetMark, sheetTitle } from './settle-sheet.html.ts';

const PARTS = ['amount', 'inscp_scp_amt', 'preselfpay_amt', 'overlmt_selfpay', 'fulamt_ownpay_amt'] as const;

function categories(t: Text, sheet: GxSheet): string {
  const rows = sheet.categories.map(
    (one) => `<tr>${cell(t(`gx.category.${one.category}`))}${PARTS.map((part) => cell(yuan(one[part]), 'right')).join('')}</tr>`,
  );
  const sums = { ...sheet, amount: sheet.medfee_sumamt };
  const total = `<tr>${cell(t('print.total'))}${PARTS.map((part) => cell(yuan(sums[part]), 'right')).join('')}</tr>`;
  return `<table>${head([t('print.type'), ...PARTS.map((part) => t(`gx.part.${part}`))])}<tbody>${rows.join('')}${total}</tbody></table>`;
}

/** Settlement sheet in the form of Guangxi: fee categories with their parts, and who pays what. Every value is text. */
export function gxSheetHtml(t: Text, sheet: GxSheet, language: Language): { title: string; html: string; css: string } {
  const title = sheetTitle(t, sheet);
  const person = [sexText(t, sheet.patientSex), t('years', { n: sheet.patientAge })].filter(Boolean).join(' ');
  const above = facts(
    [
      [t('print.billNo'), sheet.billNo],
      [t('print.chargeTime'), formatInstant(sheet.chargeTime)],
      [t('gx.facility'), sheet.fixmedinsName || sheet.facilityName],
      [t('print.fixmedinsCode'), sheet.fixmedinsCode || '–'],
      [t('print.patient'), sheet.patientName],
      [t('print.person'), person],
      [t('gx.psnNo'), sheet.psn_no || '–'],
      [t('print.payer'), payerText(t, sheet.reimWay)],
      [t('gx.visit'), sheet.mdtrt_id || sheet.outpatientCode],
      [t('gx.settlement'), sheet.setl_id || '–'],
      [t('print.diagnosis'), sheet.diagnosis.map((one) => `${one.code} ${one.name}`).join(t('listMark')) || '–'],
      [t('print.doctor'), sheet.workerNames.join(t('listMark'))],
    ],
    'facts',
  );
  const payers = ['fund_pay_sumamt', 'hifp_pay', 'cvlserv_pay', 'oth_pay', 'psn_part_amt', 'acct_pay', 'psn_cash_pay'] as const;
  const paid = `<table>${head(payers.map((one) => t(`gx.payer.${one}`)))}<tbody><tr>${payers.map((one) => cell(yuan(sheet[one]), 'right')).join('')}</tr></tbody></table>`;
  const below = facts(
    [
      [t('print.total'), `¥${yuan(sheet.medfee_sumamt)}`],
      [t('print.capitals'), chineseCapitals(money(sheet.medfee_sumamt), language === 'zhtw' ? 'traditional' : 'simplified')],
      [t('gx.cashCapitals'), chineseCapitals(money(sheet.psn_cash_pay), language === 'zhtw' ? 'traditional' : 'simplified')],
    ],
    'totals',
  );
  const foot = `<p class="foot"><span>${escaped(t('print.cashier', { name: sheet.cashierName }))}</span><span>${escaped(
    t('print.printTime', { time: formatInstant(sheet.printTime) }),
  )}</span><span>${escaped(t('print.signature'))}</span></p>`;
  return {
    title: `${title} ${sheet.billNo}`,
    html: `<h1>${escaped(title)}</h1>${sheetMark(t, sheet)}${above}${categories(t, sheet)}${paid}${below}${foot}`,
    css: SHEET_CSS,
  };
}

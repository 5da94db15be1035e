import { formatInstant, type Language } from '@nephra/plugin-sdk/contract';
import type { SettleSheet } from '../../contract/index.ts';
import { chineseCapitals } from '../../domain/chinese-capitals.ts';
import { money, payerText, sexText, type Text, typeText, yuan } from '../vocabulary.ts';
import { cell, escaped, facts, head } from './escaped.ts';

/** Heading of the sheet (spec 9). */
export const sheetTitle = (t: Text, sheet: Pick<SettleSheet, 'titleKind' | 'titleName'>): string =>
  t(`print.title.${sheet.titleKind}`, { name: sheet.titleName });

function aboveTable(t: Text, sheet: SettleSheet): string {
  const pairs: readonly [string, string][] = [
    [t('print.billNo'), sheet.billNo],
    [t('print.chargeTime'), formatInstant(sheet.chargeTime)],
    [t('print.patient'), sheet.patientName],
    [t('print.person'), [sexText(t, sheet.patientSex), t('years', { n: sheet.patientAge })].filter(Boolean).join(' ')],
    [t('print.outpatientCode'), sheet.outpatientCode],
    [t('print.payer'), payerText(t, sheet.reimWay)],
    [t('print.doctor'), sheet.workerNames.join(t('listMark'))],
    [t('print.fixmedinsCode'), sheet.fixmedinsCode || '–'],
    [t('print.diagnosis'), sheet.diagnosis.map((one) => one.name).join(t('listMark')) || '–'],
    [t('print.prescriptions'), sheet.dpNumbers.join(t('listMark'))],
  ];
  return facts(pairs, 'facts');
}

function sums(t: Text, sheet: SettleSheet): string {
  const rows = sheet.sums.map((sum) => `<tr>${cell(typeText(t, sum.drugType))}${cell(sum.lines, 'right')}${cell(yuan(sum.amount), 'right')}</tr>`);
  return `<table>${head([t('print.type'), t('print.lineCount'), t('print.amount')])}<tbody>${rows.join('')}</tbody></table>`;
}

function lines(t: Text, sheet: SettleSheet): string {
  const rows = sheet.lines.map(
    (line, index) =>
      `<tr>${cell(index + 1)}${cell(typeText(t, line.drugType))}${cell([line.drugName, line.drugSpec].filter(Boolean).join(' '))}${cell(line.medicalInsCode || '–')}${cell(
        `${line.drugNum} ${line.drugNumUnit}`,
        'right',
      )}${cell(line.price.toFixed(4), 'right')}${cell(yuan(line.subTotal), 'right')}</tr>`,
  );
  const titles = [t('print.index'), t('print.type'), t('line.drugName'), t('print.code'), t('line.drugNum'), t('line.price'), t('line.subTotal')];
  return `<table class="lines">${head(titles)}<tbody>${rows.join('')}</tbody></table>`;
}

function totals(t: Text, sheet: SettleSheet, language: Language): string {
  const capitals = chineseCapitals(money(sheet.totalPrice), language === 'zhtw' ? 'traditional' : 'simplified');
  const ways = sheet.payments.map((payment) => `${payment.payWayName} ${yuan(payment.amount)}`).join(t('listMark'));
  const pairs: readonly [string, string][] = [
    [t('print.total'), `¥${yuan(sheet.totalPrice)}`],
    [t('print.capitals'), capitals],
    [t('print.ways'), ways || '–'],
    [t('print.change'), `¥${yuan(sheet.change)}`],
  ];
  return facts(pairs, 'totals');
}

/** Says on the paper that money went back. */
export function sheetMark(t: Text, sheet: SettleSheet): string {
  if (sheet.state === 'charged') return '';
  const no = sheet.counterBillNo;
  const text = {
    refund: t('print.isRefund', { no, reason: sheet.reason }),
    partly: t('print.isPartly', { no, amount: yuan(sheet.refundedPrice) }),
    cancelled: t('print.isCancelled', { no }),
  }[sheet.state];
  return `<p class="mark">${escaped(text)}</p>`;
}

export const SHEET_CSS = `
@page{margin:12mm}
body{margin:0;font:14px/1.5 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#000}
h1{margin:0 0 8px;font-size:20px;text-align:center}
.mark{margin:0 0 8px;padding:4px 8px;border:1px solid #000;text-align:center}
dl{margin:0 0 10px}dl div{display:flex;gap:6px}dt{flex:none;color:#333}dt::after{content:":"}dd{margin:0;font-weight:500}
.facts{display:grid;grid-template-columns:1fr 1fr;gap:2px 24px}
table{width:100%;margin-bottom:10px;border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:3px 6px;border:1px solid #666;font-size:13px;text-align:left}
th{font-weight:600}thead{display:table-header-group}tr{break-inside:avoid}.r{text-align:right;white-space:nowrap}
.totals{display:grid;gap:3px}.totals div:first-child dd{font-size:17px;font-weight:700}
.foot{display:flex;justify-content:space-between;gap:16px;margin-top:18px}
`;

/** The settlement sheet as a document; `detail` lists every line, else sums by type. Every value is text, nothing in it can act. */
export function settleSheetHtml(t: Text, sheet: SettleSheet, kind: 'sheet' | 'detail', language: Language): { title: string; html: string; css: string } {
  const title = sheetTitle(t, sheet);
  const foot = `<p class="foot"><span>${escaped(t('print.cashier', { name: sheet.cashierName }))}</span><span>${escaped(
    t('print.printTime', { time: formatInstant(sheet.printTime) }),
  )}</span><span>${escaped(t('print.signature'))}</span></p>`;
  const body = kind === 'detail' ? lines(t, sheet) : sums(t, sheet);
  return {
    title: `${title} ${sheet.billNo}`,
    html: `<h1>${escaped(title)}</h1>${sheetMark(t, sheet)}${aboveTable(t, sheet)}${body}${totals(t, sheet, language)}${foot}`,
    css: SHEET_CSS,
  };
}

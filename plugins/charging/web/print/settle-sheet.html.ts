import { formatInstant, type Language } from '@nephra/plugin-sdk/contract';
import { sheetCss, sheetAcross, sheetCell, sheetFacts, sheetFoot, sheetHead, sheetMark, sheetText } from '@nephra/plugin-sdk/widgets';
import type { SettleSheet } from '../../contract/index.ts';
import { chineseCapitals } from '../../domain/money/chinese-capitals.ts';
import { money, payerText, sexText, type Text, typeText, yuan } from '../vocabulary.ts';

/** Heading of the sheet (spec 9). */
export const sheetTitle = (t: Text, sheet: Pick<SettleSheet, 'titleKind' | 'titleName'>): string =>
  t(`print.title.${sheet.titleKind}`, { name: sheet.titleName });

/** Heading of the list of fees: it is the facility's own paper, whoever settles. */
const listTitle = (t: Text, { titleKind, titleName, fixmedinsName, facilityName }: SettleSheet): string =>
  t('print.title.detail', { name: titleKind === 'insurer' ? fixmedinsName || facilityName : titleName });

/** Numbers of the insurer, when one took part. */
const visitOf = (t: Text, sheet: SettleSheet): [string, string][] =>
  sheet.setl_id === ''
    ? []
    : [
        [t('print.visit'), sheet.mdtrt_id],
        [t('print.settlement'), sheet.setl_id],
      ];

function aboveTable(t: Text, sheet: SettleSheet): string {
  const pairs: readonly [string, string][] = [
    [t('print.billNo'), sheet.billNo],
    [t('print.chargeTime'), formatInstant(sheet.chargeTime)],
    [t('print.patient'), sheet.patientName],
    [t('print.person'), [sexText(t, sheet.patientSex), sheet.patientAge >= 0 && t('years', { n: sheet.patientAge })].filter(Boolean).join(' ')],
    [t('print.outpatientCode'), sheet.outpatientCode],
    [t('print.payer'), payerText(t, sheet.reimWay)],
    [t('print.doctor'), sheet.workerNames.join(t('listMark'))],
    [t('print.fixmedinsCode'), sheet.fixmedinsCode || '–'],
    [t('print.diagnosis'), sheet.diagnosis.map((one) => one.name).join(t('listMark')) || '–'],
    [t('print.prescriptions'), sheet.dpNumbers.join(t('listMark'))],
    ...visitOf(t, sheet),
  ];
  return sheetFacts(pairs, 'facts');
}

function sums(t: Text, sheet: SettleSheet): string {
  const rows = sheet.sums.map(
    (sum) => `<tr>${sheetCell(typeText(t, sum.drugType))}${sheetCell(sum.lines, 'right')}${sheetCell(yuan(sum.amount), 'right')}</tr>`,
  );
  return `<table>${sheetHead([t('print.type'), t('print.lineCount'), t('print.amount')], 1)}<tbody>${rows.join('')}</tbody></table>`;
}

function lines(t: Text, sheet: SettleSheet): string {
  const rows = sheet.lines.map(
    (line, index) =>
      `<tr>${sheetCell(index + 1)}${sheetCell(typeText(t, line.drugType))}${sheetCell([line.drugName, line.drugSpec].filter(Boolean).join(' '))}${sheetCell(line.medicalInsCode || '–')}${sheetCell(
        `${line.drugNum} ${line.drugNumUnit}`,
        'right',
      )}${sheetCell(line.price.toFixed(4), 'right')}${sheetCell(yuan(line.subTotal), 'right')}</tr>`,
  );
  const titles = [t('print.index'), t('print.type'), t('line.drugName'), t('print.code'), t('line.drugNum'), t('line.price'), t('line.subTotal')];
  return `<table class="lines">${sheetHead(titles, 4)}<tbody>${rows.join('')}</tbody></table>`;
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
  return sheetFacts(pairs, 'totals');
}

const PARTS = ['inscp_scp_amt', 'preselfpay_amt', 'overlmt_selfpay', 'fulamt_ownpay_amt'] as const;
const PAYERS = ['fund_pay_sumamt', 'hifp_pay', 'cvlserv_pay', 'oth_pay', 'psn_part_amt', 'acct_pay', 'psn_cash_pay', 'hosp_part_amt'] as const;

/** Of a bill that an insurer settled: what of it he covers, and who pays what. */
function insurer(t: Text, sheet: SettleSheet): string {
  if (sheet.medInsMark === '0') return '';
  const table = (figures: readonly (typeof PARTS | typeof PAYERS)[number][]): string =>
    `<table>${sheetHead(
      figures.map((one) => t(`print.insurer.${one}`)),
      0,
    )}<tbody><tr>${figures.map((one) => sheetCell(yuan(sheet[one]), 'right')).join('')}</tr></tbody></table>`;
  // Seldom there, and then the sum on the paper needs it.
  return `${table(PARTS)}${table(PAYERS.filter((one) => one !== 'hosp_part_amt' || sheet[one] !== 0))}`;
}

/** Says on the paper that money went back. */
function moneyBack(t: Text, sheet: SettleSheet): string {
  if (sheet.state === 'charged') return '';
  const no = sheet.counterBillNo;
  return {
    refund: t('print.isRefund', { no, reason: sheet.reason }),
    partly: t('print.isPartly', { no, amount: yuan(sheet.refundedPrice) }),
    cancelled: t('print.isCancelled', { no }),
  }[sheet.state];
}

/** The settlement sheet as a document; `detail` is the list of fees with every line, else there are sums by type. Every value is text, nothing in it can act. */
export function settleSheetHtml(t: Text, sheet: SettleSheet, kind: 'sheet' | 'detail', language: Language): { title: string; html: string; css: string } {
  const title = kind === 'detail' ? listTitle(t, sheet) : sheetTitle(t, sheet);
  const foot = sheetFoot([
    t('print.cashier', { name: sheet.cashierName }),
    t('print.printTime', { time: formatInstant(sheet.printTime) }),
    t('print.signature'),
  ]);
  const body = kind === 'detail' ? lines(t, sheet) : sums(t, sheet);
  const paper = `<h1>${sheetText(title)}</h1>${sheetMark(moneyBack(t, sheet))}${aboveTable(t, sheet)}${body}${insurer(t, sheet)}${totals(t, sheet, language)}${foot}`;
  return {
    title: `${title} ${sheet.billNo}`,
    html: sheetAcross(sheet.simulated ? t('print.simulated') : '', paper),
    css: sheetCss,
  };
}

import { formatInstant, formatMoney, moneyFromWire, moneyInCapitals } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { sheetAcross, sheetCell, sheetCss, sheetFacts, sheetFoot, sheetHead, sheetText } from '@nephra/plugin-sdk/widgets';
import type { IslandSheet } from '../../contract/index.ts';

const yuan = (amount: number): string => formatMoney(moneyFromWire(amount));

/** What of a bill is on the paper. */
export type PrintedSheet = Pick<
  IslandSheet,
  | 'titleKind'
  | 'titleName'
  | 'billNo'
  | 'chargeTime'
  | 'patientName'
  | 'setl_id'
  | 'parts'
  | 'medfee_sumamt'
  | 'fund_pay_sumamt'
  | 'psn_cash_pay'
  | 'cashierName'
  | 'simulated'
>;

/** The paper, as the browser prints it. Every value goes through `sheet…`, which writes it as text: a name with `<` in it stays a name. */
export function islandSheetHtml(t: WebContext['t'], sheet: PrintedSheet, language: WebContext['language']): { title: string; html: string; css: string } {
  // Of an insured bill `sheetTitles` says the whole heading; of one that somebody pays alone there is the name of the facility.
  const title = sheet.titleKind === 'insurer' ? sheet.titleName : t('print.title', { name: sheet.titleName });
  const facts = sheetFacts(
    [
      [t('print.billNo'), sheet.billNo],
      [t('print.chargeTime'), formatInstant(sheet.chargeTime)],
      [t('print.patient'), sheet.patientName],
      [t('print.settlement'), sheet.setl_id || '–'],
    ],
    'facts',
  );
  const rows = sheet.parts.map(
    ({ kind, amount, covered }) => `<tr>${sheetCell(kind)}${sheetCell(yuan(amount), 'right')}${sheetCell(yuan(covered), 'right')}</tr>`,
  );
  const table = `<table>${sheetHead([t('print.kind'), t('print.amount'), t('print.covered')], 1)}<tbody>${rows.join('')}</tbody></table>`;
  const sums = sheetFacts(
    [
      [t('print.total'), `¥${yuan(sheet.medfee_sumamt)}`],
      [t('print.capitals'), moneyInCapitals(moneyFromWire(sheet.medfee_sumamt), language === 'zhtw' ? 'traditional' : 'simplified')],
      [t('print.fund'), yuan(sheet.fund_pay_sumamt)],
      [t('print.cash'), yuan(sheet.psn_cash_pay)],
    ],
    'totals',
  );
  const paper = `<h1>${sheetText(title)}</h1>${facts}${table}${sums}${sheetFoot([t('print.cashier', { name: sheet.cashierName }), t('print.signature')])}`;
  return { title: `${title} ${sheet.billNo}`, html: sheetAcross(sheet.simulated ? t('print.simulated') : '', paper), css: sheetCss };
}

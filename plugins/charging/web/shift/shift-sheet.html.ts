import { formatInstant } from '@nephra/plugin-sdk/contract';
import type { ShiftRecord } from '../../contract/index.ts';
import { cell, escaped, facts, head } from '../print/escaped.ts';
import { SHEET_CSS } from '../print/settle-sheet.html.ts';
import { type Text, yuan } from '../vocabulary.ts';
import { billRange } from './bill-range.ts';

/** The closing on paper, to be handed in with the money. */
export function shiftSheetHtml(t: Text, record: ShiftRecord): { title: string; html: string; css: string } {
  const title = t('shift.sheetTitle', { name: record.facilityName });
  const ways = record.ways.map(
    (way) =>
      `<tr>${cell(way.payWayName)}${cell(way.count, 'right')}${cell(yuan(way.chargedPrice), 'right')}${cell(yuan(way.refundPrice), 'right')}${cell(yuan(way.netPrice), 'right')}</tr>`,
  );
  const total = `<tr>${cell(t('bills.totals'))}${cell(record.chargeCount + record.refundCount, 'right')}${cell(yuan(record.chargedPrice), 'right')}${cell(
    yuan(record.refundPrice),
    'right',
  )}${cell(yuan(record.netPrice), 'right')}</tr>`;
  const above = facts(
    [
      [t('shift.no'), record.shiftNo],
      [t('bills.cashier'), record.cashierName],
      [t('shift.openedAt'), formatInstant(record.openedAt)],
      [t('shift.closedAt'), formatInstant(record.closedAt)],
      ...billRange(t, record).map(({ label, value }) => [label, value] as const),
    ],
    'facts',
  );
  const below = facts(
    [
      [t('shift.expected'), `¥${yuan(record.cashExpected)}`],
      [t('shift.counted'), `¥${yuan(record.cashCounted)}`],
      [t('shift.difference'), `¥${yuan(record.difference)}`],
      [t('shift.reason'), record.reason || '–'],
    ],
    'totals',
  );
  const heads = head([t('bills.payWay'), t('shift.count'), t('shift.charged'), t('shift.refunded'), t('shift.net')]);
  const foot = `<p class="foot"><span>${escaped(t('shift.handedBy'))}</span><span>${escaped(t('shift.takenBy'))}</span></p>`;
  return {
    title: `${title} ${record.shiftNo}`,
    html: `<h1>${escaped(title)}</h1>${above}<table>${heads}<tbody>${ways.join('')}${total}</tbody></table>${below}${foot}`,
    css: SHEET_CSS,
  };
}

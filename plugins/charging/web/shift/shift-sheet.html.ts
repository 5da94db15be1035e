import { formatInstant } from '@nephra/plugin-sdk/contract';
import { sheetCss, sheetCell, sheetFacts, sheetFoot, sheetHead, sheetText } from '@nephra/plugin-sdk/widgets';
import type { ShiftRecord } from '../../contract/index.ts';
import { type Text, yuan } from '../vocabulary.ts';
import { billRange } from './bill-range.ts';

/** The closing on paper, to be handed in with the money. */
export function shiftSheetHtml(t: Text, record: ShiftRecord): { title: string; html: string; css: string } {
  const title = t('shift.sheetTitle', { name: record.facilityName });
  const ways = record.ways.map(
    (way) =>
      `<tr>${sheetCell(way.payWayName)}${sheetCell(way.count, 'right')}${sheetCell(yuan(way.chargedPrice), 'right')}${sheetCell(yuan(way.refundPrice), 'right')}${sheetCell(yuan(way.netPrice), 'right')}</tr>`,
  );
  const total = `<tr>${sheetCell(t('bills.totals'))}${sheetCell(record.chargeCount + record.refundCount, 'right')}${sheetCell(yuan(record.chargedPrice), 'right')}${sheetCell(
    yuan(record.refundPrice),
    'right',
  )}${sheetCell(yuan(record.netPrice), 'right')}</tr>`;
  const above = sheetFacts(
    [
      [t('shift.no'), record.shiftNo],
      [t('bills.cashier'), record.cashierName],
      [t('shift.openedAt'), formatInstant(record.openedAt)],
      [t('shift.closedAt'), formatInstant(record.closedAt)],
      ...billRange(t, record).map(({ label, value }) => [label, value] as const),
    ],
    'facts',
  );
  const below = sheetFacts(
    [
      [t('shift.expected'), `¥${yuan(record.cashExpected)}`],
      [t('shift.counted'), `¥${yuan(record.cashCounted)}`],
      [t('shift.difference'), `¥${yuan(record.difference)}`],
      [t('shift.reason'), record.reason || '–'],
    ],
    'totals',
  );
  const heads = sheetHead([t('bills.payWay'), t('shift.count'), t('shift.charged'), t('shift.refunded'), t('shift.net')], 1);
  const foot = sheetFoot([t('shift.handedBy'), t('shift.takenBy')]);
  return {
    title: `${title} ${record.shiftNo}`,
    html: `<h1>${sheetText(title)}</h1>${above}<table>${heads}<tbody>${ways.join('')}${total}</tbody></table>${below}${foot}`,
    css: sheetCss,
  };
}

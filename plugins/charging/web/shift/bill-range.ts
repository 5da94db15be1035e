import type { OpenTakings } from '../../contract/index.ts';
import type { Text } from '../vocabulary.ts';

const range = (first: string, last: string): string => (first === last ? first : `${first} – ${last}`);

/** Receipt numbers of bills and refunds, first and last. */
export const billRange = (t: Text, takings: Pick<OpenTakings, 'firstBillNo' | 'lastBillNo' | 'firstRefundNo' | 'lastRefundNo'>) => [
  { label: t('shift.billRange'), value: range(takings.firstBillNo, takings.lastBillNo) || '–' },
  { label: t('shift.refundRange'), value: range(takings.firstRefundNo, takings.lastRefundNo) || '–' },
];

import { usePlugin } from '@nephra/plugin-sdk/web';
import type { BillRow } from '../../contract/index.ts';
import './insurer-mark.css';

/** Small word beside a bill that was settled with an insurer, or with a simulation of one. */
export function InsurerMark({ bill }: { readonly bill: Pick<BillRow, 'medInsMark' | 'simulated'> }) {
  const { t } = usePlugin();
  if (bill.medInsMark === '0') return null;
  return bill.simulated ? (
    <span className="ch-simulated" title={t('print.simulated')}>
      {t('insured.simulatedMark')}
    </span>
  ) : (
    <span className="ch-insured-mark">{t('insured.mark')}</span>
  );
}

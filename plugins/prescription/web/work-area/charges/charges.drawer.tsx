import { addMoney, moneyFromWire, ZERO } from '@nephra/plugin-sdk/contract';
import { DatePicker, Radio, RadioGroup, SideSheet } from '@nephra/plugin-sdk/ui';
import { useClient, usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, DateText, EmptyState, ErrorCard, ListSkeleton, StatusTag } from '@nephra/plugin-sdk/widgets';
import { useEffect, useState } from 'react';
import { prescriptionContract, type PrescriptionDetail, type PrescriptionHead } from '../../../contract/index.ts';
import { payTable } from '../../vocabulary.ts';
import { ChargesOverview } from './charges-overview.tsx';
import './charges.css';
import '../lines/explain.css';

interface ChargesDrawerProps {
  readonly patientId: string;
  readonly patientName: string;
  /** `YYYY-MM-DD` to begin with. */
  readonly day: string;
  readonly onClose: () => void;
}

interface ChargesView {
  readonly prescriptionParentList: readonly PrescriptionHead[];
  readonly prescriptionDetailList: readonly (PrescriptionDetail & { readonly dpId: string })[];
}

type Shown = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'ready'; readonly view: ChargesView };

/** Day or month view of what a patient was prescribed and what it costs (spec 2.7). */
export function ChargesDrawer({ patientId, patientName, day, onClose }: ChargesDrawerProps) {
  const { t } = usePlugin();
  const client = useClient(prescriptionContract);
  const [period, setPeriod] = useState<'day' | 'month'>('day');
  const [chosen, setChosen] = useState(day);
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    const call = new AbortController();
    const options = { signal: call.signal, quiet: true };
    setShown({ kind: 'loading' });
    const answer =
      period === 'day'
        ? client.dayCharge({ query: { patientId, date: chosen } }, options)
        : client.monthCharge({ query: { patientId, month: chosen.slice(0, 7) } }, options);
    answer.then(
      ({ data }) => setShown({ kind: 'ready', view: data }),
      (error: unknown) => !call.signal.aborted && setShown({ kind: 'failed', error }),
    );
    return () => call.abort();
  }, [client, patientId, period, chosen, attempt]);

  return (
    <SideSheet visible title={`${patientName} · ${t('charges.title')}`} width="min(860px, 100vw)" onCancel={onClose}>
      <div className="rx-charges-filters">
        <RadioGroup type="button" aria-label={t('charges.period')} value={period} onChange={(event) => setPeriod(event.target.value as 'day' | 'month')}>
          <Radio value="day">{t('charges.day')}</Radio>
          <Radio value="month">{t('charges.month')}</Radio>
        </RadioGroup>
        <DatePicker
          key={period}
          type={period === 'day' ? 'date' : 'month'}
          format={period === 'day' ? 'yyyy-MM-dd' : 'yyyy-MM'}
          showClear={false}
          aria-label={t('charges.period')}
          value={period === 'day' ? chosen : chosen.slice(0, 7)}
          onChange={(_, text) => typeof text === 'string' && text !== '' && setChosen(period === 'day' ? text : `${text}-01`)}
        />
      </div>
      {shown.kind === 'loading' && <ListSkeleton />}
      {shown.kind === 'failed' && <ErrorCard error={shown.error} onRetry={() => setAttempt(attempt + 1)} />}
      {shown.kind === 'ready' && <Charges view={shown.view} />}
    </SideSheet>
  );
}

function Charges({ view }: { readonly view: ChargesView }) {
  const { t } = usePlugin();
  const { prescriptionParentList: heads, prescriptionDetailList: lines } = view;
  if (heads.length === 0) return <EmptyState text={t('charges.none')} />;
  const total = heads.reduce((sum, head) => addMoney(sum, moneyFromWire(head.totalPrice)), ZERO);
  return (
    <div className="rx-charges">
      <ChargesOverview heads={heads} lines={lines} />
      {heads.map((head) => (
        <section key={head.dpId} className="rx-charge">
          <header>
            <strong>{head.dpNumber}</strong>
            <DateText value={head.dpDate} />
            <span>{head.workerName}</span>
            <StatusTag value={head.payStatus} table={payTable(t)} />
            <AmountText amount={moneyFromWire(head.totalPrice)} strong />
          </header>
          <table className="rx-explain-table">
            <tbody>
              {lines
                .filter((line) => line.dpId === head.dpId)
                .map((line) => (
                  <tr key={line.detailId}>
                    <td>
                      {line.drugName} <span className="rx-muted">{line.drugSpec}</span>
                    </td>
                    <td>{`${line.drugNum} ${line.drugNumUnit}`}</td>
                    <td>
                      <AmountText amount={moneyFromWire(line.subTotal)} />
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      ))}
      <p className="rx-charges-total">
        {t('charges.total')} <AmountText amount={total} sign strong />
      </p>
    </div>
  );
}

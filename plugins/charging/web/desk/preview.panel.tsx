import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, DataTable, SumStrip, TickGroup, PatientLink, useNarrow } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { ChargeLine, SelfPayPreview } from '../../contract/index.ts';
import type { ChargeGroup } from '../../../catalogue/contract/index.ts';
import { feeGroupOf } from '../../domain/money/bill-totals.ts';
import { isInsured } from '../../domain/settlement-title.ts';
import { money, payerText, personText, yuan } from '../vocabulary.ts';
import { lineColumns } from '../line-columns.tsx';
import type { DeskStore } from './desk.store.ts';

const GROUPS: readonly { group: ChargeGroup; total: 'westPrice' | 'diagTreatPrice' | 'assayPrice' }[] = [
  { group: 'west', total: 'westPrice' },
  { group: 'diagTreat', total: 'diagTreatPrice' },
  { group: 'assay', total: 'assayPrice' },
];

/** What is being charged: who, which lines, which sums. */
export const PreviewPanel = observer(function PreviewPanel({ store, preview }: { readonly store: DeskStore; readonly preview: SelfPayPreview }) {
  const { t } = usePlugin();
  const narrow = useNarrow();
  const columns = useMemo(() => lineColumns(t, narrow), [t, narrow]);
  const barred = preview.prescriptions.filter((one) => one.chargeBar !== '');
  const choices = [...preview.prescriptions.slice(1), ...preview.others];
  return (
    <div className="ch-preview">
      <header className="ch-person">
        <h3>
          <PatientLink patientId={preview.patientId} name={preview.patientName} />
        </h3>
        <span className="ch-soft">{personText(t, preview)}</span>
        <span className="ch-soft">{preview.outpatientCode}</span>
        <span className="ch-queue-payer" data-insured={isInsured(preview.reimWay) || undefined}>
          {payerText(t, preview.reimWay)}
        </span>
        <span className="ch-soft ch-cut" title={preview.diagnosis.map((one) => one.name).join(t('listMark'))}>
          {preview.diagnosis.map((one) => one.name).join(t('listMark'))}
        </span>
      </header>
      <p className="ch-papers ch-soft">
        {preview.prescriptions.map((one) => (
          <span key={one.dpId}>{t('desk.paper', { number: one.dpNumber, doctor: one.workerName })}</span>
        ))}
      </p>
      {barred.length > 0 && <Alert kind="warning" text={t('desk.notReviewedWhy', { numbers: barred.map((one) => one.dpNumber).join(t('listMark')) })} />}
      {preview.prescriptions.some((one) => one.chargedBefore) && <Alert kind="info" text={t('desk.chargedBefore')} />}
      {preview.priceChanges.map((change) => (
        <Alert
          key={change.detailId}
          kind="error"
          text={
            change.now === null
              ? t('desk.withdrawn', { name: change.drugName })
              : t('desk.priceChanged', { name: change.drugName, was: String(change.was), now: String(change.now) })
          }
        />
      ))}
      {choices.length > 0 && (
        <TickGroup
          label={t('desk.others', { n: choices.length })}
          options={choices.map((one) => ({ value: one.dpId, label: t('desk.other', { number: one.dpNumber, amount: yuan(one.totalPrice) }) }))}
          chosen={preview.prescriptions.map((one) => one.dpId)}
          onToggle={(dpId) => void store.toggle(dpId)}
        />
      )}
      <DataTable label={t('desk.lines')} rows={preview.lines} columns={columns} rowKey={(line) => line.detailId} index={!narrow} />
      <SumStrip
        items={[
          ...GROUPS.map(({ group, total }) => ({
            label: t(`totals.${total}`),
            value: (
              <AmountText
                amount={money(preview.totals[total])}
                explain={() => <Explained lines={preview.lines.filter((line) => feeGroupOf(line.drugType) === group)} />}
              />
            ),
          })),
          { label: t('totals.consumablesPrice'), value: <AmountText amount={money(preview.totals.consumablesPrice)} />, tone: 'soft' },
        ]}
        end={{ label: t('totals.totalPrice'), value: <AmountText amount={money(preview.totals.totalPrice)} strong sign /> }}
      />
    </div>
  );
});

/** Where a sum comes from: quantity × price of each line. */
function Explained({ lines }: { readonly lines: readonly ChargeLine[] }) {
  const { t } = usePlugin();
  if (lines.length === 0) return <>{t('desk.noLines')}</>;
  return (
    <ul className="ch-explained">
      {lines.map((line) => (
        <li key={line.detailId}>
          <span>{line.drugName}</span>
          <span>{`${line.drugNum} × ${line.price} = ${yuan(line.subTotal)}`}</span>
        </li>
      ))}
    </ul>
  );
}

import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, type Column, DataTable, SumStrip, TickGroup, PatientLink } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { ChargeLine, SelfPayPreview } from '../../contract/index.ts';
import { type FeeGroup, feeGroupOf } from '../../domain/bill-totals.ts';
import { isInsured } from '../../domain/settlement-title.ts';
import { money, payerText, personText, type Text, typeText, yuan } from '../vocabulary.ts';
import { useNarrow } from '../use-narrow.ts';
import type { DeskStore } from './desk.store.ts';

const MUST_SHOW: readonly string[] = ['drugName', 'drugNum', 'subTotal'];

/** Columns of a bill's lines; the bill drawer shows the same ones. A phone shows what, how much and for how much. */
export const lineColumns = (t: Text, narrow: boolean): Column<ChargeLine>[] => allColumns(t).filter((column) => !narrow || MUST_SHOW.includes(column.prop));

const allColumns = (t: Text): Column<ChargeLine>[] => [
  { prop: 'drugType', label: t('line.drugType'), width: 84, render: (line) => typeText(t, line.drugType) },
  {
    prop: 'drugName',
    label: t('line.drugName'),
    minWidth: 140,
    text: (line) => [line.drugName, line.drugSpec].filter(Boolean).join(' '),
    render: (line) => (
      <>
        {line.drugName} <span className="ch-soft">{line.drugSpec}</span>
      </>
    ),
  },
  { prop: 'drugNum', label: t('line.drugNum'), width: 74, align: 'right', render: (line) => `${line.drugNum} ${line.drugNumUnit}` },
  { prop: 'price', label: t('line.price'), width: 84, align: 'right', render: (line) => line.price.toFixed(4).replace(/0{1,2}$/, '') },
  {
    prop: 'subTotal',
    label: t('line.subTotal'),
    width: 94,
    align: 'right',
    render: (line) => <AmountText amount={money(line.subTotal)} />,
    summary: (lines) => <AmountText amount={money(lines.reduce((sum, line) => sum + Math.round(line.subTotal * 100), 0) / 100)} strong />,
  },
];

const GROUPS: readonly { group: FeeGroup; total: 'westPrice' | 'diagTreatPrice' | 'assayPrice' }[] = [
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

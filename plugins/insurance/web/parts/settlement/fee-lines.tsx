import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, type Column, DataTable } from '@nephra/plugin-sdk/widgets';
import { useMemo } from 'react';
import type { FeeLine } from '../../../contract/index.ts';
import { money, type Text, yuan } from '../words.ts';

type Part = 'fulamt_ownpay_amt' | 'overlmt_amt' | 'preselfpay_amt' | 'inscp_scp_amt';
const PARTS: readonly Part[] = ['inscp_scp_amt', 'preselfpay_amt', 'overlmt_amt', 'fulamt_ownpay_amt'];

/** Why a line is not paid in full: its grade, the cap, the share, the limit of use, and what the platform says. */
export function lineReasons(t: Text, line: FeeLine): string[] {
  const grade = line.chrgitm_lv.padStart(2, '0');
  return [
    ...(grade === '03' ? [t('desk.reason.grade3')] : []),
    ...(line.lmt_used_flag === '1' ? [t('desk.reason.limited')] : []),
    ...(line.overlmt_amt > 0 && line.pric_uplmt_amt !== null ? [t('desk.reason.cap', { cap: yuan(line.pric_uplmt_amt), price: yuan(line.pric) })] : []),
    ...(line.preselfpay_amt > 0 ? [t('desk.reason.share', { n: Math.round(line.selfpay_prop * 1000) / 10 })] : []),
    ...(line.memo ? [line.memo] : []),
  ];
}

function Why({ line, part }: { readonly line: FeeLine; readonly part: Part }) {
  const { t } = usePlugin();
  const reasons = lineReasons(t, line);
  return (
    <div className="in-why">
      <p>
        <strong>{line.drugName}</strong>
      </p>
      <p>{t(`amount.line.${part}`)}</p>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <ul>
        <li>
          <span>{t('desk.line.sum')}</span>
          <span>{`${line.cnt} × ${line.pric} = ${yuan(line.det_item_fee_sumamt)}`}</span>
        </li>
        {PARTS.map((one) => (
          <li key={one}>
            <span>{t(`desk.line.${one}`)}</span>
            <span>{yuan(line[one])}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const sum = (lines: readonly FeeLine[], key: Part | 'det_item_fee_sumamt') => money(lines.reduce((all, line) => all + Math.round(line[key] * 100), 0) / 100);

const columnsOf = (t: Text): Column<FeeLine>[] => [
  { prop: 'drugName', label: t('desk.line.name'), minWidth: 150, fixed: 'left', render: (line) => <span className="in-wrap">{line.drugName}</span> },
  { prop: 'chrgitm_lv', label: t('desk.line.grade'), width: 76, align: 'center', render: (line) => t(`chargeLevel.${line.chrgitm_lv.padStart(2, '0')}`) },
  { prop: 'cnt', label: t('desk.line.count'), width: 60, align: 'right' },
  { prop: 'pric', label: t('desk.line.price'), width: 78, align: 'right', render: (line) => line.pric.toFixed(4).replace(/0{1,2}$/, '') },
  {
    prop: 'det_item_fee_sumamt',
    label: t('desk.line.sum'),
    width: 84,
    align: 'right',
    render: (line) => <AmountText amount={money(line.det_item_fee_sumamt)} strong />,
    summary: (lines) => <AmountText amount={sum(lines, 'det_item_fee_sumamt')} strong />,
  },
  ...PARTS.map(
    (part): Column<FeeLine> => ({
      prop: part,
      label: t(`desk.line.${part}`),
      width: 86,
      align: 'right',
      render: (line) => <AmountText amount={money(line[part])} explain={() => <Why line={line} part={part} />} />,
      summary: (lines) => <AmountText amount={sum(lines, part)} strong />,
    }),
  ),
  {
    prop: 'memo',
    label: t('desk.line.reason'),
    minWidth: 130,
    render: (line) => <small className="in-wrap in-soft">{lineReasons(t, line).join(t('desk.listMark'))}</small>,
  },
];

/** Fee lines with the four parts that the platform made of each, and why. */
export function FeeLines({ lines }: { readonly lines: readonly FeeLine[] }) {
  const { t } = usePlugin();
  const columns = useMemo(() => columnsOf(t), [t]);
  return <DataTable label={t('desk.lines')} rows={lines} columns={columns} rowKey={(line) => line.feedetl_sn || line.detailId} />;
}

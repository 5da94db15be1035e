import { AmountText, type Column } from '@nephra/plugin-sdk/widgets';
import type { ChargeLine } from '../contract/index.ts';
import { money, type Text, typeText } from './vocabulary.ts';

const MUST_SHOW: readonly string[] = ['drugName', 'drugNum', 'subTotal'];

/** Columns of a bill's lines, on the work page before it is charged and in its drawer afterwards. A phone shows what, how much and for how much. */
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

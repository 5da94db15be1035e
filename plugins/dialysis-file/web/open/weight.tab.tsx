import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, Chart, type ChartOption, type Column, DataTable, DateText, EmptyState, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { useMemo } from 'react';
import type { DryWeightView, WholeFile } from '../../contract/file.schema.ts';
import { askWeight } from '../forms/clinical.forms.ts';
import type { TabProps } from './file.drawer.tsx';

/** Step line of the dry weight until today. */
export function weightOption({ dryWeights, today }: Pick<WholeFile, 'dryWeights' | 'today'>, name: string): ChartOption {
  const steps = dryWeights.map(({ from, kg }): [string, number] => [from, kg]).sort(([one], [other]) => (one < other ? -1 : 1));
  const last = steps.at(-1);
  const kg = steps.map(([, value]) => value);
  return {
    grid: { left: 48, right: 16, top: 16, bottom: 28 },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'time' },
    yAxis: { type: 'value', min: Math.floor(Math.min(...kg) - 1), max: Math.ceil(Math.max(...kg) + 1), axisLabel: { formatter: '{value} kg' } },
    series: [{ type: 'line', name, step: 'end', symbolSize: 7, data: last ? [...steps, [today, last[1]]] : [] }],
  };
}

/** The dry weight through time, and its review. */
export function WeightTab({ store, file }: TabProps) {
  const { t } = usePlugin();
  const option = useMemo(() => weightOption(file, t('list.dryWeight')), [file, t]);
  const columns: Column<DryWeightView>[] = [
    { prop: 'from', label: t('weight.from'), width: 116 },
    { prop: 'kg', label: t('weight.kg'), width: 100, align: 'right', render: ({ kg }) => `${kg.toFixed(1)} kg` },
    { prop: 'reason', label: t('weight.reason'), minWidth: 180 },
    { prop: 'method', label: t('weight.method'), width: 110, render: ({ method }) => t(`method.${method}`) },
    { prop: 'reviewOn', label: t('weight.review'), width: 116 },
    { prop: 'byName', label: t('by'), width: 100 },
    { prop: 'at', label: t('at'), width: 150, render: ({ at }) => <DateText value={at} /> },
  ];
  return (
    <>
      <div className="df-acts">
        {!file.outcome && (
          <PermissionButton button="btn_weight" theme="solid" type="primary" onClick={() => store.asking.ask(askWeight(t, file))}>
            {t('weight.assess')}
          </PermissionButton>
        )}
      </div>
      {file.dryWeightOverdue && <Alert kind="warning" text={t('weight.overdue', { day: file.dryWeights[0]?.reviewOn ?? '' })} />}
      {file.dryWeights.length === 0 ? (
        <EmptyState text={t('none.dryWeight')} />
      ) : (
        <>
          <Chart label={t('tab.weight')} option={option} height={220} />
          <DataTable label={t('tab.weight')} rows={file.dryWeights} columns={columns} rowKey={(row) => row.dryWeightId} />
        </>
      )}
    </>
  );
}

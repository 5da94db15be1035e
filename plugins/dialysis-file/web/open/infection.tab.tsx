import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, type Column, DataTable, DateText, PermissionButton, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { ResultView, WholeFile } from '../../contract/file.schema.ts';
import { askReason, askZone } from '../forms/clinical.forms.ts';
import { askResults } from '../forms/results.form.ts';
import { resultTable, serologyTable, zoneTable, zoneText } from '../words.ts';
import type { TabProps } from './file.drawer.tsx';

type Due = WholeFile['serology']['dues'][number];

/** Infection markers, when they are due, and the zone that follows from them. */
export function InfectionTab({ store, file }: TabProps) {
  const { t } = usePlugin();
  const { zone } = file;
  const why = [
    ...zone.infections.map((infection) => t(`infectionName.${infection}`)),
    ...zone.marks.map((mark) => t('infection.mark', { name: t(`infectionName.${mark}`) })),
    zone.waitingFor.length > 0 ? t('infection.waiting', { markers: zone.waitingFor.map((marker) => t(`marker.${marker}`)).join(t('listMark')) }) : '',
    zone.observedUntil ? t('infection.observed', { day: zone.observedUntil }) : '',
  ].filter(Boolean);
  const dues: Column<Due>[] = [
    { prop: 'marker', label: t('infection.marker'), minWidth: 120, render: ({ marker }) => t(`marker.${marker}`) },
    { prop: 'lastOn', label: t('infection.lastOn'), width: 116, render: ({ lastOn }) => lastOn ?? '–' },
    { prop: 'dueOn', label: t('infection.dueOn'), width: 116 },
    { prop: 'state', label: t('list.serology'), width: 110, render: ({ state }) => <StatusTag value={state} table={serologyTable(t)} /> },
    { prop: 'rule', label: t('infection.rule'), minWidth: 150, render: ({ rule }) => t(`dueRule.${rule}`) },
  ];
  const results: Column<ResultView>[] = [
    { prop: 'on', label: t('infection.on'), width: 116 },
    { prop: 'marker', label: t('infection.marker'), minWidth: 110, render: ({ marker }) => t(`marker.${marker}`) },
    {
      prop: 'result',
      label: t('infection.result'),
      width: 130,
      render: ({ result, titre }) => (
        <span className="df-tags">
          <StatusTag value={result} table={resultTable(t)} />
          {titre !== null && <small>{`1:${titre}`}</small>}
        </span>
      ),
    },
    { prop: 'note', label: t('infection.note'), minWidth: 100 },
    { prop: 'byName', label: t('by'), width: 96 },
    { prop: 'at', label: t('at'), width: 150, render: ({ at }) => <DateText value={at} /> },
  ];
  const drop = (row: ResultView) =>
    store.asking.ask(
      askReason(t, t('infection.drop'), (client, { reason }, options) =>
        client.dropResult({ params: { id: file.patientId, partId: row.resultId }, body: { reason } }, options),
      ),
    );
  return (
    <>
      <div className="df-acts">
        <PermissionButton button="btn_serology" theme="solid" type="primary" onClick={() => store.asking.ask(askResults(t, file))}>
          {t('infection.add')}
        </PermissionButton>
        <PermissionButton button="btn_zone" onClick={() => store.asking.ask(askZone(t, file))}>
          {t('infection.changeZone')}
        </PermissionButton>
      </div>
      <p className="df-now">
        <StatusTag value={zone.zone} table={zoneTable(t)} /> {why.join(t('listMark')) || t('infection.clear')}
      </p>
      {zone.override && (
        <Alert
          kind="warning"
          text={t('infection.overridden', { name: zone.override.byName, reason: zone.override.reason, worked: zoneText(t, zone.worked) })}
        />
      )}
      <DataTable label={t('infection.due')} rows={file.serology.dues} columns={dues} rowKey={({ marker }) => marker} />
      <DataTable
        label={t('infection.results')}
        rows={file.results}
        columns={results}
        rowKey={({ resultId }) => resultId}
        rowActions={[{ key: 'drop', text: t('infection.drop'), button: 'btn_serology', danger: true, onClick: drop }]}
      />
    </>
  );
}

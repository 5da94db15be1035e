import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DataTable, GroupTitle } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { LAB_TESTS } from '../../contract/labs.ts';
import type { TimelineReply } from '../../contract/timeline.schema.ts';
import type { TimelineEvent, TimelineRow } from '../../domain/timeline-rows.ts';
import { eventKindText, labText, shown } from '../words.ts';
import { eventText } from './timeline-look.ts';
import type { TimelineStore } from './timeline.store.ts';

const pressure = ([systolic, diastolic]: TimelineRow['before']): string => (systolic === null ? '–' : `${systolic}/${diastolic ?? '–'}`);

/** The same as the picture, for whoever reads instead of looking; newest first. */
export const TimelineTable = observer(function TimelineTable({ store }: { readonly store: TimelineStore }) {
  const { t } = usePlugin();
  const columns: Column<TimelineRow>[] = [
    {
      prop: 'day',
      label: t('timeline.day'),
      width: 150,
      fixed: 'left',
      render: ({ day, sessionId }) => (
        <Button theme="borderless" size="small" aria-label={t('timeline.openSheet', { day })} onClick={() => store.open(sessionId)}>
          {day}
        </Button>
      ),
    },
    { prop: 'mode', label: t('timeline.mode'), width: 90 },
    { prop: 'pre', label: t('timeline.pre'), width: 96, align: 'right', render: ({ pre }) => shown(pre) },
    { prop: 'post', label: t('timeline.post'), width: 96, align: 'right', render: ({ post }) => shown(post) },
    { prop: 'dry', label: t('timeline.dry'), width: 96, align: 'right', render: ({ dry }) => shown(dry) },
    { prop: 'uf', label: t('timeline.uf'), width: 100, align: 'right', render: ({ uf }) => (uf === null ? '–' : String(uf)) },
    { prop: 'ufRate', label: t('timeline.rateShort'), width: 110, align: 'right', render: ({ ufRate }) => shown(ufRate) },
    { prop: 'before', label: t('timeline.before'), width: 110, render: ({ before }) => pressure(before) },
    { prop: 'after', label: t('timeline.after'), width: 110, render: ({ after }) => pressure(after) },
    {
      prop: 'complications',
      label: t('timeline.legendComplication'),
      minWidth: 120,
      render: ({ complications }) => complications.map((kind) => eventKindText(t, kind)).join(t('listMark')) || '–',
    },
  ];
  const others: Column<TimelineEvent>[] = [
    { prop: 'day', label: t('timeline.day'), width: 124 },
    { prop: 'what', label: t('timeline.what'), minWidth: 200, render: (event) => eventText(t, event) },
    { prop: 'note', label: t('timeline.note'), minWidth: 200 },
  ];
  const labs: Column<{ readonly on: string; readonly values: string }>[] = [
    { prop: 'on', label: t('timeline.day'), width: 124 },
    { prop: 'values', label: t('timeline.values'), minWidth: 300 },
  ];
  return (
    <>
      <GroupTitle>{t('timeline.treatments', { n: store.rows.length })}</GroupTitle>
      <div className="dr-long-table">
        <DataTable label={t('timeline.table')} rows={store.rows.toReversed()} columns={columns} rowKey={({ sessionId }) => sessionId} />
      </div>
      <GroupTitle>{t('timeline.events')}</GroupTitle>
      <DataTable
        label={t('timeline.events')}
        rows={store.events.filter(({ what }) => what !== 'complication').toReversed()}
        columns={others}
        rowKey={({ day, what, kind, note }) => `${day} ${what} ${kind} ${note}`}
      />
      <GroupTitle>{t('timeline.labs')}</GroupTitle>
      <DataTable label={t('timeline.labs')} rows={byDay(store.reply?.labs ?? [], t)} columns={labs} rowKey={({ on }) => on} />
    </>
  );
});

function byDay(list: TimelineReply['labs'], t: Parameters<typeof labText>[0]): readonly { readonly on: string; readonly values: string }[] {
  const days = [...new Set(list.map(({ on }) => on))].toSorted().reverse();
  return days.map((on) => ({
    on,
    values: LAB_TESTS.flatMap((test) =>
      list.filter((lab) => lab.on === on && lab.test === test).map(({ value, differs }) => labText(t, test, value) + (differs ? ` (${t('lab.differs')})` : '')),
    ).join(' · '),
  }));
}

import type { Static } from '@nephra/plugin-sdk/contract';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, dateColumn, figureColumn, ListPage, ListStore, type Status, statusColumn, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { type TaskRow, taskContract, type taskRun } from '../../contract/task/task.contract.ts';

type Run = Static<typeof taskRun>;
interface Filter {
  readonly runResult: string;
}

const resultsOf = (t: WebContext['t']): readonly Status[] => [
  { value: 0, text: t('task.well'), tone: 'success' },
  { value: 1, text: t('task.badly'), tone: 'danger' },
  { value: 2, text: t('task.running'), tone: 'info' },
];

/** Seconds with one decimal: what takes minutes is told well enough by them. */
const secondsOf = (duration: number | null): string => (duration === null ? '–' : `${(duration / 1000).toFixed(1)} s`);

const columnsOf = (t: WebContext['t']): readonly Column<Run>[] => [
  dateColumn('runTime', t('task.runTime'), { width: 160, variant: 'exact' }),
  statusColumn('runResult', t('task.result'), { width: 96, table: resultsOf(t) }),
  figureColumn('duration', t('task.duration'), 96, ({ duration }) => secondsOf(duration)),
  { prop: 'runBy', label: t('task.runBy'), width: 110, render: ({ runBy }) => runBy || t('task.byTime') },
  { prop: 'description', label: t('task.reason'), minWidth: 180 },
];

interface TaskLogDrawerProps {
  readonly task: TaskRow;
  readonly onClose: () => void;
}

/** Runs of a task: when, how long, how they ended. */
export const TaskLogDrawer = observer(function TaskLogDrawer({ task: { id, fullName }, onClose }: TaskLogDrawerProps) {
  const { t, http } = usePlugin();
  const store = useStore(() => {
    const client = createClient(taskContract, http);
    return new ListStore<Run, Filter>({
      rowKey: 'id',
      load: ({ currentPage, pageSize, runResult }, signal) =>
        client.log({ params: { id }, query: { currentPage, pageSize, ...(runResult && { runResult }) } }, { signal, quiet: true }),
    });
  });
  useEffect(() => void store.reload(), [store]);
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <SideSheet visible title={t('task.log', { name: fullName })} width="min(880px, 100vw)" onCancel={onClose}>
      <ListPage
        label={t('task.log', { name: fullName })}
        store={store}
        columns={columns}
        columnSettings={false}
        search={[
          {
            kind: 'select',
            name: 'runResult',
            label: t('task.result'),
            options: resultsOf(t)
              .slice(0, 2)
              .map(({ value, text }) => ({ value: String(value), text })),
          },
        ]}
        emptyText={t('task.noRuns')}
      />
    </SideSheet>
  );
});

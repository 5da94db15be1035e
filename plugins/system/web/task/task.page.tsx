import { ActGroup, createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { cronWords, DateText, recordPage } from '@nephra/plugin-sdk/widgets';
import { type TaskRow, taskContract } from '../../contract/task/task.contract.ts';
import { TaskContentField } from './task-content.field.tsx';
import { TaskLogDrawer } from './task-log.drawer.tsx';

/** One press starts one run, however often it is sent. */
const starting = new ActGroup({}, 'schedule-task');

const At = ({ value }: { readonly value: number }) => <DateText value={value > 0 ? value : null} />;
const NEW_TASK = { executeContent: JSON.stringify({ cron: '0 3 * * *' }) };

/** Work that administrators put on a timetable. */
export const Page = recordPage(taskContract, {
  columns: {
    does: { minWidth: 180 },
    cron: { minWidth: 150, render: (row) => <When row={row} /> },
    lastRunTime: { width: 150, render: ({ lastRunTime }) => <At value={lastRunTime} /> },
    nextRunTime: { width: 150, render: ({ nextRunTime }) => <At value={nextRunTime} /> },
  },
  initial: () => NEW_TASK,
  fields: {
    executeContent: () => ({ kind: 'custom', render: (control: Parameters<typeof TaskContentField>[0]) => <TaskContentField {...control} /> }),
  },
  rowActions: [
    {
      button: 'btn_run',
      run: ({ id }, page) =>
        starting.run(
          id,
          id,
          (options) => createClient(taskContract, page.ctx.http).run({ params: { id } }, options),
          async ({ msg }) => {
            page.ctx.toast.success(msg);
            await page.reload();
          },
        ),
    },
    { button: 'btn_log', panel: (row, close) => <TaskLogDrawer task={row} onClose={close} /> },
  ],
  ask: {
    disable: ({ fullName }, { t }) => t('task.disableAsk', { name: fullName }),
    remove: ({ fullName }, { t }) => t('task.removeAsk', { name: fullName }),
  },
  none: ({ t }) => t('task.none'),
});

function When({ row: { cron } }: { readonly row: TaskRow }) {
  const { language } = usePlugin();
  return cron === '' ? '–' : cronWords(cron, language);
}

import { column, defineTable, fieldColumns, kept, type SqlRow, type StoredOf, small, type TableSizes } from '@nephra/plugin-sdk/server';
import { task } from '../../contract/task/task.contract.ts';

/** Work that administrators put on a timetable, of the whole installation. */
export const taskTable = defineTable(
  'system.schedule_task',
  {
    id: column.id(),
    ...fieldColumns(task),
    enabled: column.flag(),
    runCount: column.int(0, 2_147_483_647),
    /** Moments of the timetable up to this one, of the steady line, are not made up. */
    countsFrom: column.instant(),
    searchGrams: column.grams('fullName', 'enCode'),
    ...kept,
  },
  { scope: 'installation', unique: { schedule_task_code_idx: ['enCode'] }, taken: { enCode: ['task-code-taken', 'code'] } },
);
export interface TaskStored extends StoredOf<typeof taskTable> {}

export interface TaskTables {
  'system.schedule_task': SqlRow<typeof taskTable>;
}

export const taskSizes: TableSizes = { schedule_task: small(1_000) };

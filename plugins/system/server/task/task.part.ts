import { extend, rowJobs, type ServerPart } from '@nephra/plugin-sdk/server';
import type { SystemDb } from '../tables/tables.ts';
import { tasksAsJobs } from './run-task.ts';
import { taskRoutes } from './task.routes.ts';
import { taskSizes } from '../tables/task.table.ts';

/** Work that administrators put on a timetable. */
export const taskPart: ServerPart<SystemDb> = {
  name: 'task',
  implementations: [taskRoutes],
  extensions: [extend(rowJobs, tasksAsJobs)],
  tableSizes: taskSizes,
};

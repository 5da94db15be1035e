import { Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, bundleRecordFields, writeBundleRecord } from '@nephra/plugin-sdk/server';
import { task } from '../../../contract/task/task.contract.ts';
import { taskWithoutSecrets } from '../../../domain/bundle/task-secrets.ts';
import { taskTable } from '../../tables/task.table.ts';
import type { SystemDb } from '../../tables/tables.ts';
import { taskRoutes } from '../../task/task.routes.ts';
import { flag, wanted } from './record-entries.ts';

const text = Type.String();
const whole = Type.Integer();
const NAMES = ['fullName', 'executeType', 'executeContent', 'sortCode', 'enabledMark', 'description'] as const;

/** Timed tasks. A key in an address or body stays here, and such a task arrives switched off: it runs once the key was entered again. */
export const tasks = bundlePart<SystemDb>({
  id: 'tasks',
  title: { zh: '定时任务', zhtw: '定時任務', en: 'Timed tasks' },
  format: 1,
  fields: bundleRecordFields(task, NAMES),
  values: Type.Object(
    { fullName: text, executeType: text, executeContent: text, sortCode: whole, enabledMark: whole, description: text },
    { additionalProperties: false },
  ),
  async rows(ctx, codes) {
    const rows = await taskTable.select(ctx, 'one').orderBy('one.enCode').execute();
    const all = rows.map(({ fullName, enCode, executeType, executeContent, sortCode, enabled, description }) => {
      const { content, hidden } = taskWithoutSecrets(executeContent);
      const enabledMark = hidden ? 0 : flag(enabled);
      return { code: enCode, name: fullName, hidden, values: { fullName, executeType, executeContent: content, sortCode, enabledMark, description } };
    });
    const chosen = wanted(all, codes, () => true);
    return {
      rows: chosen.map(({ hidden: _, ...row }) => row),
      left: chosen.filter(({ hidden }) => hidden).map(({ name }) => ({ name, why: 'secret' as const })),
    };
  },
  writer: async (ctx) => async (row) => {
    const stored = await taskTable.select(ctx, 'one').where('one.enCode', '=', row.code).executeTakeFirst();
    // The key that was entered here stays while all around it is the same.
    const keeps = stored !== undefined && taskWithoutSecrets(stored.executeContent).content === row.values.executeContent;
    const kept = keeps
      ? { executeContent: stored.executeContent, enabledMark: taskWithoutSecrets(stored.executeContent).hidden ? flag(stored.enabled) : row.values.enabledMark }
      : {};
    await writeBundleRecord(ctx, taskRoutes, stored?.id, { ...row.values, ...kept, enCode: row.code });
  },
});

import { get, pageOf, pageQuery, post, put, Type } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, type RecordRow, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { MAX_CODE } from '../limits.ts';

const MAX_TASK_NAME = 50;
/** Characters of what a task does, as JSON. */
const MAX_CONTENT = 4_000;

/** Work that administrators put on a timetable (wire facts 15). It belongs to the installation. */
export const task = defineRecord('system.scheduleTask', {
  title: ['定时任务', '定時任務', 'Timed task'],
  wire: { at: '/api/scheduletask', one: '/Info/{id}', spec: ['2.5-05'] },
  subject: 'schedule-task',
  fields: {
    fullName: field.text(MAX_TASK_NAME).required().label('任务名称', '任務名稱', 'Name'),
    enCode: field.code(MAX_CODE).required().label('任务编码', '任務代碼', 'Code'),
    executeType: field
      .oneOf(['3', '本地方法', '本地方法', 'Method of a plugin'], ['1', '网络请求', '網路請求', 'Call of an address'])
      .required()
      .initial('3')
      .help(
        '数据接口尚未开放；开放后可在此选择接口按时运行',
        '資料介面尚未開放；開放後可在此選擇介面按時執行',
        'data interfaces are not there yet; with them, one can be chosen here',
      )
      .label('执行类型', '執行類型', 'Does'),
    /** JSON: `{ cron, localHostTaskId }` or `{ cron, url, method, body }`. */
    executeContent: field.note(MAX_CONTENT).required().span(2).label('执行时间与内容', '執行時間與內容', 'When and what'),
    ...STANDARD_FIELDS,
  },
  shown: {
    /** Five fields: minute hour day month weekday. */
    cron: shown.text('运行时间', '執行時間', 'When'),
    /** Title of the method in the reader's language, or the address. */
    does: shown.text('执行内容', '執行內容', 'What'),
    runCount: shown.int('运行次数', '執行次數', 'Runs'),
    /** 0: not yet. */
    lastRunTime: shown.instant('最近运行', '最近執行', 'Last run'),
    /** 0: the task is off. */
    nextRunTime: shown.instant('下次运行', '下次執行', 'Next run'),
  },
  list: {
    columns: ['fullName', 'enCode', 'does', 'cron', 'enabledMark', 'lastRunTime', 'nextRunTime', 'runCount', '-executeType', '-sortCode', '-description'],
    sort: ['fullName', 'enCode', 'sortCode', 'creatorTime'],
    keyword: ['fullName', 'enCode'],
    filter: ['enabledMark', 'executeType'],
    shared: true,
  },
  acts: {
    create: { audit: 'security' },
    edit: { audit: 'security' },
    remove: { audit: 'security' },
    state: { audit: 'security' },
  },
  buttons: { btn_run: ['立即运行', '立即執行', 'Run now'], btn_log: ['运行记录', '執行紀錄', 'Runs'] },
});
export interface TaskRow extends RecordRow<typeof task> {}

const id = Type.String({ minLength: 1, maxLength: 64 });
/** Milliseconds, as text of a query; empty: no limit. */
const moment = Type.Optional(Type.String({ maxLength: 20, pattern: '^\\d*$' }));
const params = Type.Object({ id });
const turned = Type.Object({ id: Type.String(), version: Type.Integer() });

export const taskRun = Type.Object({
  id: Type.String(),
  /** When it began, milliseconds. */
  runTime: Type.Integer(),
  /** 0: it ended well, 1: it did not, 2: it is under way. */
  runResult: Type.Integer(),
  /** Why it ended otherwise than well. */
  description: Type.String(),
  /** Milliseconds; null while it is under way. */
  duration: Type.Union([Type.Integer(), Type.Null()]),
  /** Who asked for it; empty when its time had come. */
  runBy: Type.String(),
});

export const taskContract = recordContract(task, {
  methods: get('/api/scheduletask/TaskMethods', {
    summary: 'Methods that plugins offer for tasks, with the timetable that they suggest',
    need: 'perm:system.scheduleTask',
    audit: 'none',
    reply: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String(), cron: Type.String() })),
  }),
  enable: put('/api/scheduletask/{id}/Actions/Enable', {
    summary: 'Put a task on its timetable; moments that passed while it was off are not made up',
    need: 'perm:system.scheduleTask:btn_state',
    audit: 'security',
    retry: 'natural',
    params,
    reply: turned,
  }),
  stop: put('/api/scheduletask/{id}/Actions/Stop', {
    summary: 'Take a task off its timetable; a run that is under way goes on to its end',
    need: 'perm:system.scheduleTask:btn_state',
    audit: 'security',
    retry: 'natural',
    params,
    reply: turned,
  }),
  run: post('/api/scheduletask/{id}/Actions/Run', {
    summary: 'Run a task now, also one that is off; refused while it runs',
    need: 'perm:system.scheduleTask:btn_run',
    audit: 'security',
    retry: 'idempotent-key',
    params,
    reply: Type.Object({ runId: Type.String() }),
  }),
  log: get('/api/scheduletask/{id}/TaskLog', {
    summary: 'Runs of a task, newest first; the latest fifty are kept. `runResult` 0: those that ended well, 1: those that did not',
    need: 'perm:system.scheduleTask:btn_log',
    audit: 'read',
    params,
    query: Type.Object({
      currentPage: pageQuery.currentPage,
      pageSize: pageQuery.pageSize,
      runResult: Type.Optional(Type.String({ maxLength: 2 })),
      startTime: moment,
      endTime: moment,
    }),
    reply: pageOf(taskRun),
  }),
});

import { inLanguages as text, type Language, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';

/** Words of the page of jobs. They come with the page, so that no other page waits for them. */
export const JOB_TEXTS = {
  title: text('后台任务', '背景任務', 'Background jobs'),
  intro: text(
    '系统与插件在后台定时做的工作。同一任务同时只在一台服务器上运行。',
    '系統與外掛在背景定時做的工作。同一任務同時只在一台伺服器上執行。',
    'Work that the system and its plugins do in the background. One server at a time runs a task.',
  ),
  search: text('按任务、插件或编号筛选', '按任務、外掛或編號篩選', 'Filter by task, plugin or code'),
  empty: text('没有符合条件的任务', '沒有符合條件的任務', 'No task matches'),
  refresh: text('刷新', '重新整理', 'Refresh'),
  name: text('任务', '任務', 'Task'),
  plugin: text('所属插件', '所屬外掛', 'Plugin'),
  when: text('运行时间', '執行時間', 'When'),
  next: text('下次运行', '下次執行', 'Next run'),
  last: text('最近一次', '最近一次', 'Last run'),
  started: text('开始时间', '開始時間', 'Started'),
  took: text('用时', '用時', 'Took'),
  progress: text('进度', '進度', 'Progress'),
  state: text('状态', '狀態', 'State'),
  by: text('启动者', '啟動者', 'Started by'),
  timer: text('到时间自动', '到時間自動', 'By itself'),
  code: text('编号', '編號', 'Code'),
  purpose: text('用途', '用途', 'Purpose'),
  all: text('全部', '全部', 'All'),
  runningOnes: text('运行中', '執行中', 'Running'),
  troubledOnes: text('最近一次未完成', '最近一次未完成', 'Last run not done'),
  running: text('运行中', '執行中', 'Running'),
  stopping: text('正在停止', '正在停止', 'Stopping'),
  done: text('完成', '完成', 'Done'),
  failed: text('失败', '失敗', 'Failed'),
  cancelled: text('已停止', '已停止', 'Stopped'),
  lost: text('中断', '中斷', 'Lost'),
  never: text('尚未运行', '尚未執行', 'Not yet'),
  dueNow: text('即将运行', '即將執行', 'Due now'),
  soon: text('首个间隔之后', '首個間隔之後', 'After an interval'),
  byHand: text('由人启动', '由人啟動', 'By hand'),
  run: text('立即运行', '立即執行', 'Run now'),
  runAsk: text(
    '“{{name}}”只由人启动，到时间不会自己运行。现在运行吗？{{purpose}}',
    '「{{name}}」只由人啟動，到時間不會自己執行。現在執行嗎？{{purpose}}',
    '“{{name}}” runs only when a person starts it. Run it now? {{purpose}}',
  ),
  cancel: text('停止运行', '停止執行', 'Stop run'),
  cancelAsk: text(
    '停止“{{name}}”正在进行的运行吗？它会在下一个安全的地方停下，已经做完的部分保留。',
    '停止「{{name}}」正在進行的執行嗎？它會在下一個安全的地方停下，已經做完的部分保留。',
    'Stop the run of “{{name}}”? It stops at its next safe place, and what is done by then stays.',
  ),
  runs: text('运行记录', '執行紀錄', 'Runs'),
  runsNote: text(
    '保留最近 50 次。间隔不到一小时的任务，只在失败、有话要说或运行较久时留下记录。',
    '保留最近 50 次。間隔不到一小時的任務，只在失敗、有話要說或執行較久時留下紀錄。',
    'The latest 50 are kept. A task of a short interval leaves one only when it failed, had something to tell or took long.',
  ),
  noRuns: text('还没有运行记录', '還沒有執行紀錄', 'No run was recorded yet'),
  oneRun: text('{{at}} 的运行', '{{at}} 的執行', 'Run of {{at}}'),
  showRun: text('查看日志', '檢視日誌', 'Log'),
  log: text('日志', '日誌', 'Log'),
  noLog: text('这次运行没有写日志', '這次執行沒有寫日誌', 'This run wrote no log'),
  dropped: text('另有 {{n}} 行没有保留', '另有 {{n}} 行沒有保留', 'Further lines that were not kept: {{n}}'),
  runId: text('运行编号', '執行編號', 'Run'),
  result: text('说明', '說明', 'Result'),
  adviceFailed: text(
    '怎么办：先看原因与日志的最后几行。排除原因后按“立即运行”；不管它，到时间也会再运行一次。再次失败时，把任务编号和运行编号告诉插件的供应商。',
    '怎麼辦：先看原因與日誌的最後幾行。排除原因後按「立即執行」；不管它，到時間也會再執行一次。再次失敗時，把任務編號和執行編號告訴外掛的供應商。',
    'What to do: read the reason and the last lines of the log. When the cause is gone press “Run now”; left alone, it runs again when its time comes. If it fails again, tell the vendor of the plugin the codes of task and run.',
  ),
  adviceFailedByHand: text(
    '怎么办：先看原因与日志的最后几行。排除原因后按“立即运行”，它不会自己再运行。再次失败时，把任务编号和运行编号告诉插件的供应商。',
    '怎麼辦：先看原因與日誌的最後幾行。排除原因後按「立即執行」，它不會自己再執行。再次失敗時，把任務編號和執行編號告訴外掛的供應商。',
    'What to do: read the reason and the last lines of the log. When the cause is gone press “Run now”; it does not run again by itself. If it fails again, tell the vendor of the plugin the codes of task and run.',
  ),
  adviceLost: text(
    '怎么办：运行它的服务器中途退出，做到哪里没有记录。看那台服务器是否还在工作；任务下次运行会从停下的地方接着做，也可以现在按“立即运行”。',
    '怎麼辦：執行它的伺服器中途退出，做到哪裡沒有紀錄。看那台伺服器是否還在工作；任務下次執行會從停下的地方接著做，也可以現在按「立即執行」。',
    'What to do: the server that ran it went away. See whether that server is at work again; the next run goes on where this one stood, and “Run now” starts it at once.',
  ),
  adviceCancelled: text(
    '没有做完的部分留到下次运行；也可以按“立即运行”接着做。',
    '沒有做完的部分留到下次執行；也可以按「立即執行」接著做。',
    'What was not done is left to the next run; “Run now” goes on with it at once.',
  ),
  onDemand: text('由人启动', '由人啟動', 'on demand'),
  instantly: text('不到 1 秒', '不到 1 秒', 'under 1 s'),
  seconds: text('{{n}} 秒', '{{n}} 秒', '{{n}} s'),
  minutes: text('{{n}} 分', '{{n}} 分', '{{n}} min'),
  hours: text('{{n}} 小时', '{{n}} 小時', '{{n}} h'),
} as const satisfies Record<string, TextByLanguage>;

export type JobTextKey = keyof typeof JOB_TEXTS;
export type JobText = (key: JobTextKey, params?: Readonly<Record<string, string | number>>) => string;

/** The words in one language. */
export const jobTextIn =
  (language: Language): JobText =>
  (key, params = {}) =>
    JOB_TEXTS[key][language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

const byLanguage = { zh: jobTextIn('zh'), zhtw: jobTextIn('zhtw'), en: jobTextIn('en') } as const satisfies Record<Language, JobText>;

/** The words in the language of the session. */
export const useJobText = (): JobText => byLanguage[usePlugin().language];

import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import { CODE_KIND, type MessageKind, messageKind, messageKinds } from '@nephra/plugin-sdk/server';
import type { MessageDb, ReadCtx } from '../tables/tables.ts';

/** Kinds of messages that running plugins declare, by their codes. One that is declared twice counts as its own plugin says it, else as the first one. */
export function kindsIn(ctx: Pick<ReadCtx, 'extensions'>): ReadonlyMap<string, MessageKind> {
  const kinds = new Map<string, MessageKind>();
  for (const { pluginId, value } of ctx.extensions(messageKinds))
    if (!kinds.has(value.code) || value.code.startsWith(`${pluginId}.`)) kinds.set(value.code, value);
  return kinds;
}

/** What the shell tells administrators of; it has no extensions, so its kinds are declared here. Names of jobs and accounts stay in the product. */
export const shellKinds = [
  messageKind<MessageDb>({
    code: 'core.jobFailed',
    title: text('后台任务失败', '背景工作失敗', 'A background job failed'),
    ...{ urgency: 'important', channels: ['mail'], required: true, forAdministrators: true, params: {} },
    outside: text('有后台任务运行失败，请登录系统查看原因。', '有背景工作執行失敗，請登入系統查看原因。', 'A background job failed. Sign in to see why.'),
  }),
  messageKind<MessageDb>({
    code: 'core.accountLocked',
    title: text('账号被锁定', '帳號被鎖定', 'An account was locked'),
    ...{ urgency: 'important', channels: ['mail'], required: true, forAdministrators: true, params: {} },
    outside: text(
      '有账号因多次输错密码被锁定，请登录系统查看。',
      '有帳號因多次輸錯密碼被鎖定，請登入系統查看。',
      'An account was locked after wrong passwords. Sign in to see which.',
    ),
  }),
  messageKind<MessageDb>({
    code: 'core.pluginFailed',
    title: text('插件不能运行', '外掛無法執行', 'A plugin does not run'),
    ...{ urgency: 'urgent', channels: ['mail', 'sms'], required: true, forAdministrators: true, params: {} },
    outside: text(
      '有插件不能运行，请尽快登录系统查看原因。',
      '有外掛無法執行，請盡快登入系統查看原因。',
      'A plugin does not run. Please sign in soon and see why.',
    ),
  }),
  messageKind<MessageDb>({
    code: CODE_KIND,
    title: text('手机验证码', '手機驗證碼', 'Code by text message'),
    ...{ urgency: 'urgent', channels: ['sms'], direct: true, params: { code: 'open', minutes: 'open', system: 'open' } },
    outside: text('验证码{code}，{minutes}分钟内有效。', '驗證碼{code}，{minutes}分鐘內有效。', 'Your code is {code}, good for {minutes} minutes.'),
  }),
];

/** What this plugin itself tells people of. */
export const ownKinds = [
  messageKind<MessageDb>({
    code: 'message.reminder',
    title: text('公告阅读提醒', '公告閱讀提醒', 'Reminder of a notice'),
    ...{ urgency: 'normal', channels: [], params: { title: 'personal', name: 'personal' } },
    outside: text('有公告等待您阅读，请登录系统查看。', '有公告等待您閱讀，請登入系統查看。', 'A notice waits for you. Sign in to read it.'),
  }),
];

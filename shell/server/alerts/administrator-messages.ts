import { AsyncResource } from 'node:async_hooks';
import { inLanguages as text, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import type { Clock, Log, MessageSender, MessageToSend } from '@nephra/plugin-sdk/server';
import type { Alert } from './alerts.ts';

interface Wording {
  readonly title: TextByLanguage;
  readonly text: TextByLanguage;
  readonly urgency: MessageToSend['urgency'];
  /** Page that shows it. */
  readonly menu: string;
}

const WORDINGS: Readonly<Record<Alert['kind'], Wording>> = {
  jobFailed: {
    title: text('后台任务失败：{name}', '背景工作失敗：{name}', 'A background job failed: {name}'),
    text: text(
      '后台任务“{name}”运行失败，请在后台任务页面查看原因。',
      '背景工作「{name}」執行失敗，請在背景工作頁面查看原因。',
      'The job “{name}” failed. The page of background jobs says why.',
    ),
    ...{ urgency: 'important', menu: 'system.task' },
  },
  accountLocked: {
    title: text('账号已锁定：{name}', '帳號已鎖定：{name}', 'An account was locked: {name}'),
    text: text(
      '账号“{name}”因多次输错密码被锁定，解锁前请先与本人核实。',
      '帳號「{name}」因多次輸錯密碼被鎖定，解鎖前請先與本人核實。',
      'The account “{name}” was locked after wrong passwords. Ask the person before unlocking it.',
    ),
    ...{ urgency: 'important', menu: 'permission.user' },
  },
  pluginFailed: {
    title: text('插件不能运行：{name}', '外掛無法執行：{name}', 'A plugin does not run: {name}'),
    text: text(
      '插件“{name}”不能运行，请在插件页面查看原因。',
      '外掛「{name}」無法執行，請在外掛頁面查看原因。',
      'The plugin “{name}” does not run. The page of plugins says why.',
    ),
    ...{ urgency: 'urgent', menu: 'system.plugins' },
  },
};
const FROM = text('系统', '系統', 'System');

export interface AdministratorMessageParts {
  /** What sends messages at this moment; undefined while no plugin does. */
  readonly sender: () => MessageSender | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Alerts of the shell as messages to system administrators, while a plugin sends messages; once a day for each subject, on all servers together. */
export class AdministratorMessages {
  readonly #parts: AdministratorMessageParts;
  readonly #detached = new AsyncResource('nephra-alerts');
  readonly #pending = new Set<Promise<unknown>>();

  constructor(parts: AdministratorMessageParts) {
    this.#parts = parts;
  }

  /** Sends it apart from whatever is under way: that may be rolled back. */
  readonly tell = (alert: Alert): void => {
    const sending = this.#detached
      .runInAsyncScope(() => this.#send(alert))
      .catch((error: unknown) => {
        this.#parts.log.warn({ err: error, kind: alert.kind, subject: alert.subject }, 'administrators could not be told');
      });
    this.#pending.add(sending);
    void sending.finally(() => this.#pending.delete(sending));
  };

  /** Resolves when nothing is on its way any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #send({ kind, subject, name }: Alert): Promise<void> {
    const { sender, clock } = this.#parts;
    const { title, text: body, urgency, menu } = WORDINGS[kind];
    const named = (words: TextByLanguage): TextByLanguage => ({
      zh: words.zh.replace('{name}', () => name.zh),
      zhtw: words.zhtw.replace('{name}', () => name.zhtw),
      en: words.en.replace('{name}', () => name.en),
    });
    await sender()?.send({
      ...{ kind: `core.${kind}`, title: named(title), text: named(body), from: FROM, receivers: [{ administrators: true }] },
      ...{ urgency, link: { menu, query: {} }, key: `core.${kind}/${subject}/${clock.today()}`.slice(0, 160) },
    });
  }
}

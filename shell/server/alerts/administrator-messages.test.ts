import type { MessageToSend } from '@nephra/plugin-sdk/server';
import { describe, expect, it, vi } from 'vitest';
import type { Alert } from './alerts.ts';
import { AdministratorMessages } from './administrator-messages.ts';

const alert: Alert = { kind: 'jobFailed', subject: 'beds.tidy', name: { zh: '整理{name}', zhtw: '整理', en: 'Tidy' } };
const clock = { today: () => '2026-03-02' } as never;

function teller(send: ((message: MessageToSend) => Promise<{ id: string; sent: boolean; receivers: number; patients: 0 }>) | undefined) {
  const log = { warn: vi.fn() };
  return { log, messages: new AdministratorMessages({ sender: () => send && { send }, clock, log: log as never }) };
}

describe('alerts of the shell', () => {
  it('become messages to administrators, with a key of the day and the page that shows more', async () => {
    const sent: MessageToSend[] = [];
    const { messages } = teller(async (message) => {
      sent.push(message);
      return { id: '1', sent: true, receivers: 1, patients: 0 };
    });
    messages.tell(alert);
    await messages.settled();
    expect(sent).toEqual([
      expect.objectContaining({
        ...{
          kind: 'core.jobFailed',
          key: 'core.jobFailed/beds.tidy/2026-03-02',
          receivers: [{ administrators: true }],
          link: { menu: 'system.task', query: {} },
        },
        title: { zh: '后台任务失败：整理{name}', zhtw: '背景工作失敗：整理', en: 'A background job failed: Tidy' },
      }),
    ]);
  });

  it('are lost without a plugin that sends, and one that cannot send stops nothing', async () => {
    const none = teller(undefined);
    none.messages.tell(alert);
    await none.messages.settled();
    expect(none.log.warn).not.toHaveBeenCalled();
    const broken = teller(() => Promise.reject(new Error('no database')));
    broken.messages.tell(alert);
    await broken.messages.settled();
    expect(broken.log.warn).toHaveBeenCalledTimes(1);
  });
});

import type { ChannelResult, CodeSender, CodeToSend, Log } from '@nephra/plugin-sdk/server';
import { expect, it } from 'vitest';
import { CodeMessages } from './code-messages.ts';

const message = { mobile: '13800001111', code: '123456', minutes: 5, system: 'SIM', sentence: 'SIM 123456' };

function codes(plugin: CodeSender | undefined, own = true) {
  const [texts, hooks, told]: [string[], (() => void)[], string[]] = [[], [], []];
  const log = { warn: (facts: object) => void told.push(JSON.stringify(facts)), error: () => void told.push('error') } as unknown as Log;
  const parts = { plugin: () => plugin, afterCommit: (work: () => void) => void hooks.push(work), newId: () => 'm1', log };
  const sender = own ? { send: async ({ text }: { text: string }) => void texts.push(text) } : undefined;
  const commit = () => {
    for (const hook of hooks.splice(0)) hook();
  };
  return { texts, told, messages: new CodeMessages({ ...parts, own: sender }), commit };
}
const sender = (ready: boolean, result: ChannelResult | Error = { outcome: 'sent' }) => {
  const sent: CodeToSend[] = [];
  const plugin: CodeSender = {
    ready: async () => ready,
    send: async (code) => {
      sent.push(code);
      if (result instanceof Error) throw result;
      return result;
    },
  };
  return { sent, plugin };
};

it('one sender alone: the plugin where it is set up, after the commit, else the own one', async () => {
  const { sent, plugin } = sender(true);
  const by = codes(plugin);
  await by.messages.send(message);
  expect([sent, by.texts]).toEqual([[], []]);
  by.commit();
  await expect.poll(() => sent).toEqual([{ mobile: '13800001111', code: '123456', minutes: 5, system: 'SIM', id: 'm1' }]);
  expect(by.texts).toEqual([]);
  for (const other of [sender(false).plugin, undefined]) {
    const own = codes(other);
    await own.messages.send(message);
    expect(own.texts).toEqual(['SIM 123456']);
  }
});

it('there is none where neither is; what a provider refuses is on the log, without number and code, and refuses nobody', async () => {
  expect(await codes(sender(false).plugin, false).messages.ready()).toBe(false);
  expect(await codes(sender(true).plugin, false).messages.ready()).toBe(true);
  expect(await codes(undefined).messages.ready()).toBe(true);
  for (const result of [{ outcome: 'refused', reason: 'balance' } as const, new Error('lost')]) {
    const by = codes(sender(true, result).plugin);
    await by.messages.send(message);
    by.commit();
    await expect.poll(() => by.told.length).toBe(1);
    expect(by.told[0]).not.toMatch(/138|123456/);
  }
});

import { describe, expect, it } from 'vitest';
import type { Database } from '../../db/index.ts';
import { EventBus } from './event-bus.ts';

/** Every commit has already happened. */
const committed = { afterCommit: (hook: () => void) => hook() } as Pick<Database, 'afterCommit'> as Database;

describe('events', () => {
  it('that a listener cannot handle are noted, reach the others, and reject nowhere', async () => {
    const [failures, heard]: [string[], unknown[]] = [[], []];
    const bus = new EventBus(committed, (pluginId, eventId, error) => failures.push(`${pluginId} ${eventId} ${String(error)}`));
    bus.subscribe('said@1', 'slow', () => Promise.reject(new Error('later')));
    bus.subscribe('said@1', 'quick', () => {
      throw new Error('at once');
    });
    bus.subscribe('said@1', 'well', async (payload) => void heard.push(payload));
    bus.publish('said@1', 'hello');
    await bus.settled();
    expect(failures.sort()).toEqual(['quick said@1 Error: at once', 'slow said@1 Error: later']);
    expect(heard).toEqual(['hello']);
  });

  it('are waited for, those of one plugin by themselves', async () => {
    const bus = new EventBus(committed, () => undefined);
    const order: string[] = [];
    let finish = (): void => undefined;
    bus.subscribe('said@1', 'one', async () => void order.push('one handled'));
    bus.subscribe('said@1', 'two', () => new Promise((resolve) => (finish = () => resolve(void order.push('two handled')))));
    bus.publish('said@1', {});
    await bus.settled('one');
    order.push('one settled');
    const all = bus.settled().then(() => order.push('all settled'));
    finish();
    await all;
    expect(order).toEqual(['one handled', 'one settled', 'two handled', 'all settled']);
  });
});

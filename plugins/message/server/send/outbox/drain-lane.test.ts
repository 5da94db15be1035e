import type { ChannelMessage, ChannelResult } from '@nephra/plugin-sdk/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterCutOff, afterTry } from '../../../domain/send/after-try.ts';
import { MAX_TRIES } from '../../../domain/send/pauses.ts';
import { drainLane, type LanePort, type Noted } from './drain-lane.ts';

interface Row {
  readonly id: string;
  readonly urgent: boolean;
  state: 'waiting' | 'sending' | 'sent' | 'doubtful' | 'given-up';
  tries: number;
  due: number;
  attempt: string;
  unsure: boolean;
}
/** What the other side has, by id of the message. */
type Arrived = Map<string, number>;
/** What happens with one try at the other side. */
type Fate = 'taken' | 'not-taken' | 'refused' | 'taken-unheard' | 'channel-down' | 'throws';

class Killed extends Error {}

/** Rows that outlast the processes that work on them, and a process that dies after so many steps. */
class Model {
  readonly rows: Row[];
  readonly arrived: Arrived = new Map();
  now = 0;
  #tries = 0;
  #fates: readonly Fate[];
  readonly recognises: boolean;
  constructor(urgent: readonly boolean[], fates: readonly Fate[], recognises: boolean) {
    this.rows = urgent.map((one, at) => ({ id: `m-${at}`, urgent: one, state: 'waiting', tries: 0, due: 0, attempt: '', unsure: false }));
    this.#fates = fates;
    this.recognises = recognises;
  }

  #deliver(id: string): void {
    // A channel that recognises what it gets twice shows it once.
    this.arrived.set(id, this.recognises ? 1 : (this.arrived.get(id) ?? 0) + 1);
  }

  /** One process. @param lives steps until it is killed, each before or after what it does */
  process(lives: number): LanePort<Row> {
    let left = lives;
    const step = (): void => {
      left -= 1;
      if (left < 0) throw new Killed();
    };
    const name = `p${lives}-${this.now}-${this.#tries}`;
    let named = 0;
    return {
      releaseOrphans: async () => {
        step();
        for (const row of this.rows) if (row.state === 'sending') Object.assign(row, { state: afterCutOff(this.recognises, row.tries), unsure: true });
      },
      room: async () => {
        step();
        return { room: 3, waitMs: 0 };
      },
      due: async (limit) => {
        step();
        const waiting = this.rows.filter((row) => row.state === 'waiting' && row.due <= this.now);
        return waiting.sort((a, b) => Number(b.urgent) - Number(a.urgent)).slice(0, limit);
      },
      plan: async (rows) => rows.map((row) => ({ row, act: 'send' as const, message: { id: row.id } as ChannelMessage })),
      note: async (steps) => {
        step();
        const noted: Noted<Row>[] = [];
        for (const one of steps)
          if (one.act === 'send' && one.row.state === 'waiting') {
            one.row.state = 'sending';
            one.row.tries += 1;
            named += 1;
            one.row.attempt = `${name}/${named}`;
            noted.push({ row: { ...one.row }, message: one.message });
          }
        // Killed with its commit on the way back: the rows are noted, and nothing is sent.
        step();
        return noted;
      },
      send: async ({ id }): Promise<ChannelResult> => {
        step();
        const fate = this.#fates[this.#tries % Math.max(1, this.#fates.length)] ?? 'taken';
        this.#tries += 1;
        if (fate === 'taken' || fate === 'taken-unheard') this.#deliver(id);
        // Killed between handing over and the answer.
        step();
        if (fate === 'throws') throw new Error('SIM');
        if (fate === 'taken') return { outcome: 'sent' };
        if (fate === 'taken-unheard') return { outcome: 'doubtful', reason: 'no-answer' };
        if (fate === 'refused') return { outcome: 'refused', reason: 'refused' };
        return { outcome: 'later', reason: 'unreachable', channelDown: fate === 'channel-down' };
      },
      settle: async ({ row }, { outcome }) => {
        step();
        const stored = this.rows.find(({ id }) => id === row.id);
        if (stored?.attempt !== row.attempt) return;
        const after = afterTry(outcome, row);
        stored.state = after.state;
        if (after.state === 'waiting') stored.due = this.now + after.pauseMs;
        step();
      },
    };
  }

  /** Lets a process work until it ends or is killed. A killed one does nothing more, whatever was under way. */
  async run(lives: number): Promise<void> {
    try {
      await drainLane(this.process(lives), () => false);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}

const fates = fc.array(fc.constantFrom<Fate>('taken', 'taken', 'not-taken', 'refused', 'taken-unheard', 'channel-down', 'throws'), {
  minLength: 1,
  maxLength: 12,
});
const kills = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 });
const urgent = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 });

describe('messages through any number of kills', () => {
  it('none arrives twice, none is lost, and what is called sent or given up is so', async () => {
    await fc.assert(
      fc.asyncProperty(urgent, fates, kills, fc.boolean(), async (rows, given, lives, recognises) => {
        const model = new Model(rows, given, recognises);
        for (const life of lives) {
          await model.run(life);
          model.now += 90_000;
        }
        for (let round = 0; round < MAX_TRIES * (rows.length + 2); round += 1) {
          await model.run(Number.POSITIVE_INFINITY);
          model.now += 24 * 3_600_000;
        }
        for (const { id, state, tries } of model.rows) {
          const times = model.arrived.get(id) ?? 0;
          expect(times, `${id} arrived`).toBeLessThanOrEqual(1);
          expect(['sent', 'doubtful', 'given-up'], id).toContain(state);
          if (state === 'sent') expect(times, `${id} is called sent`).toBe(1);
          if (times === 1) expect(['sent', 'doubtful'], `${id} arrived`).toContain(state);
          expect(tries).toBeLessThanOrEqual(MAX_TRIES);
        }
      }),
    );
  });

  it('without kills and where the other side answers, all are sent, urgent ones first', async () => {
    const model = new Model([false, true, false, true], ['taken'], false);
    await model.run(Number.POSITIVE_INFINITY);
    expect([...model.arrived.keys()].slice(0, 2)).toEqual(['m-1', 'm-3']);
    expect(model.rows.every(({ state }) => state === 'sent')).toBe(true);
  });

  it('one through which nothing gets is left alone, and no other row is tried meanwhile', async () => {
    const model = new Model([false, false, false, false, false], ['channel-down'], false);
    expect(await drainLane(model.process(Number.POSITIVE_INFINITY), () => false)).toBeGreaterThan(0);
    expect(model.rows.filter(({ tries }) => tries > 0)).toHaveLength(3);
  });
});

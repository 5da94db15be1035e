import type { ChannelMessage, ChannelResult } from '@nephra/plugin-sdk/server';
import { CHANNEL_DOWN_MS } from '../../../domain/send/pauses.ts';

/** What is to be done with a row that is due. */
export type Step<Row> =
  | { readonly row: Row; readonly act: 'send'; readonly message: ChannelMessage }
  /** Left alone until a moment of the steady line, without counting as a try: quiet hours. */
  | { readonly row: Row; readonly act: 'wait'; readonly until: Date }
  | { readonly row: Row; readonly act: 'give-up'; readonly reason: string };

export interface Noted<Row> {
  readonly row: Row;
  readonly message: ChannelMessage;
}

/** Rows of one channel, for the process that has its lease. */
export interface LanePort<Row> {
  /** Rows that a process left in the air when it ended: doubtful, or due again where the channel recognises what it gets twice. Under the lease. */
  releaseOrphans(): Promise<void>;
  /** How many tries may begin now; with none, how long to wait, milliseconds. */
  room(): Promise<{ readonly room: number; readonly waitMs: number }>;
  /** Rows whose time has come, urgent ones first. */
  due(limit: number): Promise<readonly Row[]>;
  plan(rows: readonly Row[]): Promise<readonly Step<Row>[]>;
  /**
   * Writes down what will be done, before it is done, in one transaction under the lease: what is about to be sent is noted as `sending` under a new name
   * of the try. @returns those to be sent, of rows that nobody changed meanwhile
   */
  note(steps: readonly Step<Row>[]): Promise<readonly Noted<Row>[]>;
  send(message: ChannelMessage): Promise<ChannelResult>;
  /** Writes down what became of a try, whoever has the lease by now. */
  settle(noted: Noted<Row>, result: ChannelResult): Promise<void>;
}

/** A channel that throws has not said that it sent nothing. */
async function tried<Row>(port: LanePort<Row>, message: ChannelMessage): Promise<ChannelResult> {
  try {
    return await port.send(message);
  } catch {
    return { outcome: 'doubtful', reason: 'fault' };
  }
}

async function sendNoted<Row>(port: LanePort<Row>, noted: Noted<Row>): Promise<ChannelResult> {
  const result = await tried(port, noted.message);
  await port.settle(noted, result);
  return result;
}

/**
 * Sends what is due of one channel until nothing is, there is no room, or nothing gets through. Each row is written down before it is sent: what was
 * cut off in between is known as such, and never sent again by itself unless the channel recognises it.
 * @returns how long to leave the channel alone, milliseconds
 */
export async function drainLane<Row>(port: LanePort<Row>, stopping: () => boolean): Promise<number> {
  await port.releaseOrphans();
  while (!stopping()) {
    const { room, waitMs } = await port.room();
    if (room === 0) return waitMs;
    const rows = await port.due(room);
    if (rows.length === 0) return 0;
    const noted = await port.note(await port.plan(rows));
    // All of them come to their end, also when the database fails one: whoever has the lease next must not meet one that is still under way.
    const ends = await Promise.allSettled(noted.map((one) => sendNoted(port, one)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    if (ends.some((end) => end.status === 'fulfilled' && end.value.outcome === 'later' && end.value.channelDown === true)) return CHANNEL_DOWN_MS;
  }
  return 0;
}

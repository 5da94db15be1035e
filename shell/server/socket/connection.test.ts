import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { Connection } from './connection.ts';
import { MAX_WAITING_FRAMES } from './socket-limits.ts';

class FakeSocket extends EventEmitter {
  readyState = 1;
  bufferedAmount = 0;
  isPaused = false;
  readonly acts: string[] = [];
  send(text: string): void {
    this.acts.push(text);
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  ping(): void {
    this.acts.push('ping');
  }
  terminate(): void {
    this.acts.push('terminate');
    this.readyState = 3;
    this.emit('close');
  }
}

const ORIGIN = { ip: '', network: '', userAgent: '', origin: '', ownOrigin: '' };

function connection() {
  const socket = new FakeSocket();
  return { socket, one: new Connection(socket as unknown as WebSocket, ORIGIN, { framesPerSecond: 10, bufferBytes: 1000 }, 0) };
}

describe('one socket', () => {
  it('may send three seconds’ worth at once, then as many a second as it may', () => {
    const { one } = connection();
    const takenAt = (now: number): number => [...Array(100)].filter(() => one.takeToken(now)).length;
    expect([takenAt(0), takenAt(100), takenAt(1100), takenAt(0), takenAt(60_000)]).toEqual([30, 1, 10, 0, 30]);
  });

  it('is not read while many of its frames wait, and again once some are answered', async () => {
    const { socket, one } = connection();
    const ends: (() => void)[] = [];
    for (let n = 0; n < MAX_WAITING_FRAMES - 1; n += 1) one.enqueue(() => new Promise((resolve) => ends.push(resolve)));
    expect(socket.isPaused).toBe(false);
    one.enqueue(async () => undefined);
    expect(socket.isPaused).toBe(true);
    // No answer to a ping can be read now.
    one.ping();
    one.ping();
    expect(socket.acts).toEqual([]);
    await expect.poll(() => ends.length).toBe(1);
    ends[0]?.();
    await expect.poll(() => socket.isPaused).toBe(false);
    // One after another.
    expect(ends).toHaveLength(2);
  });

  it('is cut off when what waits for its reader passes the limit, also by one frame', () => {
    const { socket, one } = connection();
    socket.bufferedAmount = 900;
    one.send({ method: 'x' });
    expect(socket.acts).toEqual(['{"method":"x"}']);
    one.sendText('y'.repeat(101));
    one.send({ method: 'after' });
    expect(socket.acts).toEqual(['{"method":"x"}', 'terminate']);
    expect(one.gone.aborted).toBe(true);
  });

  it('that does not answer a ping until the next one is ended', () => {
    const { socket, one } = connection();
    one.ping();
    socket.emit('pong');
    one.ping();
    one.ping();
    expect(socket.acts).toEqual(['ping', 'ping', 'terminate']);
  });
});

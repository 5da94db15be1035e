import type { OutboundError } from '@nephra/plugin-sdk/server';
import { describe, expect, it, vi } from 'vitest';
import { failing, get, local, outboundTo, raw, web } from './outbound-gateway.fixture.ts';

describe('failures', () => {
  it('nobody listens: nothing was sent', async () => {
    // A port that was free a moment ago may be somebody's by now; the first one is nobody's.
    expect(await failing(local(1).send(get('http://127.0.0.1:1/')))).toMatchObject({ failure: 'connect', sent: false });
  });

  it('a connection that does not come about in its time: nothing was sent', async () => {
    const { send } = outboundTo(['https://gateway.example'], { resolve: () => new Promise(() => undefined) });
    expect(await failing(send(get('https://gateway.example/', { connectTimeoutMs: 20 })))).toMatchObject({ failure: 'connect', sent: false });
    expect(await failing(send(get('https://gateway.example/', { timeoutMs: 20 })))).toMatchObject({ failure: 'timeout', sent: false });
  });

  it('an answer that never begins, or drips without end: given up in time, and it may have been heard', async () => {
    // Time runs out only once the question has come and the answer drips: how long that takes is the machine's affair.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const givenUp = async (begin = '', drop = ''): Promise<OutboundError> => {
        let dripped: () => void = () => undefined;
        const asked = new Promise<void>((resolve) => {
          dripped = resolve;
        });
        const port = await raw((socket) => {
          socket.once('data', () => {
            socket.write(begin);
            let drops = 0;
            const timer = setInterval(() => {
              drops += 1;
              socket.write(drop);
              if (drops === 10) dripped();
            }, 2);
            socket.on('close', () => clearInterval(timer));
          });
        });
        const error = failing(local(port).send(get(`http://127.0.0.1:${port}/`, { timeoutMs: 30_000 })));
        await asked;
        vi.advanceTimersByTime(30_000);
        return await error;
      };
      expect(await givenUp()).toMatchObject({ failure: 'timeout', sent: true });
      expect(await givenUp('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n', 'x')).toMatchObject({ failure: 'timeout', sent: true });
      expect(await givenUp('HTTP/1.1 200 OK\r\n', 'x-a: b\r\n')).toMatchObject({ sent: true });
    } finally {
      vi.useRealTimers();
    }
  });

  it('an answer longer than allowed is broken off, told or untold', async () => {
    const told = await web((_, response) => response.end(Buffer.alloc(4096)));
    const untold = await raw((socket) => {
      socket.on('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        const more = (): void => {
          if (!socket.destroyed) socket.write('400\r\n'.concat('x'.repeat(1024), '\r\n'), more);
        };
        more();
      });
    });
    for (const port of [told.port, untold]) {
      expect(await failing(local(port).send(get(`http://127.0.0.1:${port}/`, { maxBytes: 4095 })))).toMatchObject({ failure: 'too-large', sent: true });
    }
    expect((await local(told.port).send(get(`http://127.0.0.1:${told.port}/`, { maxBytes: 4096 }))).body).toHaveLength(4096);
    const head = await raw((socket) => void socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`));
    expect(await failing(local(head).send(get(`http://127.0.0.1:${head}/`)))).toMatchObject({ failure: 'too-large', sent: true });
  });

  it.each([
    ['cut off in the middle of its length', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
    ['cut off in the middle of a piece', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\na\r\nhalf'],
    ['cut off in its head', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['no answer at all', ''],
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nhalf!'],
  ])('%s: broken, and it may have been heard', async (_name, answer) => {
    const port = await raw((socket) => socket.once('data', () => socket.end(answer)));
    expect(await failing(local(port).send(get(`http://127.0.0.1:${port}/`)))).toMatchObject({ failure: 'broken', sent: true });
  });

  it('a caller who gives up: before, while waiting for a place, while waiting for the answer', async () => {
    let arrived = (): void => undefined;
    const { port } = await web(() => arrived());
    const { send } = local(port);
    const url = `http://127.0.0.1:${port}/`;
    expect(await failing(send(get(url, { signal: AbortSignal.abort() })))).toMatchObject({ failure: 'aborted', sent: false });
    const asked = new Promise<void>((resolve) => {
      let count = 0;
      arrived = () => {
        count += 1;
        if (count === 16) resolve();
      };
    });
    const callers = Array.from({ length: 16 }, () => new AbortController());
    const running = callers.map(({ signal }) => failing(send(get(url, { signal }))));
    await asked;
    const waiting = new AbortController();
    const seventeenth = failing(send(get(url, { signal: waiting.signal })));
    const hasty = failing(send(get(url, { timeoutMs: 20 })));
    expect(await hasty).toMatchObject({ failure: 'timeout', sent: false });
    waiting.abort();
    expect(await seventeenth).toMatchObject({ failure: 'aborted', sent: false });
    for (const caller of callers) caller.abort();
    for (const error of await Promise.all(running)) expect(error).toMatchObject({ failure: 'aborted', sent: true });
  });

  it('neither errors nor the log tell what was sent or answered', async () => {
    const port = await raw((socket) => socket.once('data', () => socket.end('HTTP/1.1 2x0 geheim-answer\r\nx: geheim-answer\r\n\r\ngeheim-answer')));
    const { send, lines } = local(port);
    const error = await failing(
      send({ url: `http://127.0.0.1:${port}/geheim-path?token=geheim-query`, method: 'POST', headers: { 'x-sign': 'geheim-header' }, body: 'geheim-body' }),
    );
    expect(error).toMatchObject({ failure: 'broken', sent: true });
    await failing(send(get(`http://geheim-user:geheim-pass@127.0.0.1:${port}/`)));
    expect(lines.length).toBe(2);
    expect(JSON.stringify([error.message, Object.entries(error), String(error.cause), lines])).not.toContain('geheim');
  });
});

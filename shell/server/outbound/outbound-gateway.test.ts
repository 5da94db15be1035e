import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { OutboundError, type OutboundReply, type OutboundRequest } from '@nephra/plugin-sdk/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testCertificate } from '../../../tests/support/test-certificate.ts';
import { OutboundGateway, type OutboundGatewayInput } from './outbound-gateway.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function portOf<S extends RawServer>(server: S): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const web = async (answer: RequestListener): Promise<{ port: number; server: Server }> => {
  const server = createServer(answer);
  return { server, port: await portOf(server) };
};
/** Speaks bytes, not HTTP. */
const raw = async (speak: (socket: Socket) => void): Promise<number> =>
  await portOf(
    createRawServer((socket) => {
      socket.on('error', () => undefined);
      speak(socket);
    }),
  );

interface Line {
  readonly level: string;
  readonly text: string;
}
const logTo = (lines: Line[]) => {
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, text: `${message} ${JSON.stringify(fields)}` });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
};

function outboundTo(allow: readonly string[], input: Partial<OutboundGatewayInput> = {}) {
  const lines: Line[] = [];
  const gateway = new OutboundGateway({ log: logTo(lines), inTransaction: () => false, allow, ...input });
  closing.push(() => gateway.close());
  return { gateway, lines, ...gateway.forPlugin('p', []) };
}
const local = (port: number) => outboundTo([`http://127.0.0.1:${port}`]);
const get = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({ url, method: 'GET', ...more });

/** @throws AssertionError when it went well */
async function failing(call: Promise<OutboundReply>): Promise<OutboundError> {
  const error = await call.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(OutboundError);
  return error as OutboundError;
}

describe('a call', () => {
  it('carries method, path, headers and body, and brings back all there is', async () => {
    const { port } = await web((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { host, 'x-sign': sign, 'content-length': length, 'transfer-encoding': chunked } = request.headers;
        response.writeHead(418, { 'X-Answer': 'yes', 'set-cookie': ['a=1', 'b=2'] });
        response.end(JSON.stringify([request.method, request.url, host, sign, length, chunked, Buffer.concat(parts).toString()]));
      });
    });
    const { send } = local(port);
    const reply = await send({ url: `http://127.0.0.1:${port}/a/b?c=%2F#gone`, method: 'POST', headers: { 'X-Sign': 's' }, body: '医保' });
    expect([reply.status, reply.headers['x-answer'], reply.headers['set-cookie']]).toEqual([418, 'yes', 'a=1, b=2']);
    expect(JSON.parse(reply.body.toString())).toEqual(['POST', '/a/b?c=%2F', `127.0.0.1:${port}`, 's', '6', null, '医保']);
    const bytes = await send({ url: `http://127.0.0.1:${port}/`, method: 'PUT', body: new Uint8Array([104, 105]) });
    expect(JSON.parse(bytes.body.toString())).toMatchObject({ 0: 'PUT', 4: '2', 6: 'hi' });
    expect(JSON.parse((await send({ url: `http://127.0.0.1:${port}`, method: 'DELETE' })).body.toString())).toMatchObject({ 0: 'DELETE', 1: '/', 4: '0' });
  });

  it('reaches the listed port and not its neighbour', async () => {
    const [one, two] = [await web((_, response) => response.end('one')), await web((_, response) => response.end('two'))];
    const { send } = local(one.port);
    expect((await send(get(`http://127.0.0.1:${one.port}/`))).body.toString()).toBe('one');
    expect(await failing(send(get(`http://127.0.0.1:${two.port}/`)))).toMatchObject({ failure: 'not-allowed', sent: false });
  });

  it('keeps a connection for the next call, and no more than sixteen at a time', async () => {
    let connections = 0;
    let together = 0;
    let most = 0;
    const { port, server } = await web((_, response) => {
      together += 1;
      most = Math.max(most, together);
      setImmediate(() => {
        together -= 1;
        response.end('ok');
      });
    });
    server.on('connection', () => {
      connections += 1;
    });
    const { send } = local(port);
    for (let call = 0; call < 5; call += 1) await send(get(`http://127.0.0.1:${port}/`));
    expect(connections).toBe(1);
    await Promise.all(Array.from({ length: 60 }, () => send(get(`http://127.0.0.1:${port}/`))));
    expect(most).toBeLessThanOrEqual(16);
    expect(most).toBeGreaterThan(1);
  });

  it('hands redirects back as they are', async () => {
    let visits = 0;
    const { port } = await web((request, response) => {
      visits += 1;
      response.writeHead(request.url === '/start' ? 302 : 307, { location: 'http://169.254.169.254/latest/meta-data/' });
      response.end();
    });
    const { send } = local(port);
    const first = await send(get(`http://127.0.0.1:${port}/start`));
    expect([first.status, first.headers.location]).toEqual([302, 'http://169.254.169.254/latest/meta-data/']);
    expect((await send(get(`http://127.0.0.1:${port}/next`))).status).toBe(307);
    expect(visits).toBe(2);
    expect(await failing(send(get(first.headers.location ?? '')))).toMatchObject({ failure: 'not-allowed', sent: false });
  });

  it('is refused inside a database transaction, as a fault of the program', async () => {
    const { send } = outboundTo(['https://gateway.example'], { inTransaction: () => true });
    const error = await send(get('https://gateway.example/')).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(OutboundError);
  });

  it.each([
    ['Host', 'evil.test'],
    ['connection', 'close'],
    ['Transfer-Encoding', 'chunked'],
    ['content-length', '3'],
    ['Proxy-Authorization', 'x'],
    ['X-A', 'one\r\nX-B: two'],
    ['X\r\nY', 'one'],
    ['X-A', '医'],
  ])('takes no header %j: %j', async (name, value) => {
    const { send } = outboundTo(['https://gateway.example'], { resolve: () => Promise.reject(new Error('must not be looked up')) });
    await expect(send(get('https://gateway.example/', { headers: { [name]: value } }))).rejects.not.toBeInstanceOf(OutboundError);
  });

  it('obeys a new list at once, without cutting off what runs', async () => {
    let answer = (): void => undefined;
    let arrived = (): void => undefined;
    const asked = new Promise<void>((resolve) => (arrived = resolve));
    const { port } = await web((_, response) => {
      answer = () => void response.end('late');
      arrived();
    });
    const { gateway, send, allows } = outboundTo([]);
    const url = `http://127.0.0.1:${port}/`;
    expect(allows(url)).toBe(false);
    gateway.setListed(new Map([['p', [`http://127.0.0.1:${port}`]]]));
    const running = send(get(url));
    await asked;
    gateway.setListed(new Map());
    expect(await failing(send(get(url)))).toMatchObject({ failure: 'not-allowed' });
    answer();
    expect((await running).body.toString()).toBe('late');
  });
});

describe('where names lead', () => {
  const addresses = (...list: string[]): LookupAddress[] => list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  it.each([
    ['this computer', '127.0.0.1'],
    ['the own network', '10.0.0.8'],
    ['a carrier’s network', '100.64.0.1'],
    ['a metadata service', '169.254.169.254'],
    ['nobody', '0.0.0.0'],
    ['this computer in IPv6', '::1'],
    ['an IPv4 address in the dress of IPv6', '::ffff:127.0.0.1'],
    ['an own network in IPv6', 'fd00::1'],
    ['several at once', '224.0.0.1'],
  ])('to %s: refused, also as one of several', async (_name, address) => {
    for (const answers of [addresses(address), addresses('1.1.1.1', address), addresses(address, '1.1.1.1')]) {
      const { send } = outboundTo(['https://gateway.example'], { resolve: async () => answers });
      expect(await failing(send(get('https://gateway.example/')))).toMatchObject({ failure: 'not-allowed', sent: false });
    }
  });

  it('a name of the own network may lead there, yet never to metadata services', async () => {
    const { port } = await web((request, response) => response.end(request.headers.host));
    const found: Record<string, string> = { 'inner.lan': '127.0.0.1', 'meta.lan': '169.254.169.254', 'link.lan': 'fe80::1', 'zero.lan': '0.0.0.0' };
    const names = Object.keys(found);
    const { send } = outboundTo(
      names.map((name) => `private+http://${name}:${port}`),
      { resolve: async (name) => addresses(found[name] ?? '') },
    );
    expect((await send(get(`http://inner.lan:${port}/`))).body.toString()).toBe(`inner.lan:${port}`);
    for (const name of names.slice(1)) {
      expect(await failing(send(get(`http://${name}:${port}/`))), name).toMatchObject({ failure: 'not-allowed', sent: false });
    }
  });

  it('a name that changes its mind: each connection looks once, and goes where it looked', async () => {
    let visits = 0;
    const { port } = await web((_, response) => {
      visits += 1;
      response.setHeader('connection', 'close');
      response.end();
    });
    const answers = ['127.0.0.1', '169.254.169.254', '127.0.0.1', '0.0.0.0'];
    let looks = 0;
    const { send } = outboundTo([`private+http://rebind.lan:${port}`], {
      resolve: async () => {
        looks += 1;
        return addresses(answers[looks - 1] ?? '');
      },
    });
    const ends: string[] = [];
    for (const _ of answers) {
      const end = await send(get(`http://rebind.lan:${port}/`)).then(
        () => 'reached',
        (error: OutboundError) => error.failure,
      );
      ends.push(end);
    }
    expect(ends).toEqual(['reached', 'not-allowed', 'reached', 'not-allowed']);
    expect([looks, visits]).toEqual([4, 2]);
  });

  it('nowhere: nothing was sent', async () => {
    const unknown = Object.assign(new Error('secret words'), { code: 'ENOTFOUND' });
    for (const resolve of [() => Promise.reject(unknown), async () => []]) {
      const error = await failing(outboundTo(['https://gateway.example'], { resolve }).send(get('https://gateway.example/')));
      expect(error).toMatchObject({ failure: 'connect', sent: false });
      expect(error.message).toBe('GET https://gateway.example: connect (ENOTFOUND)');
    }
  });
});

describe('failures', () => {
  it('nobody listens: nothing was sent', async () => {
    const { port, server } = await web(() => undefined);
    await new Promise<void>((closed) => server.close(() => closed()));
    expect(await failing(local(port).send(get(`http://127.0.0.1:${port}/`)))).toMatchObject({ failure: 'connect', sent: false });
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

describe('TLS', () => {
  const name = 'gateway.lan';
  const toHere = { resolve: async () => [{ address: '127.0.0.1', family: 4 }] };

  it('calls a system whose certificate is trusted and names it, on one connection', async () => {
    const certificate = testCertificate(name);
    let connections = 0;
    const server = createSecureServer(certificate, (request, response) => response.end(request.headers.host));
    server.on('secureConnection', () => {
      connections += 1;
    });
    const port = await portOf(server);
    const { send } = outboundTo([`private+https://${name}:${port}`], { ...toHere, authorities: [certificate.cert] });
    for (let call = 0; call < 3; call += 1) expect((await send(get(`https://${name}:${port}/`))).body.toString()).toBe(`${name}:${port}`);
    expect(connections).toBe(1);
  });

  it.each([
    ['nobody vouches for', name, false],
    ['names somebody else', 'other.lan', true],
  ])('a certificate that %s: refused before a byte of the request left', async (_name, host, trusted) => {
    const certificate = testCertificate(host);
    let heard = 0;
    const server = createTlsServer(certificate, (socket) => {
      socket.on('data', (part) => {
        heard += part.length;
      });
      socket.on('error', () => undefined);
    });
    const port = await portOf(server);
    const { send } = outboundTo([`private+https://${name}:${port}`], { ...toHere, authorities: trusted ? [certificate.cert] : [] });
    expect(await failing(send({ url: `https://${name}:${port}/`, method: 'POST', body: 'x' }))).toMatchObject({ failure: 'connect', sent: false });
    await new Promise<void>((closed) => {
      server.close(() => closed());
    });
    expect(heard).toBe(0);
  });

  it('a system that does not speak it: nothing was sent', async () => {
    const { port } = await web((_, response) => response.end());
    const { send } = outboundTo([`private+https://${name}:${port}`], toHere);
    expect(await failing(send(get(`https://${name}:${port}/`)))).toMatchObject({ failure: 'connect', sent: false });
  });
});

import { OutboundError } from '@nephra/plugin-sdk/server';
import { describe, expect, it } from 'vitest';
import { failing, get, local, outboundTo, web } from './outbound-gateway.fixture.ts';

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

  it('hands over the body while it comes, with its status, and a hearer that throws ends the call alone', async () => {
    const { port } = await web((request, response) => {
      response.writeHead(request.url === '/bad' ? 503 : 200);
      response.write('one ');
      // The next part goes when the first one was heard: it cannot have been kept back until the end.
      if (request.url === '/two') heard = () => response.end('two');
      else response.end();
    });
    let heard = (): void => undefined;
    const { send } = local(port);
    const parts: [string, number][] = [];
    const onPart = (part: Buffer, status: number): void => {
      parts.push([part.toString(), status]);
      heard();
    };
    expect((await send(get(`http://127.0.0.1:${port}/two`, { onPart }))).body.toString()).toBe('one two');
    expect(parts).toEqual([
      ['one ', 200],
      ['two', 200],
    ]);
    heard = () => undefined;
    await send(get(`http://127.0.0.1:${port}/bad`, { onPart }));
    expect(parts.at(-1)).toEqual(['one ', 503]);
    const broken = (): void => {
      throw new Error('no');
    };
    expect(await failing(send(get(`http://127.0.0.1:${port}/`, { onPart: broken })))).toMatchObject({ failure: 'aborted', sent: true });
    expect((await send(get(`http://127.0.0.1:${port}/`))).status).toBe(200);
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

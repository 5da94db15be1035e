import { createServer as createSecureServer } from 'node:https';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { testCertificate } from '../../../tests/support/test-certificate.ts';
import { failing, get, outboundTo, portOf, web } from './outbound-gateway.fixture.ts';

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

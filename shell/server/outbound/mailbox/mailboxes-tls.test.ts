import net from 'node:net';
import { createServer } from 'node:tls';
import { isMailError } from '@nephra/plugin-sdk/server';
import { afterEach, describe, expect, it } from 'vitest';
import { testCertificate } from '../../../../tests/support/test-certificate.ts';
import { startMailboxSimulator } from '../../../../tools/sim/mailbox/index.ts';
import { outboundTo, portOf } from '../outbound-gateway.fixture.ts';

const LOGIN = { account: 'one@sim.example', password: 'SIM-1' };
const HOST = 'mail.lan';
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** A mail server that speaks TLS from the first byte, with a certificate for `name`. */
async function secured(name: string) {
  const sim = await startMailboxSimulator({ accounts: { [LOGIN.account]: LOGIN.password } });
  endings.push(() => sim.close());
  const certificate = testCertificate(name);
  const before = async (port: number): Promise<number> => {
    const server = createServer(certificate, (socket) => {
      const inner = net.connect(port, '127.0.0.1');
      const end = () => {
        socket.destroy();
        inner.destroy();
      };
      for (const one of [socket, inner]) one.on('error', end);
      socket.pipe(inner).pipe(socket);
    });
    server.on('tlsClientError', () => undefined);
    return await portOf(server);
  };
  return { sim, certificate, imap: await before(sim.imapPort), smtp: await before(sim.smtpPort) };
}

function mailboxesFor({ imap, smtp, certificate }: Awaited<ReturnType<typeof secured>>, trusted: boolean) {
  const reach = { resolve: async () => [{ address: '127.0.0.1', family: 4 }], authorities: trusted ? [certificate.cert] : [] };
  const { mailboxes } = outboundTo([`private+imaps://${HOST}:${imap}`, `private+smtps://${HOST}:${smtp}`], reach);
  return { mailboxes, imapPlace: { scheme: 'imaps', host: HOST, port: imap } as const, smtpPlace: { scheme: 'smtps', host: HOST, port: smtp } as const };
}
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (isMailError(error) ? error.failure : String(error)),
  );

describe('mail servers over TLS', () => {
  it('are read and sign in where their certificate is trusted and names them', async () => {
    const server = await secured(HOST);
    const { mailboxes, imapPlace, smtpPlace } = mailboxesFor(server, true);
    expect((await mailboxes.open(imapPlace, LOGIN, (box) => box.folders())).some(({ use }) => use === 'inbox')).toBe(true);
    await mailboxes.verify(smtpPlace, LOGIN);
    expect(await failureOf(mailboxes.verify(smtpPlace, { ...LOGIN, password: 'wrong' }))).toBe('password');
  });

  it.each([
    ['nobody vouches for', HOST, false],
    ['names somebody else', 'other.lan', true],
  ])('with a certificate that %s hear no word, and no password', async (_name, named, trusted) => {
    const server = await secured(named);
    const { mailboxes, imapPlace, smtpPlace } = mailboxesFor(server, trusted);
    expect(await failureOf(mailboxes.open(imapPlace, LOGIN, (box) => box.folders()))).toBe('certificate');
    expect(await failureOf(mailboxes.verify(smtpPlace, LOGIN))).toBe('certificate');
    expect(server.sim.verbs).toEqual([]);
  });
});

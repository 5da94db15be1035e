import type { MailFailure, MailPlace } from '@nephra/plugin-sdk/server';
import { isMailError } from '@nephra/plugin-sdk/server';
import { afterEach, describe, expect, it } from 'vitest';
import { type MailboxSimulator, startMailboxSimulator } from '../../../../tools/sim/mailbox/index.ts';
import { systemResolve } from '../addresses/guarded-lookup.ts';
import { allowedOrigin, mailOriginOf } from '../addresses/origin.ts';
import { outboundTo, raw } from '../outbound-gateway.fixture.ts';
import { MailConnections } from './mail-connections.ts';
import { decodeTransfer } from './transfer-encoding.ts';

const ONE = { account: 'one@sim.example', password: 'SIM-1' };
const TWO = { account: 'two@sim.example', password: 'SIM-2' };
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

async function simulator(): Promise<MailboxSimulator> {
  const sim = await startMailboxSimulator({ accounts: { [ONE.account]: ONE.password, [TWO.account]: TWO.password } });
  endings.push(() => sim.close());
  return sim;
}
const failureOf = async (work: Promise<unknown>): Promise<MailFailure | undefined> => {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  return isMailError(error) ? error.failure : undefined;
};

describe('entries of the list for mail servers', () => {
  it.each([
    ['imaps://mail.example', 'imaps://mail.example:993'],
    ['smtp://10.1.2.3:2525', 'smtp://10.1.2.3:2525'],
    ['private+smtps://Mail.lan/', 'smtps://mail.lan:465'],
    ['imap://[fd12::1]', 'imap://[fd12::1]:143'],
  ])('%s', (entry, text) => expect(allowedOrigin(entry).text).toBe(text));

  it.each([
    'imaps://u:p@mail.example',
    'imap://169.254.169.254',
    'pop3://mail.example',
    'imaps://mail.example:0',
    'private+imap://10.1.2.3',
    'imaps://a b',
    'smtp://',
  ])('not %s', (entry) => expect(() => allowedOrigin(entry)).toThrow());

  it('a server by another scheme, port or name is another one', () => {
    const { mailboxes, allows } = outboundTo(['imaps://mail.example', 'https://web.example:465']);
    const may = (place: MailPlace) => mailboxes.allows(place);
    expect(may({ scheme: 'imaps', host: 'MAIL.example', port: 993 })).toBe(true);
    expect(may({ scheme: 'imap', host: 'mail.example', port: 993 })).toBe(false);
    expect(may({ scheme: 'smtps', host: 'web.example', port: 465 })).toBe(false);
    expect([allows('https://mail.example:993/'), mailOriginOf('imap', 'a@b', 143)]).toEqual([false, undefined]);
  });
});

describe('mail servers', () => {
  it('that are not listed, not there, not to be trusted, no mail servers, or say no: each is told apart, and the log holds no account', async () => {
    const sim = await simulator();
    const web = await raw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const imap = (port: number, scheme: 'imap' | 'imaps' = 'imap') => ({ scheme, host: '127.0.0.1', port });
    const list = [imap(sim.imapPort), imap(web), imap(1), imap(sim.imapPort, 'imaps')].map(({ scheme, host, port }) => `${scheme}://${host}:${port}`);
    const { mailboxes, lines, gateway } = outboundTo([...list, 'imaps://gone.example'], {
      resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
    });
    endings.push(() => gateway.close());
    const open = (place: ReturnType<typeof imap>, login = ONE) => failureOf(mailboxes.open(place, login, (box) => box.folders()));
    expect(await open(imap(sim.imapPort))).toBeUndefined();
    expect(await open(imap(sim.smtpPort))).toBe('not-allowed');
    expect(await open({ ...imap(993, 'imaps'), host: 'gone.example' })).toBe('unknown-host');
    expect(await open(imap(1))).toBe('refused');
    expect(await open(imap(sim.imapPort, 'imaps'))).toBe('certificate');
    expect(['protocol', 'lost']).toContain(await open(imap(web)));
    expect(await open(imap(sim.imapPort), { ...ONE, password: 'wrong' })).toBe('password');
    expect(JSON.stringify(lines)).not.toMatch(/one@sim|SIM-1|wrong/);
  });

  it('a name that leads to metadata or into the own network is not called', async () => {
    for (const address of ['169.254.169.254', '127.0.0.1']) {
      const { mailboxes, gateway } = outboundTo(['imap://mail.example', 'smtp://mail.example'], { resolve: async () => [{ address, family: 4 }] });
      endings.push(() => gateway.close());
      expect(await failureOf(mailboxes.open({ scheme: 'imap', host: 'mail.example', port: 143 }, ONE, async () => undefined))).toBe('not-allowed');
      expect(await failureOf(mailboxes.verify({ scheme: 'smtp', host: 'mail.example', port: 587 }, ONE))).toBe('not-allowed');
    }
  });

  it('are refused inside a transaction of ours, as a fault of the program', async () => {
    const { mailboxes } = outboundTo(['imap://127.0.0.1:1'], { inTransaction: () => true });
    await expect(mailboxes.open({ scheme: 'imap', host: '127.0.0.1', port: 1 }, ONE, async () => undefined)).rejects.toThrow('transaction');
  });
});

describe('connections', () => {
  const connectionsTo = (limits: ConstructorParameters<typeof MailConnections>[1]) => {
    const connections = new MailConnections({ resolve: systemResolve, authorities: [] }, limits);
    endings.push(() => connections.close());
    return connections;
  };

  it('of one person serve one call after the other; where all are taken the idle one makes room, and a working one is waited for', async () => {
    const sim = await simulator();
    const origin = allowedOrigin(`imap://127.0.0.1:${sim.imapPort}`);
    // Those who are served have time on a slow machine; little has the one who is not.
    const limits = { connections: 1, waitMs: 120_000 };
    const connections = connectionsTo(limits);
    await Promise.all([1, 2, 3].map(() => connections.use(origin, ONE, async (client) => void (await client.noop()))));
    expect(sim.connections()).toEqual({ now: 1, most: 1 });
    await connections.use(origin, TWO, async (client) => void (await client.noop()));
    await expect.poll(() => sim.connections().now).toBe(1);
    let leave = (): void => undefined;
    const working = connections.use(origin, ONE, () => new Promise<void>((done) => (leave = done)));
    await expect.poll(() => sim.verbs.filter((verb) => verb === 'LOGOUT').length).toBe(2);
    limits.waitMs = 50;
    expect(await failureOf(connections.use(origin, TWO, async () => undefined))).toBe('busy');
    leave();
    await working;
  });

  it('that nobody uses end, a server that says nothing is given up in time, and work that never ends as well', async () => {
    const sim = await simulator();
    const origin = allowedOrigin(`imap://127.0.0.1:${sim.imapPort}`);
    // Each limit stands alone, where it is reached for sure: a healthy server may take its time.
    const idling = connectionsTo({ idleMs: 50 });
    await idling.use(origin, ONE, async (client) => void (await client.noop()));
    await expect.poll(() => sim.connections().now).toBe(0);
    const working = connectionsTo({ workMs: 100 });
    expect(await failureOf(working.use(origin, ONE, () => new Promise(() => undefined)))).toBe('timeout');
    sim.silence(true);
    expect(await failureOf(connectionsTo({ connectMs: 300 }).use(origin, TWO, async () => undefined))).toBe('timeout');
    sim.silence(false);
    await idling.use(origin, TWO, async (client) => void (await client.noop()));
  });
});

it('transfer encodings come off, broken ones too', () => {
  const decode = (text: string, encoding: string) => decodeTransfer(Buffer.from(text, 'latin1'), encoding).toString('utf8');
  expect(decode('5oKo\r\n5aW9', 'base64')).toBe('您好');
  expect(decode('=E6=82=A8=\r\n=E5=A5=BD = x=ZZ=', 'quoted-printable')).toBe('您好 = x=ZZ=');
  expect(decode('=41', '8bit')).toBe('=41');
});

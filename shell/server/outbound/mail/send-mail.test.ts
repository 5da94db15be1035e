import type { MailServer } from '@nephra/plugin-sdk/server';
import { afterEach, describe, expect, it } from 'vitest';
import { catchMail, type MailCatcher, type MailCatcherOptions } from '../../../../tools/sim/mail/mail-catcher.ts';
import { createLog } from '../../core/log.ts';
import { mailSender } from './send-mail.ts';

const ACCOUNT = 'sim@example.org';
const MAIL = { from: ACCOUNT, senderName: 'SIM "中心", <x>', to: 'boss@example.org', subject: 'SIM 主题', text: 'SIM 正文\n.\n.end' };
const catchers: MailCatcher[] = [];
afterEach(async () => {
  await Promise.all(catchers.splice(0).map((one) => one.close()));
});

async function serverOf(options: MailCatcherOptions, over: Partial<MailServer> = {}) {
  const catcher = await catchMail(options);
  catchers.push(catcher);
  return { catcher, at: { host: '127.0.0.1', port: catcher.port, secure: false, account: ACCOUNT, password: 'SIM-right', ...over } };
}
const sender = (limitMs = 60_000, resolve = async (_host: string) => [{ address: '127.0.0.1', family: 4 }]) =>
  mailSender({ log: createLog('silent'), inTransaction: () => false, limitMs, resolve });

describe('a message handed to a mail server', () => {
  it('arrives as it is, from the account that signed in', async () => {
    const { catcher, at } = await serverOf({ accounts: { [ACCOUNT]: 'SIM-right' } }, { host: 'smtp.sim.example' });
    await sender()(at, MAIL);
    const [mail] = catcher.mails;
    expect(mail).toMatchObject({ from: ACCOUNT, to: ['boss@example.org'], account: ACCOUNT });
    const [, body = ''] = mail?.content.split('\r\n\r\n') ?? [];
    expect(Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n').trim()).toBe(MAIL.text);
    expect(catcher.mails).toHaveLength(1);
  });

  it('needs no account where the server asks for none', async () => {
    const { catcher, at } = await serverOf({}, { account: '', password: '' });
    await sender()(at, MAIL);
    expect(catcher.mails[0]?.account).toBe('');
  });

  it('is refused with what the server said about the password, and no password in it', async () => {
    const { catcher, at } = await serverOf({ accounts: { [ACCOUNT]: 'SIM-right' } }, { password: 'SIM-wrong' });
    const refusal = await sender()(at, MAIL).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ key: 'core.mail-auth', params: { said: expect.stringContaining('535') } });
    expect(JSON.stringify(refusal)).not.toContain('SIM-wrong');
    expect(catcher.mails).toEqual([]);
  });

  it('is given up when the host hangs', async () => {
    const { at } = await serverOf({ silent: true });
    await expect(sender(200)(at, MAIL)).rejects.toMatchObject({ key: 'core.mail-timeout' });
  });

  it('is given up when the look-up of the name hangs', async () => {
    const never = sender(200, () => new Promise(() => undefined));
    await expect(never({ host: 'smtp.sim.example', port: 25, secure: false, account: '', password: '' }, MAIL)).rejects.toMatchObject({
      key: 'core.mail-timeout',
    });
  });

  it('does not go to a port without TLS where SSL is set', async () => {
    const { at } = await serverOf({}, { secure: true });
    await expect(sender()(at, MAIL)).rejects.toMatchObject({ key: 'core.mail-tls' });
  });

  it('goes nowhere when nobody listens, or the address must not be called', async () => {
    const { catcher, at } = await serverOf({});
    await catcher.close();
    await expect(sender()(at, MAIL)).rejects.toMatchObject({ key: 'core.mail-unreachable' });
    await expect(sender()({ ...at, host: '169.254.169.254' }, MAIL)).rejects.toMatchObject({ key: 'core.mail-forbidden' });
    const named = sender(undefined, async () => [{ address: '169.254.169.254', family: 4 }]);
    await expect(named({ ...at, host: 'smtp.sim.example' }, MAIL)).rejects.toMatchObject({ key: 'core.mail-forbidden' });
  });

  it('says whether the server may have it: not before the whole of it left, and then only an answer tells', async () => {
    const fates = {
      refuse: [0, 1, 'core.mail-refused'],
      later: [0, 0, 'core.mail-refused'],
      cut: [1, 0, 'core.mail-unreachable'],
      hold: [1, 0, 'core.mail-timeout'],
    } as const;
    for (const fate of ['refuse', 'later', 'cut', 'hold'] as const) {
      const { at } = await serverOf({ accounts: { [ACCOUNT]: 'SIM-right' }, fate: () => fate });
      const [handed, lasting, key] = fates[fate];
      // Only what the server keeps waits for the limit, and all of it has left by then.
      await expect(sender(fate === 'hold' ? 2_000 : undefined)(at, { ...MAIL, id: 'SIM-7' }), fate).rejects.toMatchObject({ key, params: { handed, lasting } });
    }
    const { at: silent } = await serverOf({ silent: true });
    await expect(sender(200)(silent, MAIL)).rejects.toMatchObject({ params: { handed: 0 } });
  });

  it('has the id that it was given, so that a second one can be known', async () => {
    const { catcher, at } = await serverOf({ accounts: { [ACCOUNT]: 'SIM-right' } });
    await sender()(at, { ...MAIL, id: 'SIM-7' });
    expect(catcher.mails[0]?.content).toContain('Message-ID: <SIM-7@example.org>');
  });

  it('is never sent inside a transaction', async () => {
    const inside = mailSender({ log: createLog('silent'), inTransaction: () => true });
    await expect(inside({ host: '127.0.0.1', port: 25, secure: false, account: '', password: '' }, MAIL)).rejects.toThrow(/transaction/);
  });
});

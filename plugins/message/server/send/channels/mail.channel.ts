import { isAppError } from '@nephra/plugin-sdk/contract';
import { type ChannelResult, type MailServer, type MessageChannel, type SiteConfig, siteConfig } from '@nephra/plugin-sdk/server';
import { isMailAddress } from '../../../domain/send/address.ts';
import type { ReadCtx } from '../../tables/tables.ts';
import { addressesOf } from './addresses.query.ts';

const DEFAULT_PORT = 465;

/** What the page of configuration says about mail, as it stands in the database. */
async function mailSettings(service: SiteConfig) {
  const { values } = await service.read();
  const of = (name: string): string => String(values[name] ?? '').trim();
  const account = of('emailAccount');
  const password = account === '' ? '' : ((await service.secret('emailPassword')) ?? '');
  const port = Number(values.emailSmtpPort ?? DEFAULT_PORT);
  const server: MailServer = { host: of('emailSmtpHost'), port, secure: (values.emailSsl ?? 1) === 1, account, password };
  return {
    server,
    from: account,
    senderName: of('emailSenderName') || String(service.inForce().sysName ?? ''),
    system: String(service.inForce().sysName ?? ''),
  };
}

/** A server, and an account that is the sender's address; where it has no password that opens, nothing is sent. */
const isSetUp = ({ server, from }: Awaited<ReturnType<typeof mailSettings>>): boolean => server.host !== '' && isMailAddress(from) && server.password !== '';

const REASONS: Readonly<Record<string, string>> = {
  'core.mail-unreachable': 'unreachable',
  'core.mail-timeout': 'timeout',
  'core.mail-forbidden': 'forbidden',
  'core.mail-tls': 'tls',
  'core.mail-auth': 'auth',
  'core.mail-refused': 'refused',
};

/** What a refusal of the mail sender means for a message. */
export function mailResult(error: unknown): ChannelResult {
  if (!isAppError(error)) return { outcome: 'doubtful', reason: 'fault' };
  const { handed, lasting, said } = error.params;
  const what = { reason: REASONS[error.key] ?? 'fault', said: String(said ?? '') };
  if (handed === 1) return { outcome: 'doubtful', ...what, reason: 'no-answer' };
  if (REASONS[error.key] === undefined) return { outcome: 'doubtful', ...what };
  if (lasting === 1) return { outcome: 'refused', ...what };
  // A server that refuses one message may take the next one; where none gets to it, none does.
  return { outcome: 'later', ...what, channelDown: error.key !== 'core.mail-refused' };
}

/** Mail by the server of the page of configuration. Mail servers do not recognise what they got before, so a try that was cut off stays doubtful. */
export const mailChannel = (ctx: ReadCtx): MessageChannel => ({
  code: 'mail',
  title: { zh: '邮件', zhtw: '郵件', en: 'Mail' },
  limits: { atOnce: 4, perMinute: 60 },
  recognisesRepeats: false,
  async ready() {
    const service = ctx.optionalService(siteConfig);
    return service !== undefined && isSetUp(await mailSettings(service));
  },
  addresses: (people) => addressesOf(ctx, people, 'email', isMailAddress),
  async send({ id, address, subject, text, language }) {
    const service = ctx.service(siteConfig);
    const settings = await mailSettings(service);
    if (!isSetUp(settings)) return { outcome: 'later', reason: 'not-set-up', channelDown: true };
    const { server, from, senderName, system } = settings;
    try {
      await service.sendMail(server, {
        from,
        senderName,
        to: address,
        subject: `[${system}] ${subject}`,
        text: `${text}\n\n${ctx.text('send.mailEnd', { system }, language)}`,
        id,
      });
      return { outcome: 'sent' };
    } catch (error) {
      return mailResult(error);
    }
  },
});

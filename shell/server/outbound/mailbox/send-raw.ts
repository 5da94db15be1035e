import net, { type Socket } from 'node:net';
import { type MailLogin, type MailToSend, type MailToWrite, MailError } from '@nephra/plugin-sdk/server';
import { createTransport } from 'nodemailer';
import { ForbiddenAddress, guardedLookup, mayReach } from '../addresses/guarded-lookup.ts';
import type { AllowedOrigin } from '../addresses/origin.ts';
import type { Reach } from '../connections.ts';
import { type Progress, watching } from '../mail/send-mail.ts';
import { mailErrorOf } from './mail-failure.ts';
import { needsTls, tlsOptions } from './mail-transport.ts';

const CONNECT_MS = 10_000;
/** A message of 25 MB over a slow line. */
const SEND_MS = 90_000;

const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const;

function connect(origin: AllowedOrigin, reach: Reach): Promise<Socket> {
  return new Promise((done, refuse) => {
    const socket = net.connect({ host: origin.host, port: origin.port, lookup: guardedLookup(reach.resolve, origin.own) });
    const limit = setTimeout(() => socket.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })), CONNECT_MS);
    socket.once('error', (error) => {
      clearTimeout(limit);
      refuse(error);
    });
    socket.once('connect', () => {
      clearTimeout(limit);
      if (!origin.literal && !mayReach(socket.remoteAddress ?? '', origin.own)) return void socket.destroy(new ForbiddenAddress(origin.host));
      done(socket);
    });
  });
}

async function withServer(
  origin: AllowedOrigin,
  { account, password }: MailLogin,
  reach: Reach,
  work: (transport: ReturnType<typeof createTransport>) => Promise<unknown>,
): Promise<void> {
  const progress: Progress = { handed: false };
  let socket: Socket | undefined;
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, refuse) => {
    limit = setTimeout(() => refuse(new MailError('timeout', '', progress.handed)), SEND_MS);
  });
  const run = async (): Promise<void> => {
    socket = await connect(origin, reach);
    const transport = createTransport({
      ...{ host: origin.host, port: origin.port, secure: origin.scheme === 'smtps', requireTLS: origin.scheme === 'smtp' && needsTls(origin) },
      connection: socket,
      ...(account === '' ? {} : { auth: { user: account, pass: password } }),
      ...{ greetingTimeout: CONNECT_MS, socketTimeout: SEND_MS, tls: tlsOptions(origin, reach), logger: watching(progress) },
      ...CLOSED,
    });
    await work(transport as never);
  };
  try {
    await Promise.race([run(), late]);
  } catch (error) {
    throw mailErrorOf(error, progress.handed);
  } finally {
    clearTimeout(limit);
    socket?.destroy();
  }
}

/** Hands one message over. */
export const sendRaw = (origin: AllowedOrigin, login: MailLogin, reach: Reach, { from, to, content }: MailToSend): Promise<void> =>
  withServer(origin, login, reach, (transport) => transport.sendMail({ envelope: { from, to: [...to] }, raw: content }));

export const verifyLogin = (origin: AllowedOrigin, login: MailLogin, reach: Reach): Promise<void> =>
  withServer(origin, login, reach, (transport) => transport.verify());

/** The bytes of a message. Nothing in it makes the library read a file or an address. */
export async function composeMessage({ messageId, inReplyTo, html, attachments, from, to, cc, ...rest }: MailToWrite): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...CLOSED });
  const made = (await composer.sendMail({
    ...rest,
    ...{ messageId, from, to: [...to], cc: [...cc], textEncoding: 'base64' },
    ...(html === '' ? {} : { html }),
    ...(inReplyTo === '' ? {} : { inReplyTo, references: inReplyTo }),
    attachments: attachments.map(({ name, contentType, content }) => ({ filename: name, contentType, content, contentDisposition: 'attachment' })),
    ...CLOSED,
  } as never)) as { readonly message: Buffer };
  return made.message;
}

import net, { isIP, type Socket } from 'node:net';
import { AppError } from '@nephra/plugin-sdk/contract';
import type { Log, Mail, MailServer } from '@nephra/plugin-sdk/server';
import { createTransport, type NodemailerError } from 'nodemailer';
import { addressClass } from '../addresses/address-class.ts';
import { ForbiddenAddress, guardedLookup, mayReach, type Resolve, systemResolve } from '../addresses/guarded-lookup.ts';

/** For the whole of it: whoever waits for the answer sits before a form. */
const LIMIT_MS = 15_000;
/** Of what a foreign server says, as much as an explanation needs. */
const MAX_SAID = 200;

export interface MailSenderInput {
  readonly log: Log;
  readonly inTransaction: () => boolean;
  readonly resolve?: Resolve;
  readonly limitMs?: number;
}

/** Opens the connection. Mail servers of the own network are common; metadata services and the like are none. */
function connect(host: string, port: number, resolve: Resolve): Promise<Socket> {
  return new Promise((done, refuse) => {
    if (isIP(host) !== 0 && !mayReach(host, true)) return refuse(new ForbiddenAddress(host));
    const socket = net.connect({ host, port, lookup: guardedLookup(resolve, true) });
    socket.once('error', refuse);
    socket.once('connect', () => {
      socket.off('error', refuse);
      done(socket);
    });
  });
}

/** One line without what would end it. */
export const oneLine = (said: string): string =>
  said
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_SAID);

export const TLS = /^(?:ETLS|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

export interface Progress {
  /** The whole message left: from here on it may have been taken, whatever is heard. */
  handed: boolean;
}

/** nodemailer tells its steps to a log alone; the one that counts says that the message was written to its end. */
export const watching = (progress: Progress) => {
  const step = (entry: unknown): void => {
    if ((entry as { readonly tnx?: unknown } | undefined)?.tnx === 'message') progress.handed = true;
  };
  return { level: () => undefined, trace: step, debug: step, info: step, warn: step, error: step, fatal: step };
};

function refusalOf(error: unknown, { host, port }: MailServer, { handed }: Progress): AppError {
  const { code = '', response, responseCode = 0, message } = error as Partial<NodemailerError> & { readonly message: string };
  const cause = (error as { readonly cause?: { readonly code?: string } }).cause?.code ?? '';
  const said = oneLine(response ?? message);
  const nothing = { handed: 0, lasting: 0 };
  if (error instanceof ForbiddenAddress) return new AppError('core.mail-forbidden', { params: { host, ...nothing } });
  if (code === 'EAUTH' || code === 'ENOAUTH') return new AppError('core.mail-auth', { params: { said, ...nothing } });
  // A server that says no to the whole message has not taken it.
  if (response !== undefined && responseCode >= 400)
    return new AppError('core.mail-refused', { params: { said, handed: 0, lasting: responseCode >= 500 ? 1 : 0 } });
  const fate = { handed: handed ? 1 : 0, lasting: 0 };
  if (!handed && (TLS.test(code) || TLS.test(cause) || /SSL|TLS|certificate/i.test(message)))
    return new AppError('core.mail-tls', { params: { said, ...fate } });
  if (response !== undefined) return new AppError('core.mail-refused', { params: { said, ...fate } });
  return new AppError('core.mail-unreachable', { params: { host, port, said, ...fate } });
}

/**
 * Hands messages to mail servers, one connection each. A password goes to a server of a public network behind TLS alone, whatever is set.
 * Its refusals carry what the foreign server said, cut short.
 */
export function mailSender({ log, inTransaction, resolve = systemResolve, limitMs = LIMIT_MS }: MailSenderInput) {
  return async (server: MailServer, mail: Mail): Promise<void> => {
    if (inTransaction()) throw new Error('A mail server must not be called inside a database transaction: rows would stay locked while it thinks.');
    const { host, port, secure, account, password } = server;
    const progress: Progress = { handed: false };
    let socket: Socket | undefined;
    let over = false;
    let tooLate = (_error: AppError): void => undefined;
    const late = new Promise<never>((_done, refuse) => {
      tooLate = refuse;
    });
    const limit = setTimeout(() => {
      over = true;
      socket?.destroy();
      tooLate(new AppError('core.mail-timeout', { params: { host, seconds: Math.round(limitMs / 1000), handed: progress.handed ? 1 : 0, lasting: 0 } }));
    }, limitMs);
    const send = async (): Promise<void> => {
      const opened = await connect(host, port, resolve);
      socket = opened;
      if (over) return void opened.destroy();
      await createTransport({
        host,
        port,
        secure,
        requireTLS: !secure && addressClass(opened.remoteAddress ?? '') === 'public',
        connection: opened,
        ...(account === '' ? {} : { auth: { user: account, pass: password } }),
        greetingTimeout: limitMs,
        socketTimeout: limitMs,
        tls: { minVersion: 'TLSv1.2', ...(isIP(host) === 0 ? { servername: host } : {}) },
        disableFileAccess: true,
        disableUrlAccess: true,
        logger: watching(progress),
      }).sendMail({
        ...{ from: { name: mail.senderName, address: mail.from }, to: mail.to, subject: mail.subject, text: mail.text, textEncoding: 'base64' },
        ...(mail.id === undefined ? {} : { messageId: `<${mail.id}@${mail.from.split('@')[1] ?? 'localhost'}>` }),
      });
    };
    try {
      await Promise.race([send(), late]);
    } catch (error) {
      const refusal = error instanceof AppError ? error : refusalOf(error, server, progress);
      log.warn({ host, port, reason: refusal.key }, 'a mail server did not take a message');
      throw refusal;
    } finally {
      clearTimeout(limit);
      socket?.destroy();
    }
  };
}

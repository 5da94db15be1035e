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
const line = (said: string): string =>
  said
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_SAID);

const TLS = /^(?:ETLS|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

function refusalOf(error: unknown, { host, port }: MailServer): AppError {
  const { code = '', response, message } = error as Partial<NodemailerError> & { readonly message: string };
  const cause = (error as { readonly cause?: { readonly code?: string } }).cause?.code ?? '';
  const said = line(response ?? message);
  if (error instanceof ForbiddenAddress) return new AppError('core.mail-forbidden', { params: { host } });
  if (code === 'EAUTH' || code === 'ENOAUTH') return new AppError('core.mail-auth', { params: { said } });
  if (TLS.test(code) || TLS.test(cause) || /SSL|TLS|certificate/i.test(message)) return new AppError('core.mail-tls', { params: { said } });
  if (response !== undefined) return new AppError('core.mail-refused', { params: { said } });
  return new AppError('core.mail-unreachable', { params: { host, port, said } });
}

/**
 * Hands messages to mail servers, one connection each. A password goes to a server of a public network behind TLS alone, whatever is set.
 * Its refusals carry what the foreign server said, cut short.
 */
export function mailSender({ log, inTransaction, resolve = systemResolve, limitMs = LIMIT_MS }: MailSenderInput) {
  return async (server: MailServer, mail: Mail): Promise<void> => {
    if (inTransaction()) throw new Error('A mail server must not be called inside a database transaction: rows would stay locked while it thinks.');
    const { host, port, secure, account, password } = server;
    let socket: Socket | undefined;
    let over = false;
    let tooLate = (_error: AppError): void => undefined;
    const late = new Promise<never>((_done, refuse) => {
      tooLate = refuse;
    });
    const limit = setTimeout(() => {
      over = true;
      socket?.destroy();
      tooLate(new AppError('core.mail-timeout', { params: { host, seconds: Math.round(limitMs / 1000) } }));
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
      }).sendMail({ from: { name: mail.senderName, address: mail.from }, to: mail.to, subject: mail.subject, text: mail.text, textEncoding: 'base64' });
    };
    try {
      await Promise.race([send(), late]);
    } catch (error) {
      const refusal = error instanceof AppError ? error : refusalOf(error, server);
      log.warn({ host, port, reason: refusal.key }, 'a mail server did not take a message');
      throw refusal;
    } finally {
      clearTimeout(limit);
      socket?.destroy();
    }
  };
}

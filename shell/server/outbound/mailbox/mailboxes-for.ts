import { type Log, type Mailboxes, MailError, type MailPlace } from '@nephra/plugin-sdk/server';
import type { AllowedOrigin } from '../addresses/origin.ts';
import type { Reach } from '../connections.ts';
import { imapMailbox } from './imap-mailbox.ts';
import type { MailConnections } from './mail-connections.ts';
import { composeMessage, sendRaw, verifyLogin } from './send-raw.ts';

interface MailDoor {
  readonly pluginId: string;
  readonly log: Log;
  readonly inTransaction: () => boolean;
  readonly connections: MailConnections;
  readonly reach: Reach;
  /** The line of the list that allows a server. */
  readonly find: (place: MailPlace) => AllowedOrigin | undefined;
}

/** What one plugin may do with mail servers. The log learns which server failed and how: no account, no folder, nothing of a message. */
export function mailboxesFor({ pluginId, log, inTransaction, connections, reach, find }: MailDoor): Mailboxes {
  const guarded = async <T>(place: MailPlace, work: (origin: AllowedOrigin) => Promise<T>): Promise<T> => {
    if (inTransaction()) throw new Error('A mail server must not be called inside a database transaction: rows would stay locked while it thinks.');
    const { scheme, host, port } = place;
    const origin = find(place);
    if (!origin) {
      log.warn({ plugin: pluginId, scheme, host, port }, 'a plugin wanted to call a mail server that it may not');
      throw new MailError('not-allowed');
    }
    try {
      return await work(origin);
    } catch (error) {
      if (error instanceof MailError) log.warn({ plugin: pluginId, origin: origin.text, failure: error.failure }, 'a mail server did not do what was asked');
      throw error;
    }
  };
  return {
    allows: (place) => find(place) !== undefined,
    open: (place, login, work) => guarded(place, (origin) => connections.use(origin, login, (client) => work(imapMailbox(client)))),
    compose: composeMessage,
    send: (place, login, mail) => guarded(place, (origin) => sendRaw(origin, login, reach, mail)),
    verify: (place, login) => guarded(place, (origin) => verifyLogin(origin, login, reach)),
  };
}

import { type MailFailure, MailError } from '@nephra/plugin-sdk/server';
import { ForbiddenAddress } from '../addresses/guarded-lookup.ts';
import { oneLine, TLS } from '../mail/send-mail.ts';

const FAILURES: Readonly<Record<string, MailFailure>> = {
  ...{ ENOTFOUND: 'unknown-host', EAI_AGAIN: 'unknown-host', EDNS: 'unknown-host' },
  ...{ ECONNREFUSED: 'refused', EHOSTUNREACH: 'refused', ENETUNREACH: 'refused', EADDRNOTAVAIL: 'refused' },
  ...{ ETIMEDOUT: 'timeout', ETIMEOUT: 'timeout', CONNECT_TIMEOUT: 'timeout', GREETING_TIMEOUT: 'timeout', UPGRADE_TIMEOUT: 'timeout', LockTimeout: 'timeout' },
  ...{ EPROTO: 'certificate', ETLS: 'certificate' },
  ...{ EAUTH: 'password', ENOAUTH: 'password' },
  ...{ NoConnection: 'lost', EConnectionClosed: 'lost', StateLogout: 'lost', ECONNRESET: 'lost', EPIPE: 'lost' },
  ...{ LineTooLarge: 'too-large', LiteralTooLarge: 'too-large', ResponseTooLarge: 'too-large', TooManyTokens: 'too-large', TooManyResponses: 'too-large' },
  // Names of folders that no server can have.
  ...{ MAX_IMAP_NESTING_REACHED: 'too-large', NotFound: 'missing', InvalidStringValue: 'missing', InvalidTokenValue: 'missing', InvalidTextValue: 'missing' },
};

/** What a library's error has that tells one way to go wrong from another. */
interface Told {
  readonly code?: string;
  readonly message?: string;
  readonly cause?: { readonly code?: string };
  readonly authenticationFailed?: boolean;
  readonly tlsFailed?: boolean;
  readonly mailboxMissing?: boolean;
  readonly responseStatus?: string;
  readonly responseText?: string;
  readonly response?: unknown;
  readonly responseCode?: number;
}

/**
 * What an error of a mail library means. Texts of servers are kept, cut to one line; what the library quotes of commands is not: it may hold what was sent.
 * @param handed the message left whole
 */
export function mailErrorOf(error: unknown, handed = false): MailError {
  if (error instanceof MailError) return error;
  const told = error as Told;
  const code = told.code ?? '';
  const said = oneLine(told.responseText ?? (told.responseCode !== undefined && typeof told.response === 'string' ? told.response : ''));
  const made = (failure: MailFailure, fate = handed): MailError => new MailError(failure, said, fate);
  if (error instanceof ForbiddenAddress || told.cause instanceof ForbiddenAddress) return made('not-allowed', false);
  if (told.authenticationFailed === true || code === 'EAUTH') return made('password', false);
  // A server that says no to the whole message has not taken it.
  if ((told.responseCode ?? 0) >= 400) return made('rejected', false);
  if (told.mailboxMissing === true) return made('missing');
  const known = FAILURES[code] ?? FAILURES[told.cause?.code ?? ''];
  if (told.tlsFailed === true || TLS.test(code) || TLS.test(told.cause?.code ?? '')) return made('certificate');
  // The library that sends tells a certificate by its words alone.
  if (!handed && code === 'ESOCKET' && /certificate|altnames|\b(?:SSL|TLS)\b/i.test(told.message ?? '')) return made('certificate');
  if (known) return made(known);
  if (told.responseStatus === 'NO' || told.responseStatus === 'BAD') return made('rejected');
  return made('protocol');
}

import { isIP } from 'node:net';
import type { MailScheme } from '@nephra/plugin-sdk/server';
import { addressClass } from './address-class.ts';

/** Scheme, host and port of one foreign system, in their one spelling. */
export interface Origin {
  /** `https://gateway.example:8443` */
  readonly text: string;
  readonly scheme: 'http' | 'https' | 'postgresql' | MailScheme;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  /** The host is an address, not a name. */
  readonly literal: boolean;
}

/** An origin that a plugin may call. */
export interface AllowedOrigin extends Origin {
  /** The name may lead into the own network. */
  readonly own: boolean;
}

const AUTHORITY = /^(https?):\/\/([^/?#]*)/i;
const PRINTABLE = /^[\x21-\x7e]+$/;
const DEFAULT_PORT = { http: 80, https: 443 } as const;
/** A name of a host in its one spelling: small letters, no point at its end, no label of figures alone at its end. */
const NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Origin of an address, or nothing when it is written in any way that two readers could understand differently: user and password, an address
 * in octal, hex or one number, a point at the end, letters beyond ASCII, back slashes, signs that a parser leaves out.
 */
export function originOf(url: string): Origin | undefined {
  if (url.length > 8192 || !PRINTABLE.test(url) || url.includes('\\')) return undefined;
  const [, scheme = '', authority = ''] = AUTHORITY.exec(url) ?? [];
  if (authority === '' || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const kind = parsed.protocol === 'https:' ? 'https' : 'http';
  if (scheme.toLowerCase() !== kind || parsed.username !== '' || parsed.password !== '') return undefined;
  const port = parsed.port === '' ? DEFAULT_PORT[kind] : Number(parsed.port);
  // The only two spellings: as the parser writes it, and with the scheme's own port said aloud.
  const written = authority.toLowerCase();
  if (port === 0 || (written !== parsed.host && written !== `${parsed.hostname}:${port}`)) return undefined;
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  const literal = isIP(host) !== 0;
  if (!literal && !NAME.test(host)) return undefined;
  return { text: parsed.origin, scheme: kind, host, port, literal };
}

/** What an IPv6 address looks like in an address of the web. */
const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/**
 * Origin of a database server, or nothing where host or port are written in any way that two readers could understand differently.
 * @param host a name or an address, without brackets
 */
export function databaseOriginOf(host: string, port: number): Origin | undefined {
  if (/[/?#@[\]]/.test(host)) return undefined;
  const origin = originOf(`https://${inUrl(host)}:${port}`);
  return origin && { ...origin, scheme: 'postgresql', text: `postgresql://${inUrl(origin.host)}:${origin.port}` };
}

const DATABASE = /^postgresql:\/\/(\[[0-9a-f:.]+\]|[^/?#:[\]]+)(?::(\d{1,5}))?$/i;
const DATABASE_PORT = 5432;

/**
 * Origin of a mail server, or nothing where host or port are written in any way that two readers could understand differently.
 * @param host a name or an address, without brackets
 */
export function mailOriginOf(scheme: MailScheme, host: string, port: number): Origin | undefined {
  const origin = databaseOriginOf(host, port);
  return origin && { ...origin, scheme, text: `${scheme}://${inUrl(origin.host)}:${origin.port}` };
}

const MAIL = /^(imaps?|smtps?):\/\/(\[[0-9a-f:.]+\]|[^/?#:[\]]+)(?::(\d{1,5}))?$/i;
const MAIL_PORTS = { imap: 143, imaps: 993, smtp: 587, smtps: 465 } as const;

function listedOrigin(asWritten: string): Origin | undefined {
  const [, host, port] = DATABASE.exec(asWritten) ?? [];
  if (host !== undefined) return databaseOriginOf(host.replace(/^\[(.*)\]$/, '$1'), Number(port ?? DATABASE_PORT));
  const [, scheme, mailHost, mailPort] = MAIL.exec(asWritten) ?? [];
  if (scheme !== undefined && mailHost !== undefined) {
    const kind = scheme.toLowerCase() as MailScheme;
    return mailOriginOf(kind, mailHost.replace(/^\[(.*)\]$/, '$1'), Number(mailPort ?? MAIL_PORTS[kind]));
  }
  return /^https?:\/\/[^/?#]+$/i.test(asWritten) ? originOf(asWritten) : undefined;
}

/**
 * Reads one entry of a list of what may be called: `https://gateway.example:8443`, `postgresql://10.1.2.3:5432`, `imaps://mail.example:993`, with
 * `private+` before names of the own network.
 * @throws Error whose message completes "… must be"
 */
export function allowedOrigin(entry: string): AllowedOrigin {
  const own = /^private\+/i.test(entry);
  const origin = listedOrigin(entry.slice(own ? 'private+'.length : 0).replace(/\/$/, ''));
  if (!origin) {
    throw new Error(
      'an origin such as https://gateway.example:8443, postgresql://10.1.2.3:5432 or imaps://mail.example:993, or private+https://gateway.lan for a name of the own network',
    );
  }
  if (origin.literal && own) throw new Error('a name where private+ stands; addresses count as they stand');
  if (origin.literal && addressClass(origin.host) === 'never') throw new Error('an address that may be called; link-local and metadata addresses never are');
  return { ...origin, own };
}

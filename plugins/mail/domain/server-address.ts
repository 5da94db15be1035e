/** Where a mail server is, as the settings say it. */
export interface ServerPlace<Scheme extends string> {
  readonly scheme: Scheme;
  readonly host: string;
  readonly port: number;
}

const PORTS = { imap: 143, imaps: 993, smtp: 587, smtps: 465 } as const;
const WRITTEN = /^(imaps?|smtps?):\/\/(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::(\d{1,5}))?\/?$/i;

type Scheme = keyof typeof PORTS;

function placeIn(address: string): ServerPlace<Scheme> | undefined {
  const [, scheme, host = '', port] = WRITTEN.exec(address.trim()) ?? [];
  if (scheme === undefined) return undefined;
  const kind = scheme.toLowerCase() as Scheme;
  const number = port === undefined ? PORTS[kind] : Number(port);
  return number < 1 || number > 65_535 ? undefined : { scheme: kind, host: host.replace(/^\[|\]$/g, ''), port: number };
}

/** `imaps://mail.example:993`; undefined for anything else. */
export function imapPlace(address: string): ServerPlace<'imap' | 'imaps'> | undefined {
  const place = placeIn(address);
  return place?.scheme === 'imap' || place?.scheme === 'imaps' ? { ...place, scheme: place.scheme } : undefined;
}

/** `smtps://mail.example:465`; undefined for anything else. */
export function smtpPlace(address: string): ServerPlace<'smtp' | 'smtps'> | undefined {
  const place = placeIn(address);
  return place?.scheme === 'smtp' || place?.scheme === 'smtps' ? { ...place, scheme: place.scheme } : undefined;
}

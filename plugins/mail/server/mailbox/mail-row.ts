import type { MailHead } from '@nephra/plugin-sdk/server';
import { MAX_ADDRESS, MAX_NAME, MAX_SUBJECT } from '../../contract/limits.ts';
import type { MailRow } from '../../contract/mail.contract.ts';
import type { Address } from '../../domain/address.ts';
import { oneLine } from '../../domain/header-text.ts';
import { mailIdOf } from '../../domain/mail-id.ts';
import { sortParts } from '../../domain/parts.ts';
import { rawHeaders } from '../../domain/raw-headers.ts';

/** Names of receivers that a row of the list has room for. */
const MAX_SHOWN = 3;

export const harmless = ({ name, address }: Address): Address => ({ name: oneLine(name, MAX_NAME), address: oneLine(address, MAX_ADDRESS) });
export const flag = (on: boolean): number => (on ? 1 : 0);

export function mailRow(folder: string, uidValidity: string, head: MailHead): MailRow {
  const { uid, size, date, to, seen, flagged, answered, parts, unread } = head;
  const raw = unread && rawHeaders(unread);
  const sender = head.from[0] ?? { name: '', address: '' };
  const shown = to.slice(0, MAX_SHOWN).map((one) => harmless(one).name || harmless(one).address);
  return {
    id: mailIdOf({ folder, uidValidity, uid }),
    subject: oneLine(raw?.subject ?? head.subject, MAX_SUBJECT),
    from: harmless({ ...sender, name: raw?.sender ?? sender.name }),
    to: `${shown.join(', ')}${to.length > MAX_SHOWN ? ' …' : ''}`,
    fdate: date?.getTime() ?? null,
    ...{ size, isRead: flag(seen), starred: flag(flagged), answered: flag(answered), files: sortParts(parts).attachments.length },
  };
}

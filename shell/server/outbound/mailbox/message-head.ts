import type { MailAddress, MailHead, MailPart } from '@nephra/plugin-sdk/server';
import type { FetchMessageObject, MessageAddressObject, MessageStructureObject } from 'imapflow';

/** Deeper, and beyond so many parts, nobody reads: messages nested for their own sake end here. */
const MAX_DEPTH = 10;
const MAX_PARTS = 100;
const MAX_ADDRESSES = 200;

const TEXT = /^text\//;

function leavesOf(root: MessageStructureObject | undefined): { readonly parts: MailPart[]; readonly partsLeftOut: boolean } {
  const parts: MailPart[] = [];
  let partsLeftOut = false;
  const walk = (node: MessageStructureObject, depth: number, alternative: boolean): void => {
    if (depth > MAX_DEPTH || parts.length >= MAX_PARTS) {
      partsLeftOut = true;
      return;
    }
    const type = node.type.toLowerCase();
    // A message within a message is one attachment: what lies in it is read where it is opened.
    if (node.childNodes && type.startsWith('multipart/')) {
      for (const child of node.childNodes) walk(child, depth + 1, alternative || type === 'multipart/alternative');
      return;
    }
    parts.push({
      id: node.part ?? '1',
      type,
      charset: (node.parameters?.charset ?? '').toLowerCase(),
      encoding: (node.encoding ?? '').toLowerCase(),
      size: node.size ?? 0,
      name: node.dispositionParameters?.filename ?? node.parameters?.name ?? (type === 'message/rfc822' ? `${node.envelope?.subject ?? 'message'}.eml` : ''),
      disposition: (node.disposition ?? '').toLowerCase(),
      contentId: (node.id ?? '').replace(/^<|>$/g, ''),
      alternative: alternative && TEXT.test(type),
    });
  };
  if (root) walk(root, 0, false);
  return { parts, partsLeftOut };
}

const addressesOf = (found: readonly MessageAddressObject[] | undefined): MailAddress[] =>
  (found ?? []).slice(0, MAX_ADDRESSES).map(({ name = '', address = '' }) => ({ name, address }));

const dateOf = (...given: readonly (Date | string | undefined)[]): Date | undefined => {
  for (const one of given) {
    const date = one === undefined ? undefined : new Date(one);
    if (date && !Number.isNaN(date.getTime()) && date.getFullYear() > 1970 && date.getFullYear() < 2200) return date;
  }
  return undefined;
};

/** What is asked of a message before anybody reads it. */
export const HEAD_QUERY = { uid: true, flags: true, envelope: true, internalDate: true, size: true, bodyStructure: true } as const;

/** Signs for what could not be read: subject or sender are bytes of a set that they do not name. */
export const isUnread = ({ envelope }: FetchMessageObject): boolean =>
  [envelope?.subject, ...(envelope?.from ?? []).map(({ name }) => name)].some((text) => text?.includes('\ufffd'));

/** @param unread lines of subject and sender as bytes, where `isUnread` */
export function headOf({ uid, size = 0, flags, envelope, internalDate, bodyStructure }: FetchMessageObject, unread?: Buffer): MailHead {
  return {
    ...{ uid, size, date: dateOf(envelope?.date, internalDate), subject: envelope?.subject ?? '', messageId: envelope?.messageId ?? '', unread },
    ...{ from: addressesOf(envelope?.from), replyTo: addressesOf(envelope?.replyTo), to: addressesOf(envelope?.to), cc: addressesOf(envelope?.cc) },
    ...{ seen: flags?.has('\\Seen') === true, flagged: flags?.has('\\Flagged') === true, answered: flags?.has('\\Answered') === true },
    ...leavesOf(bodyStructure),
  };
}

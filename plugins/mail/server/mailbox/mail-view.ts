import type { MailAt, Mailbox, MailHead, MailPart } from '@nephra/plugin-sdk/server';
import { MAX_FETCHED_BYTES, MAX_INLINE_PICTURES, MAX_MESSAGE_ID, MAX_PICTURE_BYTES, MAX_SHOWN_BYTES } from '../../contract/limits.ts';
import type { MailFileView, MailView } from '../../contract/mail.contract.ts';
import { readText } from '../../domain/charset.ts';
import { oneLine, plainText, safeFileName } from '../../domain/header-text.ts';
import { sortParts } from '../../domain/parts.ts';
import { harmless, mailRow } from './mail-row.ts';

/** A part without a name is called by its number. */
const nameOf = ({ id, name, type }: MailPart): string => safeFileName(name, `${id}.${/^[a-z]+\/([a-z0-9]{2,5})$/.exec(type)?.[1] ?? 'bin'}`);

export const fileOf = (part: MailPart): MailFileView => ({
  ...{ part: part.id, name: nameOf(part), type: oneLine(part.type, 100) },
  size: part.encoding === 'base64' ? Math.floor((part.size * 3) / 4) : part.size,
  fetchable: part.size <= MAX_FETCHED_BYTES * 1.4,
});

async function textOf(box: Mailbox, at: MailAt, part: MailPart | undefined, notes: Set<string>): Promise<string> {
  if (!part) return '';
  const { content, cut } = await box.part(at, part, MAX_SHOWN_BYTES);
  if (cut) notes.add('cut');
  return readText(content, part.charset, cut);
}

async function picturesOf(box: Mailbox, at: MailAt, parts: readonly MailPart[], html: string, notes: Set<string>): Promise<Record<string, string>> {
  const pictures: [string, string][] = [];
  const shown = parts.filter(({ contentId }) => html.includes(contentId));
  for (const part of shown.slice(0, MAX_INLINE_PICTURES)) {
    if (part.size > MAX_PICTURE_BYTES * 1.4) {
      notes.add('pictures');
      continue;
    }
    const { content, cut } = await box.part(at, part, MAX_PICTURE_BYTES);
    if (cut) notes.add('pictures');
    else pictures.push([part.contentId, `data:${part.type === 'image/jpg' ? 'image/jpeg' : part.type};base64,${content.toString('base64')}`]);
  }
  if (shown.length > MAX_INLINE_PICTURES) notes.add('pictures');
  return Object.fromEntries(pictures);
}

/** A letter with all that is shown of it. */
export async function mailView(box: Mailbox, at: MailAt, head: MailHead): Promise<MailView> {
  const { text, html, pictures, attachments } = sortParts(head.parts);
  const notes = new Set<string>(head.partsLeftOut ? ['nested'] : []);
  const shownHtml = await textOf(box, at, html, notes);
  return {
    ...mailRow(at.folder, at.uidValidity, head),
    ...{ receivers: head.to.map(harmless), copies: head.cc.map(harmless), replyTo: head.replyTo.map(harmless) },
    messageId: oneLine(head.messageId, MAX_MESSAGE_ID),
    // Where there is HTML the text is what an answer quotes, and what is read by whoever shows none.
    text: plainText(await textOf(box, at, text, notes)),
    html: shownHtml,
    pictures: await picturesOf(box, at, pictures, shownHtml, notes),
    attachments: attachments.map(fileOf),
    notes: [...notes],
  };
}

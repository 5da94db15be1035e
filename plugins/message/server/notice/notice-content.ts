import { AppError, EnvelopeCode, type RichText } from '@nephra/plugin-sdk/contract';
import { cleanRichText, deltaToText, isEmptyRichText, richTextFlaw } from '@nephra/plugin-sdk/server';
import { MAX_NOTICE_TEXT, MAX_TITLE } from '../../contract/message-limits.ts';
import type { NoticeBody } from '../../contract/notice.contract.ts';
import { htmlToDelta } from '../../domain/html/html-to-delta.ts';
import type { Ctx } from '../tables/tables.ts';

const wrong = (key: string, path: string, params = {}): AppError => new AppError(key, { code: EnvelopeCode.Invalid, params, fields: [{ path, msg: '' }] });

/** A text of the editor, or the HTML of an older client cut down to what rich text knows. */
const textOf = ({ content, bodyText = '' }: NoticeBody): RichText => cleanRichText(content ?? htmlToDelta(bodyText));

/**
 * What a notice says, ready to be stored.
 * @throws AppError `message.title-missing`, `message.body-missing`, `message.body-too-long`, `message.valid-until-past`
 */
export function noticeContent(ctx: Ctx, body: NoticeBody) {
  const title = body.title.trim().slice(0, MAX_TITLE);
  if (title === '') throw wrong('message.title-missing', 'title');
  const content = textOf(body);
  if (isEmptyRichText(content)) throw wrong('message.body-missing', 'content');
  const flaw = richTextFlaw(content, MAX_NOTICE_TEXT);
  if (flaw) throw wrong('message.body-too-long', 'content', { max: flaw.max });
  return {
    title,
    content,
    bodyText: deltaToText(content),
    urgency: body.urgency ?? 'normal',
    pinned: body.pinned === 1,
    mustRead: body.mustRead === 1,
    validUntil: validUntil(ctx, body.validUntil),
  };
}

/** @throws AppError `message.valid-until-past` */
export function validUntil(ctx: Ctx, wire: number | null | undefined): Date | null {
  if (wire === null || wire === undefined) return null;
  const end = new Date(wire);
  if (Number.isNaN(end.getTime()) || end <= ctx.clock.now()) throw wrong('message.valid-until-past', 'validUntil');
  return end;
}

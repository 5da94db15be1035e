import type { Language, RichText, UploadedFile } from '@nephra/plugin-sdk/contract';
import { deltaToHtml } from '@nephra/plugin-sdk/server';
import { MessageType } from '../../contract/message-limits.ts';
import { isFlowConfig } from '../../domain/reading/opening.ts';
import type { FurtherTexts } from '../tables/item.table.ts';

interface Said {
  readonly title: string;
  readonly bodyText: string;
  readonly creatorUser: string;
}

/** Title, text and writer of an item in the reader's language; a notice is in that of its writer. */
export function saidIn(language: Language, own: Said, texts: FurtherTexts | null): Said {
  if (!texts || language === 'zh') return own;
  const { titleZhtw, textZhtw, fromZhtw, titleEn, textEn, fromEn } = texts;
  return language === 'zhtw' ? { title: titleZhtw, bodyText: textZhtw, creatorUser: fromZhtw } : { title: titleEn, bodyText: textEn, creatorUser: fromEn };
}

/** What `bodyText` is on the wire: HTML made here, or the JSON of a workflow message as it is. */
export function shownBody({ type, content, bodyText }: { readonly type: number; readonly content: RichText | null; readonly bodyText: string }): string {
  if (type === MessageType.notice) return content ? deltaToHtml(content) : '';
  if (bodyText === '' || isFlowConfig(bodyText)) return bodyText;
  return deltaToHtml({ ops: [{ insert: `${bodyText}\n` }] });
}

/** Files as the wire has them: JSON text, `''` for none. */
export const filesText = (files: readonly UploadedFile[]): string => (files.length === 0 ? '' : JSON.stringify(files));

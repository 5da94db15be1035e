import type { AppError } from '@nephra/plugin-sdk/contract';
import type { SheetContent, SheetPart, XlsxLimits, ZippedLinesLimits } from '@nephra/plugin-sdk/server';
import type { DocxContent, DocxLimits } from './docx/docx-html.ts';

/** What a reader's thread is started with: one file. */
export type ForeignJob =
  | { readonly kind: 'sheet'; readonly content: Uint8Array; readonly limits: XlsxLimits }
  | { readonly kind: 'sheet-part'; readonly content: Uint8Array; readonly at: number; readonly limits: XlsxLimits }
  | { readonly kind: 'docx'; readonly content: Uint8Array; readonly limits: DocxLimits }
  | { readonly kind: 'picture'; readonly content: Uint8Array; readonly side: number }
  | { readonly kind: 'lines'; readonly content: Uint8Array; readonly limits: ZippedLinesLimits };

/** What it tells. After `lines` it waits for any message before it goes on. */
export type FromReader =
  | { readonly type: 'sheet'; readonly sheet: SheetContent }
  | { readonly type: 'sheet-part'; readonly part: SheetPart }
  | { readonly type: 'docx'; readonly document: DocxContent }
  | { readonly type: 'picture'; readonly jpeg: Uint8Array }
  | { readonly type: 'lines'; readonly lines: readonly string[] }
  | { readonly type: 'end' }
  | ({ readonly type: 'refused' } & Pick<AppError, 'key' | 'code' | 'params'>)
  | { readonly type: 'failed'; readonly message: string };

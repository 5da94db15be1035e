import type { Readable } from 'node:stream';
import { xlsxReply } from '../../../../plugin-sdk/server/xlsx/xlsx-reply.ts';

export type SheetRow = Readonly<Record<string, string>>;

/** A workbook with one sheet: headings in simplified Chinese, rows as texts. */
export async function bookOf(columns: Readonly<Record<string, { readonly title: { readonly zh: string } }>>, rows: readonly SheetRow[]): Promise<Buffer> {
  const reply = xlsxReply<Record<string, string>>({
    fileName: 'book',
    sheetName: 'book',
    columns: Object.entries(columns).map(([key, { title }]) => ({ key, title: title.zh, kind: 'text' as const })),
    rows: (async function* () {
      for (const row of rows) yield { ...row };
    })(),
  });
  return Buffer.concat(await (reply.content as Readable).toArray());
}

import type { Readable } from 'node:stream';
import type { ImportPreview, ImportResult } from '@nephra/plugin-sdk/record';
import { type RawReply, xlsxReply } from '@nephra/plugin-sdk/server';
import { readXlsx, type XlsxSheet } from '@nephra/plugin-sdk/testing';
import type { Body, SuiteKit, User } from './suite-kit.ts';

type Sheet = readonly (readonly string[])[];
export type PreviewRow = Body & {
  readonly act: string;
  readonly rowKey: string;
  readonly errors: readonly { readonly field: string; readonly msg: string }[];
  readonly errorsInfo: string;
};
export type Preview = Omit<ImportPreview<never>, 'dataRow'> & { readonly dataRow: readonly PreviewRow[] };
export type Result = Omit<ImportResult<never>, 'failResult'> & { readonly failResult: readonly PreviewRow[] };

/** A workbook of one sheet of texts, the headings first. */
export async function workbookOf([headings = [], ...rows]: Sheet): Promise<Buffer> {
  const reply = xlsxReply<Record<string, string>>({
    fileName: 'rows',
    sheetName: 'rows',
    columns: headings.map((title, at) => ({ key: `c${at}`, title, kind: 'text' as const })),
    rows: (async function* () {
      for (const row of rows) yield Object.fromEntries(row.map((text, at) => [`c${at}`, text]));
    })(),
  });
  return Buffer.concat(await (reply.content as Readable).toArray());
}

export const bytesOf = async ({ content }: RawReply): Promise<Buffer> =>
  Buffer.isBuffer(content) ? content : Buffer.concat((await content.toArray()) as Buffer[]);

/** Export and import of a record, as its page does it. */
export class Workbooks {
  readonly #kit: SuiteKit;

  constructor(kit: SuiteKit) {
    this.#kit = kit;
  }

  async exported(query: Body = {}, user: User = this.#kit.by): Promise<XlsxSheet> {
    const reply = await this.#kit.call<RawReply>('exportExcel', { query: { dataType: '1', ...query }, user });
    const [sheet] = await readXlsx(await bytesOf(reply));
    if (!sheet) throw new Error('the workbook has no sheet');
    return sheet;
  }

  /** All fields, so that the export can be imported wherever. */
  readonly allFields = (): string => this.#kit.record.fields.map(({ name }) => name).join(',');

  async uploaded(content: Buffer, user: User = this.#kit.by): Promise<string> {
    const { call, host, record } = this.#kit;
    const { files } = host().requestContext(record.plugin, { user });
    const file = { name: 'rows.xlsx', size: content.length, extension: 'xlsx', save: (type: string) => files.save({ name: 'rows.xlsx', type, content }) };
    return (await call<{ readonly name: string }>('upload', { body: { file, fields: {} }, user })).name;
  }

  async preview(content: Buffer, user: User = this.#kit.by): Promise<Preview> {
    return await this.#kit.call<Preview>('preview', { query: { fileName: await this.uploaded(content, user) }, user });
  }

  /** As the page sends rows: what the preview said about them is left out. */
  async send(rows: readonly PreviewRow[], user: User = this.#kit.by): Promise<Result> {
    const list = rows.map(({ act: _act, errors: _errors, errorsInfo: _info, imported: _imported, ...row }) => row);
    return await this.#kit.call<Result>('importData', { body: { list }, user });
  }

  async imported(content: Buffer, user: User = this.#kit.by): Promise<Result> {
    return await this.send((await this.preview(content, user)).dataRow, user);
  }
}

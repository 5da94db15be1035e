import type { ImportedRow } from '../../../contract/record/index.ts';
import type { UploadBody } from '../../context.ts';
import type { RecordEngine } from '../record-engine.ts';
import type { ListRequest } from '../record-rows.ts';
import type { ExchangeCtx } from './check-rows.ts';
import { errorWorkbook } from './error-workbook.ts';
import { exportRecords } from './export-records.ts';
import { keepWorkbook, previewFile } from './import-file.ts';
import { importRecords } from './import-records.ts';
import { importTemplate } from './template.ts';

export { RECORD_IMPORT_FILE } from './import-file.ts';

interface Input {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

type Rows = readonly ImportedRow<never>[];

/** Handlers of the acts `export` and `import`. */
export const exchangeHandlers = (engine: RecordEngine) => {
  /** Whoever may not change a shared list is told so before a workbook is read. */
  const forKeepers =
    <I, T>(handler: (input: I, ctx: ExchangeCtx) => Promise<T>) =>
    async (input: I, ctx: ExchangeCtx): Promise<T> => {
      await engine.assertKeeps(ctx);
      return await handler(input, ctx);
    };
  return {
    exportExcel: ({ query }: Input, ctx: ExchangeCtx) => exportRecords(ctx, engine.rows, query as ListRequest),
    template: forKeepers((_input: Input, ctx) => importTemplate(ctx, engine.rows)),
    upload: forKeepers(({ body }: Input, ctx) => keepWorkbook(ctx, engine.rows.record, body as unknown as UploadBody)), // multipart bodies arrive as uploads
    preview: forKeepers(({ query }: Input, ctx) => previewFile(ctx, engine.rows, String(query.fileName))),
    importData: forKeepers(({ body }: Input, ctx) => importRecords(ctx, engine, body.list as Rows)),
    exportErrors: forKeepers(({ body }: Input, ctx) => errorWorkbook(ctx, engine, body as { readonly list?: Rows; readonly fileName?: string })),
  };
};

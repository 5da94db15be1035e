import { type TSchema, type TUnsafe, Type } from 'typebox';
import { type PageRequest, pageQuery } from '../../paging.ts';
import { fileLink, get, post, type ReadRoute, type Route, uploadBody, type WriteRoute } from '../../route.ts';
import { needOf } from '../buttons.ts';
import { IMPORT_ROWS_PER_CALL, IMPORT_ROWS_PER_FILE } from '../record-limits.ts';
import type { AnyRecord, Narrowed, RecordField, ValuesOf } from '../record-types.ts';

/** Texts of a row as they stand in its cells, by field. A column that the sheet does not have is not there. */
export type ImportTexts<R extends AnyRecord> = { readonly [K in keyof ValuesOf<R>]?: string };

export type ImportedRow<R extends AnyRecord> = ImportTexts<R> & {
  /** Names the row for good: sent again, it is not written again. The preview gives it. */
  readonly rowKey?: string;
  /** Number of the row in its sheet. */
  readonly rowNumber?: number;
};

export type ImportPreviewRow<R extends AnyRecord> = ImportedRow<R> & {
  /** What would be done: a new record, a change, nothing because it stands there as it is; `''` for a row that is wrong. */
  readonly act: 'create' | 'edit' | 'keep' | '';
  /** What is wrong, by field; `''` where it is no single cell. In the caller's language. */
  readonly errors: readonly { readonly field: string; readonly msg: string }[];
  /** All errors in one text. */
  readonly errorsInfo: string;
  /** True where everything that the row says stands there. */
  readonly imported: boolean;
};

export interface ImportPreview<R extends AnyRecord> {
  readonly dataRow: readonly ImportPreviewRow<R>[];
  /** Headings that mean nothing: their columns are left out. */
  readonly unknown: readonly string[];
  /** Labels of the fields that no column is there for: what stands stays, new records get what the description says. */
  readonly missing: readonly string[];
}

export interface ImportResult<R extends AnyRecord> {
  /** Rows whose content stands there now; `unchanged` of them stood there before. */
  readonly snum: number;
  readonly fnum: number;
  readonly created: number;
  readonly edited: number;
  readonly unchanged: number;
  /** 0 all are there, 1 some are not. */
  readonly resultType: 0 | 1;
  readonly failResult: readonly ImportPreviewRow<R>[];
}

/** What an export asks for besides the query of the list: `dataType` 0 this page, 1 all; `selectKey` names of columns, joined by commas. */
export type ExportQuery<R extends AnyRecord> = PageRequest & Narrowed<R> & { readonly dataType?: '0' | '1' | ''; readonly selectKey?: string };

type Raw = { readonly raw: true };
type FileLink = TUnsafe<{ readonly name: string; readonly url: string }>;

/** Routes of the acts `export` and `import`. */
export interface ExchangeRoutes<R extends AnyRecord> {
  readonly exportExcel: ReadRoute<TSchema, TUnsafe<ExportQuery<R>>, FileLink> & Raw;
  readonly template: ReadRoute<TSchema, TSchema, FileLink> & Raw;
  readonly upload: WriteRoute<TSchema, TSchema, TUnsafe<{ readonly file: unknown }>, FileLink>;
  readonly preview: ReadRoute<TSchema, TUnsafe<{ readonly fileName: string }>, TUnsafe<ImportPreview<R>>>;
  readonly importData: WriteRoute<TSchema, TSchema, TUnsafe<{ readonly list: readonly ImportedRow<R>[] }>, TUnsafe<ImportResult<R>>>;
  readonly exportErrors: WriteRoute<TSchema, TSchema, TUnsafe<{ readonly list?: readonly ImportedRow<R>[]; readonly fileName?: string }>, FileLink> & Raw;
}
export type ImportRouteName = 'template' | 'upload' | 'preview' | 'importData' | 'exportErrors';

/** Fields that a workbook gives: neither texts with their looks nor files stand in a cell, and nobody gives what is calculated. */
export const importedFields = ({ fields }: Pick<AnyRecord, 'fields'>): readonly RecordField[] => fields.filter(({ of, value }) => !of.shownOnly && !value);

/** Rows of one workbook. */
export const importRowsOf = ({ acts }: Pick<AnyRecord, 'acts'>): number => acts.import?.maxRows ?? IMPORT_ROWS_PER_FILE;

/** Longer than any cell that can be right; the row then says what is wrong with it. */
const MAX_CELL = 33_000;
const MAX_ROW_KEY = 160;
const MAX_SHEET_ROWS = 2_000_000;
const fileName = Type.String({ minLength: 1, maxLength: 120 });

/**
 * @param narrowed what the list is narrowed by, as in its query
 */
export function exchangeRoutes(record: AnyRecord, narrowed: Readonly<Record<string, TSchema>>): Readonly<Record<string, Route>> {
  const { at, title, acts } = record;
  const routes: Record<string, Route> = {};
  if (acts.export)
    routes.exportExcel = get(`${at}/Actions/ExportExcel`, {
      summary: `${title.en}: the list as a workbook, this page of it (dataType 0) or all of it (1), with the columns of selectKey`,
      need: needOf(record, 'export'),
      audit: acts.export.audit ?? 'export',
      raw: true,
      link: true,
      query: Type.Object({
        ...pageQuery,
        ...narrowed,
        dataType: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('')])),
        selectKey: Type.Optional(Type.String({ maxLength: 4_000 })),
      }),
      reply: fileLink,
    });
  if (!acts.import) return routes;
  const need = needOf(record, 'import');
  const texts = Object.fromEntries(importedFields(record).map((field) => [field.name, Type.Optional(Type.String({ maxLength: MAX_CELL }))]));
  const importRow = Type.Object({
    ...texts,
    rowKey: Type.Optional(Type.String({ maxLength: MAX_ROW_KEY })),
    rowNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SHEET_ROWS })),
  });
  const list = Type.Array(importRow, { maxItems: IMPORT_ROWS_PER_CALL });
  const previewRow = Type.Object({
    ...importRow.properties,
    act: Type.Union([Type.Literal('create'), Type.Literal('edit'), Type.Literal('keep'), Type.Literal('')]),
    errors: Type.Array(Type.Object({ field: Type.String(), msg: Type.String() })),
    errorsInfo: Type.String(),
    imported: Type.Boolean(),
  });
  return {
    ...routes,
    template: get(`${at}/Actions/TemplateDownload`, {
      summary: `${title.en}: empty workbook to fill in, with lists to choose from and an explanation`,
      need,
      audit: 'none',
      raw: true,
      link: true,
      reply: fileLink,
    }),
    upload: post(`${at}/Actions/Uploader`, {
      summary: `${title.en}: take a filled-in workbook; nothing is imported yet`,
      need,
      audit: 'write',
      retry: 'never',
      retryReason: 'each call stores a file',
      encoding: 'multipart',
      body: uploadBody,
      reply: fileLink,
    }),
    preview: get(`${at}/Actions/ImportPreview`, {
      summary: `${title.en}: rows of the workbook with what would be done, and what is wrong with their cells`,
      need,
      audit: 'read',
      query: Type.Object({ fileName }),
      reply: Type.Object({ dataRow: Type.Array(previewRow), unknown: Type.Array(Type.String()), missing: Type.Array(Type.String()) }),
    }),
    importData: post(`${at}/Actions/ImportData`, {
      summary: `${title.en}: write these rows, each in a transaction of its own; wrong ones are answered, one that was written before with the same key is not written again`,
      need,
      audit: acts.import.audit ?? acts.create?.audit ?? 'write',
      retry: 'idempotent-key',
      transaction: 'own',
      body: Type.Object({ list }),
      reply: Type.Object({
        snum: Type.Integer(),
        fnum: Type.Integer(),
        created: Type.Integer(),
        edited: Type.Integer(),
        unchanged: Type.Integer(),
        resultType: Type.Union([Type.Literal(0), Type.Literal(1)]),
        failResult: Type.Array(previewRow),
      }),
    }),
    exportErrors: post(`${at}/Actions/ExportExceptionData`, {
      summary: `${title.en}: workbook of the rows that cannot be written, with a column of reasons: those given, or those of an uploaded file`,
      need,
      audit: 'export',
      retry: 'natural',
      transaction: 'own',
      raw: true,
      link: true,
      body: Type.Object({ list: Type.Optional(list), fileName: Type.Optional(fileName) }),
      reply: fileLink,
    }),
  };
}

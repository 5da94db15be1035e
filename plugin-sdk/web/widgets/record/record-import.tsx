import { importedFields, importRowsOf, type RecordField, withheldFields } from '@nephra/plugin-sdk/record';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ImportSheet } from '../import/import-sheet.tsx';
import { type CheckedRow, type ImportCalls, ImportStore } from '../import/import-store.ts';
import { pixelsOf } from '../columns/table-columns.ts';
import { useStore } from '../use-store.ts';
import type { RecordStore } from './record-store.ts';
import { inSentence } from './record-texts.ts';

type Row = CheckedRow & Readonly<Record<string, unknown>>;

/** Cells hold texts, so a column is as wide as its heading, or as a usual value. */
const MIN_CELL = 120;
const WIDE_CELL = 260;
/** Kinds whose texts are long: paths of places, notes. */
const WIDE: readonly string[] = ['place', 'note'];
const CELL_SPACE = 28;

/** Import of records from a workbook, beside their list. */
export function RecordImport({ store }: { readonly store: RecordStore }) {
  const { record, calls, code, closeImport } = store;
  const ctx = usePlugin();
  const { language } = ctx;
  const withheld = withheldFields(record, (right) => ctx.can(right));
  const importing = useStore(
    () =>
      new ImportStore<Row>(ctx, {
        calls: calls as unknown as ImportCalls<Row>, // those of a record with the act `import`
        draftKey: `import:${record.name}`,
        sent: ({ errors: _errors, errorsInfo: _info, imported: _imported, act: _act, ...row }) => row,
      }),
  );
  const column = ({ name, label, kind }: RecordField) => ({
    key: name,
    label: label[language],
    width: Math.max(WIDE.includes(kind) ? WIDE_CELL : MIN_CELL, Math.ceil(pixelsOf(label[language]) * 1.1) + CELL_SPACE),
  });
  return (
    <ImportSheet
      store={importing}
      title={inSentence(record.title[language], language)}
      columns={importedFields(record)
        .filter(({ name }) => !withheld.has(name))
        .map(column)}
      maxRows={importRowsOf(record)}
      {...(code.importNote && { note: code.importNote(ctx) })}
      onClose={closeImport}
    />
  );
}

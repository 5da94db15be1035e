export { type FieldColumns, fieldColumns } from './field-columns.ts';
export { RECORD_IMPORT_FILE } from './exchange/index.ts';
export { printRecord } from './print/print-record.ts';
export { readRecordDocument } from './document/read-record-document.ts';
export { type LineColumns, lineColumns } from './lines/line-columns.ts';
export type { ChangedLines, FieldCode, ParsedText, RecordChange, RecordCode } from './record-code.ts';
export { recordHash } from './document/record-hash.ts';
export { type ServedRecord, serveRecord } from './serve-record.ts';

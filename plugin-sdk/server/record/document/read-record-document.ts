import { Value } from 'typebox/value';
import { type AnyRecord, compileRecord, findingText, type PluginKind } from '../../../contract/record/index.ts';
import { type RecordDocument, recordDocument } from '../../../contract/record/record-document.ts';

/** Findings of a document's shape that are told at once. */
const MAX_TOLD = 20;

/**
 * Reads a document that came from outside: a file, a call, an older version.
 * @param kinds of plugins that its fields may have; a field of another is refused with its path (REC-003)
 * @throws TypeError with a line for each finding: `REC-000 <name> <path>: <what>` for the shape, then those of `checkRecord`
 */
export function readRecordDocument(given: unknown, kinds: readonly PluginKind[] = []): AnyRecord {
  if (Value.Check(recordDocument, given)) return compileRecord(given as RecordDocument, kinds);
  const name = String((given as { readonly name?: unknown } | null)?.name ?? '?');
  const findings = Value.Errors(recordDocument, given).slice(0, MAX_TOLD);
  const lines = findings.map(({ instancePath, message }) =>
    findingText(name, { number: 'REC-000', where: instancePath.slice(1).replaceAll('/', '.') || '.', what: message }),
  );
  throw new TypeError(lines.join('\n'));
}

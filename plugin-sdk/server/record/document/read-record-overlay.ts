import { Value } from 'typebox/value';
import { type AnyRecord, compileOverlaid, findingText, kindsOfRecord, type RecordOverlay } from '../../../contract/record/index.ts';
import { recordOverlay } from '../../../contract/record/overlay/overlay-document.ts';

/** Findings of a document's shape that are told at once. */
const MAX_TOLD = 20;

/**
 * The record as a site has it.
 * @param given an overlay that came from outside: `registry.json`, an older version
 * @param needs fields that code of the record goes by
 * @throws TypeError with a line for each finding: `REC-110 <name> <path>: <what>` for the shape, then those of `compileOverlaid`
 */
export function readRecordOverlay(record: AnyRecord, given: unknown, needs: readonly string[] = []): AnyRecord {
  if (Value.Check(recordOverlay, given)) return compileOverlaid(record.document, given as RecordOverlay, kindsOfRecord(record), needs);
  const findings = Value.Errors(recordOverlay, given).slice(0, MAX_TOLD);
  const lines = findings.map(({ instancePath, message }) =>
    findingText(record.name, { number: 'REC-110', where: instancePath.slice(1).replaceAll('/', '.') || 'overlay', what: message }),
  );
  throw new TypeError(lines.join('\n'));
}

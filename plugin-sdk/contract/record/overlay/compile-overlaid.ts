import { findingText } from '../check/check-record.ts';
import { compileRecord } from '../compile-record.ts';
import type { KnownKind } from '../kinds/plugin-kind.ts';
import type { RecordDocument } from '../record-document.ts';
import type { AnyRecord } from '../record-types.ts';
import { applyOverlay } from './apply-overlay.ts';
import { checkOverlay } from './check-overlay.ts';
import type { RecordOverlay } from './overlay-document.ts';

/**
 * A record as a site has it: its document with the site's overlay upon it. What comes out is a record like any other, and its `document` says all of it.
 * @param overlay of the right shape (`readRecordOverlay` for what comes from outside)
 * @param kinds of plugins that its fields may have
 * @param needs fields that code of the record goes by
 * @throws TypeError with a line for each finding: `REC-111 …` to `REC-117 …` of the overlay, those of `checkRecord` for what comes out
 */
export function compileOverlaid(document: RecordDocument, overlay: RecordOverlay, kinds: readonly KnownKind[] = [], needs: readonly string[] = []): AnyRecord {
  const findings = checkOverlay(document, overlay, needs);
  if (findings.length > 0) throw new TypeError(findings.map((finding) => findingText(document.name, finding)).join('\n'));
  return compileRecord(applyOverlay(document, overlay), kinds);
}

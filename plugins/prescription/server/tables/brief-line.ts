import { sql } from '@nephra/plugin-sdk/server';
import type { BriefLine } from '../../contract/index.ts';
import { lineTable } from './line.table.ts';

/** A line as `BRIEF_LINE` tells it. */
export type BriefLineTexts = readonly [
  detailId: string,
  kind: string,
  drugId: string,
  drugName: string,
  medicalInsCode: string,
  drugType: string,
  quantity: string,
  remark: string,
];

/** Of the lines under the name `line`; exact numbers stay texts. */
export const BRIEF_LINE = sql`array[line.id, line.kind, line."drugId", line."drugName", line."medicalInsCode", line."drugType", line."drugNum"::text, line.remark]`;

const { kind: kindText, drugType: drugTypeText, drugNum: quantityText } = lineTable.codec;

// Ten thousand of them are read at once: a literal is made in place, a spread is copied.
export const readBriefLine = ([detailId, kind, drugId, drugName, medicalInsCode, drugType, quantity, remark]: BriefLineTexts): BriefLine => ({
  detailId,
  kind: kindText.read(kind),
  drugId,
  drugName,
  medicalInsCode,
  drugType: drugTypeText.read(drugType),
  quantity: quantityText.read(quantity),
  remark,
});

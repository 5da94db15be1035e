import { growing, type RequestContext, type ServerContext, type SqlRow, small, type TableSizes } from '@nephra/plugin-sdk/server';
import type { consentFormTable } from './consent-form.table.ts';
import type { fileTable } from './file.table.ts';
import type { accessEventTable, accessTable, changeTable, consentTable, dryWeightTable, patternTable, prescriptionTable, resultTable } from './part.tables.ts';

export interface DialysisFileDb {
  'dialysis_file.file': SqlRow<typeof fileTable>;
  'dialysis_file.pattern': SqlRow<typeof patternTable>;
  'dialysis_file.prescription': SqlRow<typeof prescriptionTable>;
  'dialysis_file.dry_weight': SqlRow<typeof dryWeightTable>;
  'dialysis_file.access': SqlRow<typeof accessTable>;
  'dialysis_file.access_event': SqlRow<typeof accessEventTable>;
  'dialysis_file.result': SqlRow<typeof resultTable>;
  'dialysis_file.consent': SqlRow<typeof consentTable>;
  'dialysis_file.change': SqlRow<typeof changeTable>;
  'dialysis_file.consent_form': SqlRow<typeof consentFormTable>;
}
export type Ctx = RequestContext<DialysisFileDb>;
/** Outside of calls. */
export type WorkCtx = ServerContext<DialysisFileDb>;

/** Twenty centres of 150 patients, ten years. */
export const tableSizes: TableSizes = {
  file: small(10_000),
  pattern: growing(50_000),
  prescription: growing(150_000),
  dry_weight: growing(400_000),
  access: growing(20_000),
  access_event: growing(50_000),
  result: growing(600_000),
  consent: growing(50_000),
  change: growing(1_500_000),
  consent_form: small(1_000),
};

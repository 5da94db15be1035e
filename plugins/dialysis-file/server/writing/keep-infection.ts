import type { OrgId } from '@nephra/plugin-sdk/contract';
import { dialysisPlanWriter, patientDirectory } from '../../../patient/contract/index.ts';
import { infectionMarks, markersCheckedOn } from '../../contract/rules/infection-marks.ts';
import { limitsOf } from '../reading/limits.ts';
import { markersOf, wholePartsOf } from '../reading/parts.query.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** What the patient's file says of infections follows the markers, in the running transaction. Somebody who left keeps what stands there: his file is the patient's own again. */
export async function keepInfection(ctx: WorkCtx, patientId: string, orgId: OrgId, by: { readonly userId: string; readonly userName: string }): Promise<void> {
  const parts = await wholePartsOf(ctx, patientId, [orgId]);
  if (!parts || parts.file.outcomeOn !== null) return;
  const patient = await ctx.service(patientDirectory).get(patientId, [orgId]);
  if (!patient) return;
  const [results, today] = [markersOf(parts), ctx.clock.today()];
  const limits = await limitsOf(ctx, orgId, ['observationDays', 'syphilisTitre', 'hcvAntibodyApart', 'missingMarkersWait']);
  const infection = {
    infectedHistory: infectionMarks(results, patient.infectedHistory, today, limits),
    infectionCheckedOn: markersCheckedOn(results, patient.infectionCheckedOn, today),
  };
  await ctx.service(dialysisPlanWriter).writeInfection({ patientId, orgId, infection, by });
}

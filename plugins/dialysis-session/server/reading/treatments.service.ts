import type { DialysisMode, DialysisTreatments, HeldTreatment } from '../../../dialysis-file/contract/index.ts';
import { sessionTable, type SessionStored } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** Of one patient: ten years of three a week, and room for more. */
const MAX_HELD = 2_500;
const kg = (value: number | string | null): number | null => (value === null ? null : Number(value));

/** Not the sheets: of ten years they are megabytes. */
const HELD = [
  ...(['s.id', 's.patientId', 's.day', 's.mode', 's.minutes', 's.preWeight', 's.postWeight', 's.ufVolume', 's.state'] as const),
  ...(['s.systolicBefore', 's.diastolicBefore', 's.systolicAfter', 's.diastolicAfter'] as const),
] as const;
interface Held
  extends Pick<
    SessionStored,
    | 'id'
    | 'patientId'
    | 'day'
    | 'mode'
    | 'minutes'
    | 'preWeight'
    | 'postWeight'
    | 'ufVolume'
    | 'systolicBefore'
    | 'diastolicBefore'
    | 'systolicAfter'
    | 'diastolicAfter'
  > {
  readonly state: number;
}

const heldOf = (session: Held): HeldTreatment => ({
  ...{ sessionId: session.id, patientId: session.patientId, date: session.day, mode: session.mode as DialysisMode, minutes: session.minutes },
  ...{ preWeight: kg(session.preWeight), postWeight: kg(session.postWeight), ufVolume: session.ufVolume, closed: session.state === 5 },
  ...{ systolicBefore: session.systolicBefore, diastolicBefore: session.diastolicBefore },
  ...{ systolicAfter: session.systolicAfter, diastolicAfter: session.diastolicAfter },
});

/** Treatments that were held, for time lines and weights (`dialysis-file.treatments@1`). */
export function treatmentsOf(ctx: WorkCtx): DialysisTreatments {
  const rows = () => sessionTable.everywhere(ctx, 'for other plugins, which have found the patient; facilities are asked for', 's');
  return {
    held: async (patientId, orgIds, from, to) => {
      if (orgIds.length === 0) return [];
      const found = await rows()
        .clearSelect()
        .select(HELD)
        .where('s.patientId', '=', patientId)
        .where('s.orgId', 'in', [...orgIds])
        .where('s.state', 'in', [3, 4, 5])
        .where('s.day', '>=', from)
        .where('s.day', '<=', to)
        .orderBy('s.day')
        .orderBy('s.id')
        .limit(MAX_HELD)
        .execute();
      return found.map(heldOf);
    },
    lastClosed: async (patientIds, orgIds, before) => {
      if (orgIds.length === 0 || patientIds.length === 0) return new Map();
      const found = await rows()
        .clearSelect()
        .select(HELD)
        .distinctOn('s.patientId')
        .where('s.patientId', 'in', [...patientIds])
        .where('s.orgId', 'in', [...orgIds])
        .where('s.state', '=', 5)
        .where('s.day', '<', before)
        .orderBy('s.patientId')
        .orderBy('s.day', 'desc')
        .execute();
      return new Map(found.map((session) => [session.patientId, heldOf(session)]));
    },
  };
}

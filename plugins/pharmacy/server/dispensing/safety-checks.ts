import type { RequestContext } from '@nephra/plugin-sdk/server';
import { type LedgerPrescription, type OverrideInput, prescriptionChecks } from '../../../prescription/contract/index.ts';
import type { DispensingFinding } from '../../contract/index.ts';
import { dispensableLines } from '../../domain/dispensing/dispensable-lines.ts';
import { RxStep } from '../../domain/dispensing/dispensing-state.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { queueRights } from '../queue-row-filter.ts';

type Ctx = RequestContext<PharmacyTables>;

/** rxStatus in which something is still to be reviewed or handed out. */
const AHEAD: readonly number[] = [RxStep.Confirmed, RxStep.Reviewed, RxStep.Picked, RxStep.PartlyDispensed];

/** What leaves the pharmacy and is still paid for; `prescription` comes from `withoutPaidBack`. */
const checked = (prescription: LedgerPrescription) => ({
  dpId: prescription.dpId,
  detailIds: dispensableLines(prescription.lines.filter((line) => line.quantity > 0)).map((line) => line.detailId),
});

/** Findings for the page, each with its sentence. A prescription that is done with is not judged by what was learnt later. */
export async function safetyFindings(ctx: Ctx, prescription: LedgerPrescription): Promise<DispensingFinding[]> {
  if (!AHEAD.includes(prescription.rxStatus)) return [];
  const checks = ctx.service(prescriptionChecks);
  const findings = await checks.findings(checked(prescription), ctx.user.orgIds, queueRights(ctx));
  return findings.map((finding) => ({ ...finding, text: checks.sentence(finding, ctx.language) }));
}

/**
 * The doctor's own safety checks once more, as of now, at review and again at handing out: an allergy may have been found, another
 * prescription confirmed or the catalogue corrected in between.
 *
 * - `block` stops both acts for everybody. No reason helps: the prescription goes back to the doctor, or its money back to the patient.
 * - `reason` is met by the reason that is stored for the very same case, whoever gave it. The doctor answers for it, the pharmacist reads
 *   it before pressing the button, and refuses when it does not convince; writing it off a second time would only teach people
 *   to type a dot. A changed case (another dose, a newer prescription beside it) has no reason yet and asks for the pharmacist's.
 *   What was said at review holds at handing out.
 * - `info` is shown only.
 *
 * Picking is not checked: nothing leaves, and handing out is checked anyway. Lines whose money went back are not looked at.
 * @throws AppError `prescription.<code>`, `prescription.needs-reason`
 */
export async function assertSafe(ctx: Ctx, prescription: LedgerPrescription, overrides: readonly OverrideInput[]): Promise<void> {
  const by = { userId: ctx.user.userId, userName: ctx.user.userName, orgIds: ctx.user.orgIds, rights: queueRights(ctx) };
  await ctx.service(prescriptionChecks).assertClear({ ...checked(prescription), by, overrides });
}

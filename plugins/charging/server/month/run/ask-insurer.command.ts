import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { type AskInsurerBody, insuredMonthChecks } from '../../../contract/index.ts';
import { assertSeesWholeDesk } from '../../bills/bill-row-filter.ts';
import { facilityOf } from './month-run.command.ts';
import { assertPatientsSeen } from '../month-person.ts';
import type { ChargingTables } from '../../charging-tables.ts';

/**
 * POST hospmonth/Actions/Ask: what the insurer says is stored by his plugin, and the next dry run reads it.
 * @throws AppError `charging.needs-all-rows` to whoever sees a part of the desk only, `charging.patient-not-found` for a hidden patient, `charging.no-insured-settlement` while no insurance plugin is on, and whatever keeps the line from answering
 */
export async function askInsurer(ctx: RequestContext<ChargingTables>, body: AskInsurerBody) {
  assertSeesWholeDesk(ctx);
  const orgId = facilityOf(ctx, body.orgId);
  const checks = ctx.optionalService(insuredMonthChecks);
  if (!checks?.ask) throw new AppError('charging.no-insured-settlement', { code: EnvelopeCode.Unavailable });
  const patientIds = [...new Set(body.patientIds)];
  await assertPatientsSeen(ctx, patientIds);
  const { userId, userName } = ctx.user;
  const { asked, refused } = await checks.ask({ orgId, patientIds, by: { userId, userName } });
  ctx.audit({ subject: 'charging.month-run', after: { patientIds, asked, refused: refused.length } });
  return { asked, refused: refused.map((one) => ({ ...one })) };
}

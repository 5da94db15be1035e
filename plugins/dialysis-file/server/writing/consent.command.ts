import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { assertVersion } from '@nephra/plugin-sdk/server';
import type { DialysisMode } from '../../contract/modes.ts';
import type { ConsentKind } from '../../contract/parts.schema.ts';
import { lockFile, partNotFound } from '../reading/visible-file.ts';
import { consentTable } from '../tables/part.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { noteChange, raiseVersion, refuseAt, requireDay, tellPlanning, writer } from './written.ts';

interface Signed {
  readonly kind: ConsentKind;
  readonly modes: readonly DialysisMode[];
  readonly signedOn: string;
  readonly signer: string;
}

/** Records a consent; one to dialysis names the modes that it is for. @throws AppError `dialysis-file.consent-modes` */
export async function addConsent(ctx: Ctx, patientId: string, { kind, modes, signedOn, signer }: Signed): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId);
  requireDay('signedOn', signedOn, ctx.clock.today());
  if (kind === 'dialysis' && modes.length === 0) refuseAt('modes', 'consent-modes');
  const row = await consentTable.insert(ctx, {
    ...writer(ctx, file),
    ...{ kind, modes: kind === 'dialysis' ? modes : [], signedOn, signer: signer.trim(), withdrawnOn: null, withdrawnReason: '' },
  });
  await raiseVersion(ctx, file);
  await noteChange(ctx, file, { act: 'consent', params: { kind, on: signedOn }, after: consentTable.facts(row) });
  tellPlanning(ctx, file, ctx.clock.today());
  return { id: row.id };
}

export async function withdrawConsent(
  ctx: Ctx,
  patientId: string,
  id: string,
  { on, reason, version }: { readonly on: string; readonly reason: string; readonly version: number },
): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId);
  const row = await consentTable.find(ctx, id);
  if (row?.patientId !== file.id) throw partNotFound();
  assertVersion(row.version, version, 'dialysis-file.stale');
  if (row.withdrawnOn !== null) throw new AppError('dialysis-file.consent-withdrawn', { code: EnvelopeCode.Conflict });
  requireDay('on', on, ctx.clock.today());
  if (on < row.signedOn) refuseAt('on', 'withdrawn-before-signed');
  await consentTable.update(ctx, row, { withdrawnOn: on, withdrawnReason: reason.trim() });
  await raiseVersion(ctx, file);
  await noteChange(ctx, file, { act: 'consent-withdrawn', params: { kind: row.kind, on }, reason });
  tellPlanning(ctx, file, on);
  return { id };
}

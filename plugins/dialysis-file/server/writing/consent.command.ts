import { AppError, dayOf, EnvelopeCode, parseDay } from '@nephra/plugin-sdk/contract';
import { assertVersion } from '@nephra/plugin-sdk/server';
import { MAX_REASON } from '../../contract/limits.ts';
import type { DialysisMode } from '../../contract/modes.ts';
import type { ConsentKind } from '../../contract/parts.schema.ts';
import { takeUploads } from '../files/consent-files.ts';
import { limitsOf } from '../reading/limits.ts';
import { lockFile, partNotFound, requireFile } from '../reading/visible-file.ts';
import { type ConsentStored, consentTable } from '../tables/part.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { noteChange, raiseVersion, refuseAt, requireDay, tellPlanning, writer } from './written.ts';

type Uploads = readonly { readonly name: string; readonly fileId: string }[];
interface Asked {
  readonly kind: ConsentKind;
  readonly modes: readonly DialysisMode[];
  readonly signedOn: string;
  readonly signer: string;
  readonly decision?: 'signed' | 'refused';
  readonly reason?: string;
  readonly formVersion?: string;
  readonly validTo?: string | null;
  readonly files?: Uploads;
}

/** The same day, so many months later; the last one of the month where there is no such day. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Until when it holds, where nobody says so. */
async function validityOf(ctx: Ctx, orgId: ConsentStored['orgId'], kind: ConsentKind, signedOn: string): Promise<string | null> {
  if (kind !== 'dialysis' && kind !== 'catheter') return null;
  const { consentDialysisMonths, consentCatheterMonths } = await limitsOf(ctx, orgId, ['consentDialysisMonths', 'consentCatheterMonths']);
  const months = kind === 'dialysis' ? consentDialysisMonths : consentCatheterMonths;
  return months === 0 ? null : dayOf(parseDay(monthsLater(signedOn, months)));
}

/**
 * Records a consent, or that it was refused; one to dialysis names the modes that it is for.
 * @throws AppError `dialysis-file.consent-modes`, `dialysis-file.consent-reason`, `dialysis-file.consent-valid`, and those of `takeUploads`
 */
export async function addConsent(ctx: Ctx, patientId: string, asked: Asked): Promise<{ id: string }> {
  const { kind, modes, signedOn, signer, decision = 'signed', formVersion = '' } = asked;
  const file = await lockFile(ctx, patientId);
  requireDay('signedOn', signedOn, ctx.clock.today());
  const refused = decision === 'refused';
  const reason = (asked.reason ?? '').trim().slice(0, MAX_REASON);
  if (refused && reason === '') refuseAt('reason', 'consent-reason');
  if (kind === 'dialysis' && !refused && modes.length === 0) refuseAt('modes', 'consent-modes');
  const validTo = refused ? null : asked.validTo === undefined ? await validityOf(ctx, file.orgId, kind, signedOn) : asked.validTo;
  requireDay('validTo', validTo);
  if (validTo !== null && validTo < signedOn) refuseAt('validTo', 'consent-valid');
  const row = await consentTable.insert(ctx, {
    ...writer(ctx, file),
    ...{ kind, modes: kind === 'dialysis' ? modes : [], signedOn, signer: signer.trim(), withdrawnOn: null, withdrawnReason: '' },
    ...{ decision, refusedReason: refused ? reason : '', formVersion: formVersion.trim(), validTo, files: await takeUploads(ctx, asked.files ?? []) },
  });
  await raiseVersion(ctx, file);
  const act = refused ? 'consent-refused' : 'consent';
  await noteChange(ctx, file, { act, params: { kind, on: signedOn }, reason: refused ? reason : '', after: consentTable.facts(row) });
  tellPlanning(ctx, file, ctx.clock.today());
  return { id: row.id };
}

async function consentOf(ctx: Ctx, patientId: string, id: string): Promise<ConsentStored> {
  const row = await consentTable.find(ctx, id);
  if (row?.patientId !== patientId) throw partNotFound();
  return row;
}

/** Scans of what was recorded before: paper is often signed first. */
export async function attachToConsent(
  ctx: Ctx,
  patientId: string,
  id: string,
  { files, version }: { readonly files: Uploads; readonly version: number },
): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId);
  const row = await consentOf(ctx, file.id, id);
  assertVersion(row.version, version, 'dialysis-file.stale');
  const more = await takeUploads(ctx, files, row.files.length);
  await consentTable.update(ctx, row, { files: [...row.files, ...more] });
  await raiseVersion(ctx, file);
  await noteChange(ctx, file, { act: 'consent-scanned', params: { kind: row.kind, n: more.length } });
  return { id };
}

/** A scan, for whoever sees the file. @throws AppError `dialysis-file.not-found` */
export async function readConsentFile(ctx: Ctx, { id, partId, fileId }: { readonly id: string; readonly partId: string; readonly fileId: string }) {
  const { file } = await requireFile(ctx, id);
  const row = await consentOf(ctx, file.id, partId);
  const scan = row.files.find((one) => one.fileId === fileId);
  if (!scan) throw partNotFound();
  const { content } = await ctx.files.open(fileId);
  return { content, contentType: scan.contentType, disposition: 'attachment' as const, fileName: scan.name };
}

export async function withdrawConsent(
  ctx: Ctx,
  patientId: string,
  id: string,
  { on, reason, version }: { readonly on: string; readonly reason: string; readonly version: number },
): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId);
  const row = await consentOf(ctx, file.id, id);
  assertVersion(row.version, version, 'dialysis-file.stale');
  if (row.withdrawnOn !== null || row.decision === 'refused') throw new AppError('dialysis-file.consent-withdrawn', { code: EnvelopeCode.Conflict });
  requireDay('on', on, ctx.clock.today());
  if (on < row.signedOn) refuseAt('on', 'withdrawn-before-signed');
  await consentTable.update(ctx, row, { withdrawnOn: on, withdrawnReason: reason.trim() });
  await raiseVersion(ctx, file);
  await noteChange(ctx, file, { act: 'consent-withdrawn', params: { kind: row.kind, on }, reason });
  tellPlanning(ctx, file, on);
  return { id };
}

import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { planningChanged } from '../../contract/directory.service.ts';
import { isDay } from '../../contract/rules/calendar.ts';
import { hasEnded } from '../reading/facts.ts';
import { type FileStored, fileTable } from '../tables/file.table.ts';
import { changeTable } from '../tables/part.tables.ts';
import type { Ctx } from '../tables/tables.ts';

type Params = Readonly<Record<string, string | number>>;

/** Refuses at a field. */
export const refuseAt = (field: string, key: string, params: Params = {}): never => {
  throw new AppError(`dialysis-file.${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path: field, msg: '' }] });
};

const EARLIEST = '1950-01-01';

/** @param latest no later day is taken @throws AppError `dialysis-file.day`, `dialysis-file.day-future` */
export function requireDay(field: string, day: string | null, latest?: string): void {
  if (day === null) return;
  if (!isDay(day) || day < EARLIEST) refuseAt(field, 'day', { day });
  if (latest !== undefined && day > latest) refuseAt(field, 'day-future', { day });
}

/** @throws AppError `dialysis-file.ended`: nothing is planned for somebody who left */
export function requireActive(ctx: Ctx, file: FileStored): void {
  if (hasEnded(file, ctx.clock.today()) || file.outcomeOn !== null)
    throw new AppError('dialysis-file.ended', { code: EnvelopeCode.Conflict, params: { day: file.outcomeOn ?? '' } });
}

/** Who writes a part of a file, and when. */
export const writer = (ctx: Ctx, file: Pick<FileStored, 'id' | 'orgId'>) => ({
  orgId: file.orgId,
  patientId: file.id,
  byId: ctx.user.userId as string,
  byName: ctx.user.userName,
  writtenAt: ctx.clock.now(),
});

export interface Done {
  readonly act: string;
  readonly params?: Params;
  readonly reason?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Into the history of the file and the audit log. */
export async function noteChange(ctx: Ctx, file: Pick<FileStored, 'id' | 'orgId'>, { act, params = {}, reason = '', before, after }: Done): Promise<void> {
  await changeTable.insert(ctx, { ...writer(ctx, file), act, params, reason });
  ctx.audit({ subject: 'dialysis-file', subjectId: file.id, patientId: file.id, before, after, note: reason === '' ? act : `${act}: ${reason}` });
}

/** The file after a part of it was written: whoever read it before is stale. */
export const raiseVersion = (
  ctx: Ctx,
  file: FileStored,
  patch: Partial<Pick<FileStored, 'outcome' | 'outcomeOn' | 'zoneOverride' | 'zoneReason' | 'zoneByName' | 'zoneAt'>> = {},
) => fileTable.update(ctx, file, { ...patch, changes: file.changes + 1 });

/** After the commit, whoever plans works out again what is planned from a day on. */
export const tellPlanning = (ctx: Ctx, file: { readonly id: string; readonly orgId: OrgId }, from: string): void =>
  ctx.publish(planningChanged, { orgId: file.orgId, patientId: file.id, from });

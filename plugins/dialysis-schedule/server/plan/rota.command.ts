import { AppError, EnvelopeCode, type Static } from '@nephra/plugin-sdk/contract';
import { dialysisDirectory, type Zone } from '../../../dialysis-file/contract/index.ts';
import { contacts } from '../../../permission/contract/index.ts';
import type { RotaRow } from '../../contract/board.schema.ts';
import type { planContract } from '../../contract/plan.contract.ts';
import { assertSpan, loadsBetween } from '../board/board.query.ts';
import { shiftsOf } from '../board/ground.ts';
import { slotsBetween, tellChanged } from '../board/slot-rows.ts';
import { rotaTable, type RotaStored } from '../tables/plan.tables.ts';
import type { Ctx } from '../tables/tables.ts';

type Rota = Static<(typeof planContract)['routes']['rota']['reply']>;

const present = ({ id, date, shiftId, userId, userName, duty, zone, absent, note, version }: RotaStored): RotaRow => ({
  ...{ id, date, shiftId, userId, userName, duty, zone, absent, note, version },
});

/** Who works in a week, with the patients for each of them. */
export async function rotaBetween(ctx: Ctx, from: string, to: string): Promise<Rota> {
  assertSpan(from, to);
  const { orgId } = ctx.user;
  const rows = await rotaTable
    .select(ctx, 'r')
    .where('r.orgId', '=', orgId)
    .where('r.date', '>=', from)
    .where('r.date', '<=', to)
    .orderBy('r.userName')
    .orderBy('r.userId')
    .orderBy('r.date')
    .orderBy('r.id')
    .execute();
  const limits = await ctx.service(dialysisDirectory).limits(orgId);
  return {
    list: rows.map(present),
    loads: await loadsBetween(ctx, orgId, from, to, await slotsBetween(ctx, orgId, from, to), limits),
    shifts: (await shiftsOf(ctx, [orgId], ctx.language)).map(({ shiftId, name }) => ({ shiftId, name })),
    patientsPerNurse: limits.patientsPerNurse,
    patientsPerDoctor: limits.patientsPerDoctor,
  };
}

interface Working {
  readonly date: string;
  readonly shiftId: string;
  readonly userId: string;
  readonly duty: 'nurse' | 'doctor';
  readonly zone: '' | Zone;
}

/** Somebody works in a shift. Who stands there already, in the same zone, is answered as they are. */
export async function putOnRota(ctx: Ctx, { date, shiftId, userId, duty, zone }: Working): Promise<RotaRow> {
  const { orgId } = ctx.user;
  if (!(await shiftsOf(ctx, [orgId])).some((shift) => shift.shiftId === shiftId))
    throw new AppError('dialysis-schedule.no-such-shift', { code: EnvelopeCode.Invalid });
  const person = (await ctx.service(contacts).look(ctx.user, [userId])).get(userId);
  if (!person || !(person.reachable || (person.open && userId === ctx.user.userId)))
    throw new AppError('dialysis-schedule.no-such-person', { code: EnvelopeCode.NotFound });
  const there = () =>
    rotaTable
      .select(ctx, 'r')
      .where('r.orgId', '=', orgId)
      .where('r.date', '=', date)
      .where('r.shiftId', '=', shiftId)
      .where('r.userId', '=', userId)
      .where('r.zone', '=', zone)
      .executeTakeFirst();
  await rotaTable.insertAll(ctx, [{ orgId, date, shiftId, userId, userName: person.realName, duty, zone, absent: false, note: '' }], {
    unlessTaken: ['orgId', 'date', 'shiftId', 'userId', 'zone'],
  });
  const row = await there();
  if (!row) throw new AppError('dialysis-schedule.rota-not-found', { code: EnvelopeCode.NotFound });
  ctx.audit({ subject: 'dialysis-rota', subjectId: row.id, after: { date, shiftId, userId, duty, zone } });
  await tellChanged(ctx, orgId, [date]);
  return present(row);
}

export async function changeRota(ctx: Ctx, id: string, version: number, patch: { readonly absent: boolean; readonly note: string }): Promise<RotaRow> {
  const row = await rotaTable.lock(ctx, id);
  if (row.absent === patch.absent && row.note === patch.note) return present(row);
  if (row.version !== version) throw new AppError('dialysis-schedule.rota-stale', { code: EnvelopeCode.Conflict });
  const after = await rotaTable.update(ctx, row, patch);
  ctx.audit({ subject: 'dialysis-rota', subjectId: id, before: { absent: row.absent, note: row.note }, after: patch });
  await tellChanged(ctx, row.orgId, [row.date]);
  return present(after);
}

/** Gone already: nothing happens. */
export async function removeFromRota(ctx: Ctx, id: string): Promise<void> {
  const row = await rotaTable.find(ctx, id);
  ctx.audit({ subject: 'dialysis-rota', subjectId: id, ...(row && { before: { date: row.date, shiftId: row.shiftId, userId: row.userId } }) });
  if (!row) return;
  // rows: the entry that the door has just let through
  await ctx.db.deleteFrom('dialysis_schedule.rota').where('id', '=', row.id).execute();
  await tellChanged(ctx, row.orgId, [row.date]);
}

import { AppError, dayAfter, EnvelopeCode, mondayOf, type Static, weekdayOf } from '@nephra/plugin-sdk/contract';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { planContract } from '../../contract/plan.contract.ts';
import { isFree, type PlacedSlot } from '../../domain/rules/conflicts.ts';
import { byDay, knownFacts } from '../board/known-facts.ts';
import { seenAmong } from '../board/seen.ts';
import { lockDays, slotsBetween, tellChanged, zoneAt } from '../board/slot-rows.ts';
import { slotTable, type TemplateLine, templateTable } from '../tables/plan.tables.ts';
import type { Ctx } from '../tables/tables.ts';

type Applied = Static<(typeof planContract)['routes']['applyTemplate']['reply']>;

function assertMonday(monday: string): void {
  if (mondayOf(monday) !== monday) throw new AppError('dialysis-schedule.not-monday', { code: EnvelopeCode.Invalid });
}

/** Keeps the week of a Monday. */
export async function saveTemplate(ctx: Ctx, fullName: string, monday: string): Promise<{ id: string; places: number }> {
  assertMonday(monday);
  const { orgId, userId, userName } = ctx.user;
  const rows = await slotTable.select(ctx, 's').where('s.orgId', '=', orgId).where('s.date', '>=', monday).where('s.date', '<=', dayAfter(monday, 6)).execute();
  const lines = rows
    .filter(({ state }) => !isFree(state))
    .map(({ date, shiftId, stationId, patientId }): TemplateLine => ({ weekday: weekdayOf(date), shiftId, stationId, patientId }));
  if (lines.length === 0) throw new AppError('dialysis-schedule.template-empty', { code: EnvelopeCode.Invalid });
  const { id } = await templateTable.insert(ctx, { orgId, fullName: fullName.trim(), lines, byId: userId, byName: userName });
  ctx.audit({ subject: 'dialysis-template', subjectId: id, after: { fullName, places: lines.length } });
  return { id, places: lines.length };
}

/** Puts the patients of a template into a week where the rules let them lie; whoever has a place on the day already is left as they are. */
export async function applyTemplate(ctx: Ctx, id: string, monday: string, apply: boolean): Promise<Applied> {
  assertMonday(monday);
  const template = await templateTable.one(ctx, id);
  const { orgId, userId, userName } = ctx.user;
  const days = Array.from({ length: 7 }, (_, at) => dayAfter(monday, at));
  const last = dayAfter(monday, 6);
  if (apply) await lockDays(ctx, orgId, days);
  const standing = byDay(await slotsBetween(ctx, orgId, monday, last));
  const ids = template.lines.map(({ patientId }) => patientId);
  const facts = await knownFacts(ctx, orgId, ids, monday, last);
  const names = new Map((await ctx.service(patientDirectory).list(ids, [orgId])).map(({ patientId, patientName }) => [patientId, patientName]));
  const zoneOf = new Map(facts.stations.map(({ stationId, zone }) => [stationId, zone]));
  const keyOf = ({ shiftId, stationId }: Pick<TemplateLine, 'shiftId' | 'stationId'>): string => `${shiftId}|${stationId}`;
  const seen = await seenAmong(
    ctx,
    template.lines.map((line) => ({ key: keyOf(line), shiftId: line.shiftId, zone: zoneOf.get(line.stationId) ?? '' })),
  );
  const placed = new Map(days.map((date) => [date, [...(standing.get(date) ?? [])]]));
  const [list, add]: [Applied['list'], PlacedSlot[]] = [[], []];
  for (const { weekday, shiftId, stationId, patientId } of template.lines) {
    const date = dayAfter(monday, weekday - 1);
    const slot: PlacedSlot = { slotId: '', date, shiftId, stationId, patientId, mode: null, origin: 'added', state: 'planned', zoneOverridden: false };
    const others = placed.get(date) ?? [];
    const stop =
      date < ctx.clock.today() ? 'past' : !names.has(patientId) ? 'no-patient' : facts.against(slot, others).find(({ weight }) => weight === 'stop')?.code;
    list.push({ date, shiftId, stationId, patientName: seen.has(keyOf({ shiftId, stationId })) ? (names.get(patientId) ?? '') : '', why: stop ?? '' });
    if (stop !== undefined) continue;
    others.push({ ...slot, slotId: `new-${add.length}` });
    add.push(slot);
  }
  if (!apply) return { list, added: 0 };
  for (const { date, shiftId, stationId, patientId } of add)
    await slotTable.insert(ctx, {
      ...{
        orgId,
        date,
        shiftId,
        stationId,
        zone: await zoneAt(ctx, stationId),
        patientId,
        patternId: '',
        origin: 'added' as const,
        mode: null,
        state: 'planned' as const,
        held: true,
      },
      ...{ homeDay: null, homeShiftId: '', homeStationId: '', reason: template.fullName, zoneReason: '', byId: userId, byName: userName },
    });
  ctx.audit({ subject: 'dialysis-template', subjectId: id, after: { monday, added: add.length } });
  await tellChanged(
    ctx,
    orgId,
    add.map(({ date }) => date),
  );
  return { list, added: add.length };
}

import { dayAfter, type Page, type Static, toPage } from '@nephra/plugin-sdk/contract';
import { pageBounds, sql, totalOf } from '@nephra/plugin-sdk/server';
import { dialysisDirectory, expandPattern } from '../../../dialysis-file/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { dataRights } from '@nephra/plugin-sdk/server';
import type { boardContract } from '../../contract/board.contract.ts';
import { settings } from '../../contract/settings.ts';
import { isFree } from '../../domain/rules/conflicts.ts';
import { slotTable } from '../tables/plan.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { shiftsOf, stationsOf } from './ground.ts';
import { seenAmong } from './seen.ts';
import { slotsBetween } from './slot-rows.ts';

type Reply<K extends keyof (typeof boardContract)['routes']> = Static<(typeof boardContract)['routes'][K]['reply']>;
const MAX_FOUND_PATIENTS = 50;
const COUNTED_DAYS = 30;

/** Who has no place on a day: those whom a pattern wants first, then those whom the keyword finds. Data rights on the board go by the zone of the patient. */
export async function unplannedOn(ctx: Ctx, date: string, keyword = ''): Promise<Reply<'unplanned'>> {
  const { orgId } = ctx.user;
  const [directory, patients] = [ctx.service(dialysisDirectory), ctx.service(patientDirectory)];
  const rows = await slotsBetween(ctx, orgId, date, date);
  const placed = new Set(rows.filter(({ state }) => !isFree(state)).map(({ patientId }) => patientId));
  const leftOut = new Map(rows.filter(({ state }) => state === 'cancelled').map(({ patientId, reason }) => [patientId, reason]));
  const patterns = await directory.patterns({ orgIds: [orgId], from: date, to: date });
  const wants = new Map<string, string>();
  for (const pattern of patterns)
    for (const { shiftId } of expandPattern(pattern, date, date)) if (!placed.has(pattern.patientId)) wants.set(pattern.patientId, shiftId);
  // Whom the pattern wants on this day, though people moved them to another.
  const moved = await slotTable
    .everywhere(ctx, 'who was moved away from this day of the board that is looked at', 's')
    .where('s.orgId', '=', orgId)
    .where('s.homeDay', '=', date)
    .where('s.date', '<>', date)
    .execute();
  for (const { patientId, state } of moved) if (!isFree(state)) wants.delete(patientId);
  const rights = dataRights(ctx, 'his.patient');
  const found = await patients.search({
    orgIds: [orgId],
    patientType: 'dialysis',
    rights,
    pageSize: MAX_FOUND_PATIENTS,
    ...(keyword.trim() !== '' && { keyword }),
  });
  const seen = patients.rowFilter([orgId], rights);
  const wanted = [...wants.keys()];
  const visible = seen ? await seen.among(wanted) : new Set(wanted);
  const listed = await patients.list(
    wanted.filter((id) => visible.has(id)),
    [orgId],
  );
  const hit = (name: string, number: string) =>
    keyword.trim() === '' || name.includes(keyword.trim()) || number.toLowerCase().includes(keyword.trim().toLowerCase());
  const others = new Set(found.list.map(({ patientId }) => patientId));
  const all = [
    ...listed.filter((row) => others.has(row.patientId) || hit(row.patientName, row.dialysis?.dialysisNo ?? '')),
    ...found.list.filter(({ patientId, enableMark }) => !wants.has(patientId) && !placed.has(patientId) && enableMark === 1),
  ];
  const planning = await directory.planning(
    all.map(({ patientId }) => patientId),
    [orgId],
    date,
  );
  const inZone = await seenAmong(
    ctx,
    all.map(({ patientId }) => ({ key: patientId, shiftId: wants.get(patientId) ?? '', zone: planning.get(patientId)?.zone ?? '' })),
  );
  const list = all
    .filter(({ patientId }) => inZone.has(patientId) && planning.get(patientId)?.active !== false)
    .map(({ patientId, patientName, dialysis }) => ({
      ...{
        patientId,
        patientName,
        dialysisNo: dialysis?.dialysisNo ?? '',
        zone: planning.get(patientId)?.zone ?? null,
        mode: planning.get(patientId)?.mode ?? null,
      },
      ...{ shiftId: wants.get(patientId) ?? '', reason: leftOut.get(patientId) ?? '' },
    }));
  return { list };
}

const AGENT_NOTHING = 'none';

/** What is to be laid out for the treatments of a shift, in the order of stations. */
export async function preparationOf(ctx: Ctx, date: string, shiftId: string): Promise<Reply<'preparation'>> {
  const { orgId } = ctx.user;
  const stations = await stationsOf(ctx, [orgId]);
  const order = new Map(stations.map(({ stationId }, at) => [stationId, at]));
  const slots = await slotTable.select(ctx, 's').where('s.orgId', '=', orgId).where('s.date', '=', date).where('s.shiftId', '=', shiftId).execute();
  const placed = slots.filter(({ state }) => !isFree(state)).toSorted((one, other) => (order.get(one.stationId) ?? 0) - (order.get(other.stationId) ?? 0));
  const patients = await ctx.service(patientDirectory).list(
    placed.map(({ patientId }) => patientId),
    [orgId],
  );
  const nameOf = new Map(patients.map((patient) => [patient.patientId, patient]));
  const list = [];
  for (const { patientId, stationId, mode } of placed) {
    const facts = await ctx.service(dialysisDirectory).bedside(patientId, [orgId], date);
    const rx = facts?.prescription ?? null;
    const agent = rx?.anticoagulant;
    const dose =
      agent && agent.agent !== AGENT_NOTHING
        ? [agent.firstDose, agent.perHour].flatMap((one) => (one === null ? [] : [`${one} ${agent.unit}`])).join(' + ')
        : '';
    list.push({
      stationCode: stations[order.get(stationId) ?? -1]?.code ?? '',
      zone: facts?.zone ?? '',
      patientName: nameOf.get(patientId)?.patientName ?? '',
      dialysisNo: nameOf.get(patientId)?.dialysis?.dialysisNo ?? '',
      ...{ mode: mode ?? rx?.mode ?? '', minutes: rx?.minutes ?? null, dialyser: rx?.dialyserName ?? '', perfusor: rx?.perfusorName ?? '' },
      anticoagulant: agent ? `${ctx.text(`agent.${agent.agent}`)} ${dose}`.trim() : '',
      access: facts?.access ? `${facts.access.kind} ${ctx.text(`arm.${facts.access.side}`)} ${facts.access.site}`.trim() : '',
      allergies: [...(facts?.dialyserAllergies ?? [])],
      remark: rx?.remark ?? '',
    });
  }
  return { list };
}

interface MissedQuestion {
  readonly currentPage?: number;
  readonly pageSize?: number;
  readonly from?: string;
  readonly to?: string;
}

/** Who did not come, the newest first, with how often within the 30 days before. */
export async function missedOf(ctx: Ctx, question: MissedQuestion): Promise<Page<Reply<'missed'>['list'][number]>> {
  const { orgId } = ctx.user;
  const bounds = pageBounds(question);
  const { from = dayAfter(ctx.clock.today(), -COUNTED_DAYS), to = ctx.clock.today() } = question;
  const rows = slotTable.select(ctx, 's').where('s.orgId', '=', orgId).where('s.state', '=', 'absent').where('s.date', '>=', from).where('s.date', '<=', to);
  const page = await rows.orderBy('s.date', 'desc').orderBy('s.id').limit(bounds.pageSize).offset(bounds.offset).execute();
  const total = await totalOf(ctx.db as never, rows as never, { list: page, ...bounds });
  const ids = [...new Set(page.map(({ patientId }) => patientId))];
  const patients = await ctx.service(patientDirectory).list(ids, [orgId]);
  const nameOf = new Map(patients.map(({ patientId, patientName }) => [patientId, patientName]));
  const shiftOf = new Map((await shiftsOf(ctx, [orgId], ctx.language)).map(({ shiftId, name }) => [shiftId, name]));
  const absences =
    ids.length === 0
      ? []
      : await slotTable
          .select(ctx, 's')
          .where('s.orgId', '=', orgId)
          .where('s.state', '=', 'absent')
          .where('s.patientId', 'in', ids)
          .where('s.date', '>=', dayAfter(from, -COUNTED_DAYS))
          .where(sql<boolean>`s."date" <= ${to}`)
          .execute();
  const most = await ctx.setting(settings, 'absencesToCall');
  const list = page.map(({ id, patientId, date, shiftId, reason, byName }) => {
    const since = dayAfter(date, -COUNTED_DAYS);
    const count = absences.filter((one) => one.patientId === patientId && one.date > since && one.date <= date).length;
    return {
      slotId: id,
      patientId,
      patientName: nameOf.get(patientId) ?? '',
      date,
      shiftName: shiftOf.get(shiftId) ?? '',
      reason,
      byName,
      count,
      toCall: count >= most,
    };
  });
  return toPage(list, total, bounds);
}

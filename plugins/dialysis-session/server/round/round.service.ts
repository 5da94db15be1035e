import type { DataRights, OrgId } from '@nephra/plugin-sdk/contract';
import { sql } from '@nephra/plugin-sdk/server';
import type { DialysisMode } from '../../../dialysis-file/contract/index.ts';
import { dialysisBoard, type SlotFacts } from '../../../dialysis-schedule/contract/index.ts';
import type { EventKind } from '../../contract/fields.ts';
import type { Complication, DialysisRounds, RoundTreatment, SignedOrder } from '../../contract/round.service.ts';
import type { SessionState } from '../../contract/states.ts';
import { minutesOf, ufTargetOf } from '../reading/around.ts';
import { sessionsAt } from '../reading/at-places.ts';
import { entriesThatCount } from '../reading/entries-that-count.ts';
import { seenPlaces } from '../reading/visible.ts';
import { entryTable, type EntryStored } from '../tables/entry.table.ts';
import { orderTable } from '../tables/order.table.ts';
import { sessionTable, type SessionStored } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { openOrders } from './open-orders.ts';

const STATE_OF_SLOT: Readonly<Record<SlotFacts['state'], SessionState>> = { planned: 0, arrived: 1, treated: 5, absent: 9, cancelled: 8 };
/** Of some patients in ten years. */
const MAX_COMPLICATIONS = 5_000;
const ACCESS_FOUND = ['thrill', 'skin', 'exitSite', 'catheterFlow'] as const;
const SEVERITIES = ['mild', 'moderate', 'severe'] as const;

const millis = (at: Date | null): number | null => at?.getTime() ?? null;
const kg = (value: number | string | null): number | null => (value === null ? null : Number(value));
const fieldsOf = ({ content }: EntryStored) => (content.fields ?? {}) as Readonly<Record<string, unknown>>;

function complicationOf(entry: EntryStored): Complication {
  const { kind, severity } = fieldsOf(entry);
  return {
    sessionId: entry.sessionId,
    kind: (typeof kind === 'string' ? kind : 'other') as EventKind, // written through `EVENT_FIELDS`
    severity: SEVERITIES.find((one) => one === severity) ?? null,
    at: entry.at.getTime(),
  };
}

function lastReadingOf(entries: readonly EntryStored[]): RoundTreatment['lastReading'] {
  const last = entries.findLast((entry) => entry.kind === 'reading' && typeof fieldsOf(entry).systolic === 'number');
  if (!last) return null;
  const { systolic, diastolic } = fieldsOf(last);
  return { at: last.at.getTime(), systolic: Number(systolic), diastolic: typeof diastolic === 'number' ? diastolic : null };
}

function accessFoundIn(session: SessionStored | undefined): RoundTreatment['accessFound'] {
  const fields = session?.sections.access?.fields ?? {};
  return Object.fromEntries(ACCESS_FOUND.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : [])));
}

async function ofDay(ctx: WorkCtx, day: string, orgIds: readonly OrgId[], rights: DataRights): Promise<readonly RoundTreatment[]> {
  if (orgIds.length === 0) return [];
  const board = ctx.service(dialysisBoard);
  const places = await board.slots({ orgIds, date: day });
  if (places.length === 0) return [];
  const stations = new Map((await board.stations(orgIds)).map((station) => [station.stationId, station]));
  const bySlot = await sessionsAt(
    ctx,
    orgIds,
    day,
    places.map(({ slotId }) => slotId),
  );
  const seen = await seenPlaces(
    ctx,
    rights,
    places.map(({ slotId, orgId, shiftId, stationId }) => {
      const session = bySlot.get(slotId);
      return { slotId, orgId, shiftId: session?.shiftId ?? shiftId, zone: session?.zone || (stations.get(stationId)?.zone ?? '') };
    }),
  );
  const slots = places.filter(({ slotId }) => seen.has(slotId));
  const begun = slots.flatMap(({ slotId }) => {
    const session = bySlot.get(slotId);
    return session && session.state >= 3 && session.state <= 7 ? [session.id] : [];
  });
  const entries = await entriesThatCount(ctx, orgIds, begun);
  const orders = await openOrders(ctx, slots, bySlot, day);
  return slots.map((slot): RoundTreatment => {
    const session = bySlot.get(slot.slotId);
    const own = session ? (entries.get(session.id) ?? []) : [];
    return {
      ...{ slotId: slot.slotId, sessionId: session?.id ?? '', orgId: slot.orgId, shiftId: slot.shiftId, stationId: slot.stationId, patientId: slot.patientId },
      stationCode: stations.get(slot.stationId)?.code ?? session?.stationCode ?? '',
      mode: (session?.mode as DialysisMode | undefined) ?? slot.mode,
      state: session?.state ?? STATE_OF_SLOT[slot.state],
      confirmedAt: millis(session?.confirmedAt ?? null),
      startedAt: millis(session?.startedAt ?? null),
      check2At: millis(session?.check2At ?? null),
      ...{ preWeight: kg(session?.preWeight ?? null), postWeight: kg(session?.postWeight ?? null), dryWeight: session?.plan?.dryWeight ?? null },
      ufTarget: session ? ufTargetOf(session, own) : null,
      minutes: session ? minutesOf(session, own) : null,
      ...{ systolicBefore: session?.systolicBefore ?? null, diastolicBefore: session?.diastolicBefore ?? null },
      lastReading: lastReadingOf(own),
      accessFound: accessFoundIn(session),
      complications: own.filter(({ kind }) => kind === 'event').map(complicationOf),
      ordersOpen: orders.get(slot.slotId) ?? [],
    };
  });
}

async function complicationsOf(
  ctx: WorkCtx,
  patientIds: readonly string[],
  orgIds: readonly OrgId[],
  from: string,
  to: string,
): Promise<readonly Complication[]> {
  if (orgIds.length === 0 || patientIds.length === 0) return [];
  // rows: of patients and organisations that the asking plugin has checked
  const held = sql<string>`(select s.id from dialysis_session.session s where s.patient_id = any(${[...patientIds]}::text[]) and s.org_id = any(${[...orgIds]}::text[]) and s.day between ${from}::date and ${to}::date)`;
  const rows = await entryTable
    .everywhere(ctx, 'treatments of organisations that the asking plugin has checked', 'e')
    .where('e.sessionId', 'in', held)
    .where('e.kind', '=', 'event')
    .orderBy('e.at')
    .orderBy('e.id')
    .limit(MAX_COMPLICATIONS)
    .execute();
  return rows.map(complicationOf);
}

async function orderOf(ctx: WorkCtx, { by, ...order }: SignedOrder): Promise<string> {
  const row = await orderTable.insert(ctx, {
    ...order,
    ...{ title: order.title.trim(), dose: order.dose.trim(), drugId: '', drugKind: '', quantity: 0, validTo: null, method: '', groupId: '', groupPlace: 0 },
    ...{ doctorId: by.userId, doctorName: by.userName, stoppedAt: null, stoppedBy: '' },
  });
  return row.id;
}

/** Treatments for the doctor's worklist (`dialysis-session.rounds@1`). */
export const roundsOf = (ctx: WorkCtx): DialysisRounds => ({
  ofDay: (day, orgIds, rights) => ofDay(ctx, day, orgIds, rights),
  complications: (patientIds, orgIds, from, to) => complicationsOf(ctx, patientIds, orgIds, from, to),
  async patientOf(sessionId, orgIds) {
    if (orgIds.length === 0) return undefined;
    const found = await sessionTable
      .everywhere(ctx, 'whose a treatment of organisations is that the asking plugin has checked', 's')
      .clearSelect()
      .select('s.patientId')
      .where('s.id', '=', sessionId)
      .where('s.orgId', 'in', [...orgIds])
      .executeTakeFirst();
    return found?.patientId;
  },
  order: (order) => orderOf(ctx, order),
});

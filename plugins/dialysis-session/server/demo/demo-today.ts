import { catalogueStockUse } from '../../../catalogue/contract/index.ts';
import { dialysisBoard } from '../../../dialysis-schedule/contract/index.ts';
import { settleTreatment } from '../money/propose.ts';
import { stockKey } from '../money/use-goods.ts';
import { entryTable } from '../tables/entry.table.ts';
import { givenTable, orderTable } from '../tables/order.table.ts';
import { sessionTable, type SessionStored } from '../tables/session.table.ts';
import type { ClosingCtx } from '../tables/tables.ts';
import { planOf } from './demo-past.ts';
import { entriesOf, entryOf, type House, isCatheter, MINUTE_MS, rowOf, store, type Upto } from './demo-rows.ts';
import { demoSheet, drawnFrom } from './demo-sheet.ts';

/** The nurse of the demo, as the close of a sheet knows who closes it: of this facility, and of no scheme that hides rows. */
function closingCtx({ ctx, orgId, nurses: [nurse] }: House): ClosingCtx {
  const user = { userId: nurse.userId, userName: nurse.userName, orgId, orgIds: [orgId], departmentId: '', isAdministrator: false };
  return { ...ctx, user: user as ClosingCtx['user'], dataScope: () => ({ kind: 'organisation' }) };
}

/** What was due after each treatment was given before the sheet was closed. */
async function giveOrders(house: House, ctx: ClosingCtx, session: SessionStored): Promise<void> {
  const orders = await orderTable.select(ctx, 'o').where('o.patientId', '=', session.patientId).where('o.everyDays', '=', 0).orderBy('o.id').execute();
  const at = session.endedAt ?? session.updatedAt;
  const [nurse] = house.nurses;
  for (const [place, { id: orderId, title, dose, once }] of orders.entries()) {
    const entry = entryOf(house, session.id, `o${place}`, 'order', at.getTime(), { orderId, title, outcome: 'given', dose, reason: '' });
    await entryTable.insertAll({ db: ctx.db }, [entry]);
    await givenTable.insertAll({ db: ctx.db }, [
      {
        ...{ id: `${session.id}-g${place}`, orgId: session.orgId, sessionId: session.id, orderId, entryId: entry.id, day: session.day, outcome: 'given' },
        ...{ dose, reason: '', checkerId: '', checkerName: '', byId: nurse.userId, byName: nurse.userName, at, single: once, codes: [] },
      },
    ]);
  }
}

const withLot = ({ sections }: SessionStored, dialyserLot: string | null): Pick<SessionStored, 'sections'> => ({
  sections: sections.start ? { ...sections, start: { ...sections.start, fields: { ...sections.start.fields, dialyserLot } } } : sections,
});

/**
 * What a closed treatment of today used leaves stock, and what it is charged with is proposed: by the code that closes every sheet. The lot on the sheet is the one that
 * the shelf had.
 */
async function closeAs(house: House, session: SessionStored): Promise<void> {
  const ctx = closingCtx(house);
  await giveOrders(house, ctx, session);
  const { prescriptionId, prescriptionNo, outcome } = await settleTreatment(ctx, { ...session, ...withLot(session, null) });
  if (outcome !== 'written') return;
  const used = (await ctx.optionalService(catalogueStockUse)?.of([stockKey(session.id)], [session.orgId])) ?? [];
  const lot = used.find(({ drugId }) => drugId === session.plan?.prescription.dialyserId)?.lots[0]?.lotNo ?? null;
  await sessionTable.update(ctx, session, { prescriptionId, prescriptionNo, ...withLot(session, lot) });
}

const TODAY: readonly (Upto | 'arrived' | 'planned')[] = ['running', 'running', 'off', 'closed', 'running', 'checked', 'assessed', 'planned'];

/** Treatments of today in all states; the first shift is further than the others. */
export async function fillToday(house: House): Promise<void> {
  const { ctx, orgId, bedside, shifts } = house;
  const today = ctx.clock.today();
  const now = ctx.clock.now().getTime();
  const board = ctx.service(dialysisBoard);
  const [firstShift] = shifts;
  const slots = (await board.slots({ orgIds: [orgId], date: today })).filter(({ shiftId, state }) => shiftId === firstShift?.shiftId && state === 'planned');
  for (const [index, slot] of slots.entries()) {
    const upTo = TODAY[index % TODAY.length] ?? 'planned';
    const facts = bedside.get(slot.patientId);
    const plan = facts && planOf(facts);
    const station = house.stations.find(({ stationId }) => stationId === slot.stationId);
    if (upTo === 'planned' || upTo === 'arrived' || !plan || station?.machine?.state !== 'ready') continue;
    const id = `SIM-${slot.patientId}-${today}`;
    const draw = drawnFrom(id);
    const over = upTo === 'off' || upTo === 'closed';
    const startedAt = over ? now - (plan.minutes + 30) * MINUTE_MS : now - (40 + draw(130)) * MINUTE_MS;
    const [first, second] = house.nurses;
    const sheet = demoSheet({
      ...{ startedAt, minutes: plan.minutes, dry: plan.dryWeight ?? 60, gapDays: 2, person: slot.patientId, first, second, draw, upTo },
      ...{ isCatheter: isCatheter(plan), happens: index % 9 === 1 ? 'hypotension' : null },
    });
    const locked = await board.lockSlot(slot.slotId, [orgId]);
    if (!locked) continue;
    const arrived = await board.moveSlot(locked, 'arrived');
    if (upTo === 'closed') await board.moveSlot(arrived, 'treated');
    const machineId = upTo === 'running' ? await board.takeMachine(slot.stationId, orgId, id) : null;
    const place = {
      id,
      day: today,
      slotId: slot.slotId,
      shiftId: slot.shiftId,
      stationId: slot.stationId,
      patientId: slot.patientId,
      mode: slot.mode ?? plan.prescription.mode,
    };
    const drafted = rowOf(
      house,
      place,
      sheet,
      { ...plan, ufTarget: sheet.ufVolume ?? Math.round((sheet.preWeight - (plan.dryWeight ?? 60)) * 1000) },
      startedAt,
      upTo,
      machineId,
    );
    // What it is charged with is proposed below, as the close of a sheet does.
    const row = drafted.prescriptionId === '' ? { ...drafted, prescriptionNo: '' } : drafted;
    const entries = upTo === 'running' || over ? entriesOf(house, id, sheet, over ? Number.MAX_SAFE_INTEGER : now) : [];
    const readings = entries.filter(({ kind }) => kind === 'reading');
    // Every third that runs waits for its second check.
    const checked2 = upTo === 'running' && index % 3 !== 0 && sheet.check2At < now ? { check2At: new Date(sheet.check2At), check2By: second.userId } : {};
    const session = { ...row, ...checked2, lastReadingAt: readings.at(-1)?.at ?? null };
    await store(ctx, [session], entries);
    if (upTo === 'closed') await closeAs(house, session);
  }
}

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAppError } from '@nephra/plugin-sdk/contract';
import { effort } from '../../../tests/support/cases/effort.ts';
import { findingContract } from '../contract/money/finding.contract.ts';
import { actsOf, type House, nurse, startHouse } from './session-house.fixture.ts';
import { bedsideOf, slotOf } from './stand-ins.fixture.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
  for (const [part, kind, drugId] of [['treatment', 'item', 'item-hd'] as const, ['dialyser', 'material', 'mat-dialyser'] as const])
    await house.host.call('dialysis-session', findingContract.routes.addKit, { body: { mode: 'HD', part, kind, drugId, quantity: 1 }, user: nurse });
});
afterAll(() => house.host.close());
const acts = actsOf(() => house);

const STEPS = ['checkIn', 'fill', 'confirm', 'check1', 'start', 'undoStart', 'check2', 'reading', 'end', 'after', 'close', 'reopen', 'wait', 'clean'] as const;
/** The way through, so that random steps come far. */
const WAY = ['checkIn', 'fill', 'confirm', 'check1', 'start', 'check2', 'reading', 'wait', 'end', 'after', 'close'] as const;

it('random histories of two nurses with everything sent twice: never two running of a patient or station, a reading once, a charge once', {
  timeout: 600_000,
}, async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...STEPS, ...WAY), fc.integer({ min: 0, max: 2 })), { minLength: 25, maxLength: 45 }),
      async (history) => {
        round += 1;
        // The same patient twice on two stations, and another one on the first of these.
        const slots = [slotOf(`h${round}-a`, 'pat-1', 'S1'), slotOf(`h${round}-b`, 'pat-1', 'S2'), slotOf(`h${round}-c`, 'pat-2', 'S1')];
        for (const slot of slots) house.board.slots.set(slot.slotId, slot);
        for (const id of ['pat-1', 'pat-2']) house.board.bedside.set(id, bedsideOf(id));
        const ids: string[] = ['', '', ''];
        const next = [0, 0, 0];
        const readings = new Map<string, number>();
        for (const [drawn, at] of history) {
          const step = drawn === 'wait' || drawn === 'clean' ? drawn : (WAY[next[at] ?? 0] ?? drawn);
          const id = ids[at] ?? '';
          const body = house.sent();
          const run = async (): Promise<boolean> => {
            if (step === 'wait') house.pass(60);
            else if (step === 'clean')
              for (const machine of ['M-S1', 'M-S2']) house.board.machines.get(machine) === 'to-disinfect' && house.board.machines.set(machine, 'ready');
            else if (step === 'checkIn') ids[at] = (await acts.checkIn(slots[at]?.slotId ?? '', body)).session.id;
            else if (id === '') return false;
            else if (step === 'fill') {
              await acts.save(id, 'arrival', { scale: 63 });
              await acts.save(id, 'access', { thrill: 'strong', skin: 'clean' });
              await acts.save(id, 'before', { systolic: 140, diastolic: 80 });
            } else if (step === 'after') await acts.save(id, 'after', { scale: 61, systolic: 130, diastolic: 70 });
            else if (step === 'end') await acts.end(id, { ...body, passes: [{ guard: 'early-end', reason: '患者要求下机' }] });
            else if (step === 'reading') {
              const { repeated } = await acts.reading(id, body);
              if (!repeated) readings.set(id, (readings.get(id) ?? 0) + 1);
            } else if (step === 'undoStart') await acts.undoStart(id);
            else if (step === 'reopen') await acts.reopen(id, body);
            else if (step === 'confirm') await acts.confirm(id, body);
            else if (step === 'check1') await acts.check1(id, body);
            else if (step === 'check2') await acts.check2(id, body);
            else if (step === 'start') await acts.start(id, body);
            else if (step === 'close') await acts.close(id, body);
            return true;
          };
          const safely = async (): Promise<boolean> => {
            try {
              return await run();
            } catch (error) {
              if (isAppError(error)) return false;
              throw error;
            }
          };
          const done = await safely();
          if (done && step === drawn) next[at] = (next[at] ?? 0) + 1;
          else if (done) next[at] = (next[at] ?? 0) + 1;
          if (step !== 'wait' && step !== 'clean' && step !== 'fill' && step !== 'after' && step !== 'undoStart') await safely();
          type Rows = { 'dialysis_session.session': { state: number; patient_id: string; station_id: string } };
          const db = house.host.context<Rows>('dialysis-session').db;
          const running = await db.selectFrom('dialysis_session.session').select(['patient_id', 'station_id']).where('state', '=', 3).execute();
          expect(new Set(running.map(({ patient_id }) => patient_id)).size).toBe(running.length);
          expect(new Set(running.map(({ station_id }) => station_id)).size).toBe(running.length);
        }
        type Rows = {
          'dialysis_session.entry': { session_id: string; kind: string };
          'dialysis_session.session': { id: string; state: number; prescription_id: string };
          'prescription.proposal': { key: string };
          'prescription.prescription': { id: string };
        };
        const { db } = house.host.context<Rows>('dialysis-session');
        for (const [id, count] of readings) {
          const rows = await db.selectFrom('dialysis_session.entry').select('kind').where('session_id', '=', id).where('kind', '=', 'reading').execute();
          expect(rows).toHaveLength(count);
        }
        const closed = await db.selectFrom('dialysis_session.session').select(['id', 'prescription_id']).where('prescription_id', '<>', '').execute();
        expect(new Set(closed.map(({ prescription_id }) => prescription_id)).size).toBe(closed.length);
        const own = house.host.context<Rows>('prescription').db;
        const [proposals, prescriptions] = [
          await own.selectFrom('prescription.proposal').select('key').execute(),
          await own.selectFrom('prescription.prescription').select('id').execute(),
        ];
        expect([proposals.length, prescriptions.length]).toEqual([closed.length, closed.length]);
        // Nothing is left running for the next history.
        for (const id of ids.filter((one) => one !== '')) await acts.end(id, { passes: [{ guard: 'early-end', reason: '结束本轮' }] }).catch(() => undefined);
        for (const machine of ['M-S1', 'M-S2']) house.board.machines.set(machine, 'ready');
      },
    ),
    { numRuns: effort('histories of treatments by two nurses', 6, 60) },
  );
});

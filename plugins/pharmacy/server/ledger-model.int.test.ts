import { DAY_MS, isAppError } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, dialyserLot, lot, oneBox, oneDialyser, openDesk, pharmacist, refusal, sideBySide } from '../../charging/testing/desk.ts';
import { MONDAY } from '../../prescription/server/prescription.fixture.ts';
import { dispensingContract, type DispensingInfo, type LotRow, stockContract } from '../contract/index.ts';
import { effort, propertyCases } from '../../../tests/support/cases/effort.ts';

const routes = { ...dispensingContract.routes, ...stockContract.routes };

/** The whole pharmacy as a model: what each lot holds and what is promised of it, and where each prescription stands. */
interface Model {
  readonly lots: Map<string, { onHand: number; reserved: number }>;
  readonly papers: { dpId: string; status: number }[];
}

/** The real one, with the ids that the model's lots have there. */
interface Real {
  readonly desk: Desk;
  readonly papers: string[];
}

const call: (real: Real) => Desk['host']['call'] = (real) => (plugin, route, given) => real.desk.host.call(plugin, route, { user: pharmacist, ...given });

const shelf = async (real: Real): Promise<LotRow[]> => (await call(real)('pharmacy', routes.stock, { query: { pageSize: 500, empty: true } })).list;

/** Everything that the ledger promises, looked at in the database itself. */
async function assertSound(real: Real): Promise<void> {
  expect(await real.desk.broken()).toEqual([]);
  const check = await call(real)('pharmacy', routes.ledgerCheck, {});
  expect(check.faultList).toEqual([]);
}

/** Model and database agree lot by lot; nothing is negative and nothing is promised beyond what is there. */
async function assertAgrees(model: Model, real: Real): Promise<void> {
  const rows = await shelf(real);
  for (const row of rows) {
    expect(row.onHand).toBeGreaterThanOrEqual(0);
    expect(row.reserved).toBeGreaterThanOrEqual(0);
    expect(row.reserved).toBeLessThanOrEqual(row.onHand);
  }
  expect(Object.fromEntries(rows.map((row) => [row.lotNo, [row.onHand, row.reserved]]))).toEqual(
    Object.fromEntries([...model.lots].map(([lotNo, { onHand, reserved }]) => [lotNo, [onHand, reserved]])),
  );
}

type Step = fc.AsyncCommand<Model, Real>;
const statusOf = (model: Model, paper: number): number => model.papers[paper]?.status ?? 0;

/** Changes the model as the answer of the server says that lots were changed, after checking that the answer is possible. */
function take(model: Model, before: DispensingInfo, after: DispensingInfo, paper: number): void {
  const figures = (info: DispensingInfo) => {
    const sums = new Map<string, { open: number; out: number }>();
    for (const share of info.drugDetailList.filter((one) => one.allocationId !== '')) {
      const sum = sums.get(share.lotNo) ?? { open: 0, out: 0 };
      sums.set(share.lotNo, { open: sum.open + share.open, out: sum.out + share.taken - share.returned });
    }
    return sums;
  };
  const [was, is] = [figures(before), figures(after)];
  for (const lotNo of new Set([...was.keys(), ...is.keys()])) {
    const held = model.lots.get(lotNo);
    if (!held) throw new Error(`a share of the unknown lot ${lotNo}`);
    const [a, b] = [was.get(lotNo) ?? { open: 0, out: 0 }, is.get(lotNo) ?? { open: 0, out: 0 }];
    held.reserved += b.open - a.open;
    held.onHand -= b.out - a.out;
    expect(held.reserved).toBeGreaterThanOrEqual(0);
    expect(held.onHand).toBeGreaterThanOrEqual(held.reserved);
  }
  const stands = model.papers[paper];
  if (stands) stands.status = after.rxStatus;
}

/** One act on a prescription; refusals must leave everything as it was. */
function act(paper: number, action: 'pick' | 'unpick' | 'dispense' | 'return', more: (info: DispensingInfo) => object = () => ({})): Step {
  const open: Record<string, readonly number[]> = { pick: [2, 3, 5], unpick: [3, 5], dispense: [3, 5], return: [4, 5, 6] };
  return {
    check: (model) => open[action]?.includes(statusOf(model, paper)) === true,
    run: async (model, real) => {
      const dpId = real.papers[paper] ?? '';
      const before = await real.desk.info(dpId);
      try {
        const after = await real.desk.act(dpId, action, more(before));
        take(model, before, after, paper);
      } catch (error) {
        if (!isAppError(error)) throw error;
        expect(error.key).toMatch(/^pharmacy\./);
      }
      await assertAgrees(model, real);
    },
    toString: () => `${action}(${paper})`,
  };
}

const packs = (info: DispensingInfo, n: number) => ({
  parts: info.prescriptionDetailList
    .filter((line) => line.reservedNum > 0)
    .map((line) => ({ detailId: line.detailId, quantity: Math.min(n * line.packNum, Math.floor(line.reservedNum / line.packNum) * line.packNum) })),
});
const returns = (info: DispensingInfo, n: number) => ({
  returns: info.drugDetailList
    .filter((share) => share.returnable > 0)
    .map((share) => ({ allocationId: share.allocationId, quantity: Math.min(n * share.packSize, share.returnable), returned: share.returned })),
});

function stockStep(name: string, lotNo: string, run: (row: LotRow, model: Model, real: Real) => Promise<void>): Step {
  return {
    check: (model) => model.lots.has(lotNo),
    run: async (model, real) => {
      const row = (await shelf(real)).find((one) => one.lotNo === lotNo);
      if (!row) throw new Error(`lot ${lotNo} is gone`);
      try {
        await run(row, model, real);
      } catch (error) {
        if (!isAppError(error)) throw error;
        expect(error.key).toMatch(/^pharmacy\./);
      }
      await assertAgrees(model, real);
    },
    toString: () => `${name}(${lotNo})`,
  };
}
const held = (model: Model, lotNo: string) => {
  const figures = model.lots.get(lotNo);
  if (!figures) throw new Error(`no lot ${lotNo}`);
  return figures;
};

const receive = (lotNo: string, boxes: number): Step =>
  stockStep('receive', lotNo, async (row, model, real) => {
    const line = { drugId: row.drugId, lotNo, expiresOn: row.expiresOn, quantity: boxes, cost: row.cost, location: row.location };
    await call(real)('pharmacy', routes.receive, { body: { supplier: 'SIM', invoiceNo: '', note: '', lines: [line] } });
    held(model, lotNo).onHand += boxes * row.stockDmin;
  });

const adjust = (lotNo: string, reason: 'loss' | 'found', quantity: number): Step =>
  stockStep(reason, lotNo, async (row, model, real) => {
    await call(real)('pharmacy', routes.adjust, { params: { id: row.lotId }, body: { reason, quantity, note: '试', version: row.version } });
    held(model, lotNo).onHand += reason === 'found' ? quantity : -quantity;
  });

/** Makes a sheet, moves goods between making and typing, types, posts: the difference is against what stood when it was typed. */
const count = (lotNo: string, basis: 'paper' | 'shelf', difference: number, between: number): Step =>
  stockStep('count', lotNo, async (row, model, real) => {
    const sheet = await call(real)('pharmacy', routes.openCount, { body: { basis, note: '' } });
    if (between > 0) {
      await call(real)('pharmacy', routes.adjust, {
        params: { id: row.lotId },
        body: { reason: 'found', quantity: between, note: '试', version: row.version },
      });
      held(model, lotNo).onHand += between;
    }
    const book = basis === 'paper' ? row.onHand : row.onHand + between;
    const counted = Math.max(0, book + difference);
    const typed = await call(real)('pharmacy', routes.saveCount, {
      params: { id: sheet.countId },
      body: { version: sheet.version, lines: [{ lotId: row.lotId, counted }] },
    });
    try {
      await call(real)('pharmacy', routes.closeCount, { params: { id: sheet.countId }, body: { post: true, version: typed.version } });
      held(model, lotNo).onHand += counted - book;
    } catch (error) {
      if (!isAppError(error)) throw error;
      expect(error.key).toBe('pharmacy.count-reserved');
    }
  });

const LOTS = ['SIM-A', 'SIM-B', 'SIM-D', 'SIM-X'] as const;
const PAPERS = 6;
const paper = fc.nat(PAPERS - 1);
const lotNo = fc.constantFrom(...LOTS);
const few = fc.integer({ min: 1, max: 3 });

const steps = [
  paper.map((one) => act(one, 'pick')),
  paper.map((one) => act(one, 'pick', () => ({ partial: true }))),
  paper.map((one) => act(one, 'unpick')),
  paper.map((one) => act(one, 'dispense')),
  fc.tuple(paper, few).map(([one, n]) => act(one, 'dispense', (info) => packs(info, n))),
  fc.tuple(paper, few).map(([one, n]) => act(one, 'return', (info) => returns(info, n))),
  fc.tuple(lotNo, few).map(([one, n]) => receive(one, n)),
  fc.tuple(lotNo, fc.constantFrom('loss' as const, 'found' as const), fc.integer({ min: 1, max: 30 })).map(([one, reason, n]) => adjust(one, reason, n)),
  fc
    .tuple(lotNo, fc.constantFrom('paper' as const, 'shelf' as const), fc.integer({ min: -40, max: 10 }), fc.nat(3))
    .map(([one, basis, difference, between]) => count(one, basis, difference, between)),
];

/** A pharmacy with little on its shelves and six prescriptions that want most of it. */
async function start(): Promise<{ model: Model; real: Real }> {
  const desk = await openDesk([
    lot({ lotNo: 'SIM-A', expiresInDays: 20, quantity: 60 }),
    lot({ lotNo: 'SIM-B', expiresInDays: 400, quantity: 100 }),
    lot({ lotNo: 'SIM-X', expiresInDays: -1, quantity: 40 }),
    dialyserLot({ lotNo: 'SIM-D', quantity: 4, expiresInDays: 100 }),
  ]);
  const papers: string[] = [];
  for (let one = 0; one < PAPERS; one += 1) {
    const rx = await desk.prescribe({ prescriptionDetailList: [{ ...oneBox, drugNum: 1 + (one % 3) }, ...(one % 2 === 0 ? [oneDialyser] : [])] });
    await desk.charge(rx);
    await desk.act(rx.dpId ?? '', 'review');
    papers.push(rx.dpId ?? '');
  }
  const real: Real = { desk, papers };
  const lots = new Map((await shelf(real)).map((row) => [row.lotNo, { onHand: row.onHand, reserved: row.reserved }]));
  return { real, model: { lots, papers: papers.map((dpId) => ({ dpId, status: 2 })) } };
}

describe('[M4] the ledger of every lot under random interleavings', () => {
  it('one act after the other: model and database agree, nothing is negative, everything adds up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: 30, size: 'max' }), async (commands) => {
        const { model, real } = await start();
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands);
          await assertSound(real);
        } finally {
          await real.desk.host.close();
        }
      }),
      { numRuns: propertyCases(4), interruptAfterTimeLimit: 45_000, endOnFailure: true },
    );
  });

  it('many at once on the same lots: whoever is refused changes nothing, the sums stay true', async () => {
    const { real } = await start();
    const quiet = (work: () => Promise<unknown>) => async () => {
      const key = await refusal(work());
      expect(key === 'allowed' || key.startsWith('pharmacy.')).toBe(true);
    };
    const atOnce = (paperAt: number, action: 'pick' | 'unpick' | 'dispense' | 'return', n: number) =>
      quiet(async () => {
        const dpId = real.papers[paperAt] ?? '';
        const info = await real.desk.info(dpId);
        const more = action === 'dispense' && n > 1 ? packs(info, 1) : action === 'return' ? returns(info, n) : action === 'pick' ? { partial: n > 1 } : {};
        await real.desk.act(dpId, action, more);
      });
    const onStock = (at: string, reason: 'loss' | 'found', n: number) =>
      quiet(async () => {
        const row = (await shelf(real)).find((one) => one.lotNo === at);
        await call(real)('pharmacy', routes.adjust, {
          params: { id: row?.lotId ?? '' },
          body: { reason, quantity: n, note: '试', version: row?.version ?? 0 },
        });
      });
    const anything = fc.oneof(
      fc
        .tuple(paper, fc.constantFrom('pick' as const, 'unpick' as const, 'dispense' as const, 'return' as const), few)
        .map(([at, action, n]) => atOnce(at, action, n)),
      fc.tuple(lotNo, fc.constantFrom('loss' as const, 'found' as const), fc.integer({ min: 1, max: 20 })).map(([at, reason, n]) => onStock(at, reason, n)),
    );
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(anything, { minLength: 8, maxLength: 14 }), async (acts) => {
          await sideBySide(acts);
          await assertSound(real);
        }),
        { numRuns: propertyCases(12), interruptAfterTimeLimit: 40_000, endOnFailure: true },
      );
    } finally {
      await real.desk.host.close();
    }
  });
});

describe('[M1] [M4] many clients hand out a lot of 37', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk([dialyserLot({ lotNo: 'SIM-37', quantity: 37 })]);
  });
  afterAll(() => desk.host.close());

  it('exactly 37 units leave, and each prescription that gets one gets it once', async () => {
    const papers: string[] = [];
    const clients = effort('clients at one lot of 37', 45, 100);
    for (let one = 0; one < clients; one += 1) {
      // One a day, as far as days go back: nobody gets sixty dialysers on one.
      const rx = await desk.prescribe({ dpDate: MONDAY - (one % 60) * DAY_MS, prescriptionDetailList: [oneDialyser] });
      await desk.charge(rx);
      await desk.act(rx.dpId ?? '', 'review');
      papers.push(rx.dpId ?? '');
    }
    const wholeWay = await sideBySide(
      papers.map((dpId) => async () => {
        await desk.act(dpId, 'pick');
        await desk.act(dpId, 'dispense');
      }),
    );
    expect(wholeWay.done).toBe(37);
    expect(new Set(wholeWay.refused)).toEqual(new Set(['pharmacy.stock-short']));
    const { total } = await desk.host.call('pharmacy', routes.movement, { user: pharmacist, query: {} });
    expect(total).toMatchObject({ received: 37, dispensed: 37, net: 0 });
    expect(await desk.broken()).toEqual([]);
  });
});

import { dialyserLot, lot } from '../../../charging/testing/desk.ts';
import { type MonthDesk, openMonthDesk } from '../../../charging/testing/month-desk.ts';
import { findingContract } from '../../contract/money/finding.contract.ts';
import { orderContract } from '../../contract/orders/order.contract.ts';
import sessionServer from '../index.ts';
import { actsOf, doctor, type House, houseOn, nurse } from '../session-house.fixture.ts';
import { slotOf } from '../stand-ins.fixture.ts';

export const SALINE = 'drug-saline';
export const DIALYSER = 'mat-dialyser';
export const salineLot = (over: Parameters<typeof lot>[0]) =>
  lot({ drugId: SALINE, drugName: '0.9%氯化钠注射液', preparaUnit: '袋', stockUnit: '袋', stockDmin: 1, ...over });

export interface MoneyHouse extends House {
  readonly desk: MonthDesk;
  readonly acts: ReturnType<typeof actsOf>;
  /** A slot on the day of the clock. */
  slot(patientId: string, stationId?: string): string;
  order(over?: object): Promise<string>;
  /** On hand by number of lot. */
  onHand(): Promise<Readonly<Record<string, number>>>;
}

/** Treatments, pharmacy and cash desk over one database; the kit of HD: its item and a dialyser. Two lots of dialysers, `early` with `dialysers`, `late` with 40; `bags` of saline. */
export async function openMoneyHouse({ dialysers = 2, bags = 3 } = {}): Promise<MoneyHouse> {
  const lots = [
    dialyserLot({ lotNo: 'early', expiresInDays: 60, quantity: dialysers }),
    dialyserLot({ lotNo: 'late', expiresInDays: 400, quantity: 40 }),
    salineLot({ lotNo: 'bags', expiresInDays: 300, quantity: bags }),
  ];
  const desk = await openMonthDesk(lots, { 'dialysis-session': sessionServer });
  const house = houseOn(desk.host);
  const kit = [
    ['treatment', 'item', 'item-hd'],
    ['dialyser', 'material', DIALYSER],
  ] as const;
  for (const [part, kind, drugId] of kit)
    await desk.host.call('dialysis-session', findingContract.routes.addKit, { body: { mode: 'HD', part, kind, drugId, quantity: 1 }, user: nurse });
  let slots = 0;
  return {
    ...house,
    desk,
    acts: actsOf(() => house),
    slot(patientId, stationId = 'S1') {
      slots += 1;
      const day = new Date(desk.host.time.now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
      house.board.slots.set(`m-${slots}`, slotOf(`m-${slots}`, patientId, stationId, day));
      return `m-${slots}`;
    },
    async order(over = {}) {
      const body = {
        ...{
          patientId: 'pat-1',
          once: true,
          everyDays: 0,
          timing: 'after' as const,
          title: '生理盐水',
          dose: '100 ml',
          drugId: SALINE,
          drugKind: 'drug' as const,
        },
        ...{ quantity: 1, highRisk: false, validFrom: '2026-03-01', validTo: null, ...over },
      };
      return (await desk.host.call('dialysis-session', orderContract.routes.add, { body, user: doctor })).id;
    },
    async onHand() {
      const rows = await desk.sqlRows<{ lot_no: string; on_hand: string }>('select lot_no, on_hand::text from pharmacy.lot order by lot_no');
      return Object.fromEntries(rows.map(({ lot_no, on_hand }) => [lot_no, Number(on_hand)]));
    },
  };
}

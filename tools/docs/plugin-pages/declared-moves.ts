import { SETTLEMENT_STATES } from '../../../plugins/insurance/contract/index.ts';
import { mayMove } from '../../../plugins/insurance/domain/settlement/settlement-states.ts';
import { DispensingAction, openActions, RxStep, targetStatus } from '../../../plugins/pharmacy/domain/dispensing/dispensing-state.ts';
import { PayStatus, RxStatus } from '../../../plugins/prescription/contract/index.ts';
import { PAY_MOVES, reopened, RX_MOVES } from '../../../plugins/prescription/domain/states.ts';
import type { Move } from './state-tables.ts';

type Pair = Pick<Move, 'from' | 'to'>;

const nameOf = (names: Readonly<Record<string, number>>, value: number): string => Object.entries(names).find(([, one]) => one === value)?.[0] ?? String(value);

const named = (moves: Readonly<Record<number, readonly number[]>>, names: Readonly<Record<string, number>>): Pair[] =>
  Object.entries(moves).flatMap(([from, to]) => to.map((one) => ({ from: nameOf(names, Number(from)), to: nameOf(names, one) })));

function reopens(payStatus: PayStatus): Pair[] {
  try {
    const { payStatus: to } = reopened({ payStatus, rxStatus: RxStatus.Dispensed });
    return [{ from: nameOf(PayStatus, payStatus), to: nameOf(PayStatus, to) }];
  } catch {
    return [];
  }
}

const payMoves = (): Pair[] => [...named(PAY_MOVES, PayStatus), ...Object.values(PayStatus).flatMap(reopens)];

const settlementMoves = (): Pair[] => SETTLEMENT_STATES.flatMap((from) => SETTLEMENT_STATES.filter((to) => mayMove(from, to)).map((to) => ({ from, to })));

const GOODS = [false, true].flatMap((reserved) => [false, true].map((missing) => ({ reserved, missing })));

/** Acts of the pharmacy as its rules let them happen: paid or not, whatever lies ready, all or a part of it. */
function dispensingMoves(): Move[] {
  return Object.values(RxStep).flatMap((rxStatus) =>
    Object.values(DispensingAction)
      .filter((act) =>
        [PayStatus.ToCharge, PayStatus.Charged].some((payStatus) =>
          GOODS.some((facts) => openActions({ dpNumber: '', payStatus, rxStatus }, facts).includes(act)),
        ),
      )
      .flatMap((act) => [false, true].map((rest) => ({ from: nameOf(RxStep, rxStatus), act, to: nameOf(RxStep, targetStatus(act, rxStatus, rest)) }))),
  );
}

/** What a state table must hold, by what it is of. Other columns have no table of moves in code: there the states alone are compared. */
export const DECLARED_MOVES: Readonly<Record<string, () => readonly Pair[]>> = {
  'prescription.prescription.pay_status': payMoves,
  'prescription.prescription.rx_status': () => named(RX_MOVES, RxStatus),
  'insurance.settlement.state': settlementMoves,
  'pharmacy.dispensing_step.action': dispensingMoves,
};

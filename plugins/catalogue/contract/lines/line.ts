import { type Money, type Quantity, quantityFromWire, type UnitPrice, ZERO } from '@nephra/plugin-sdk/contract';
import type { LineOrder } from './line-order.ts';
import type { SessionPlan } from './frequency.ts';
import { computeQuantity, type Packing, type QuantityFault } from './quantity.ts';
import { certainOwnPay } from './own-pay.ts';

/** Catalogue facts that the amount of a line rests on. */
export interface LineFacts extends Packing {
  readonly drugDirectoryType: string;
  readonly limitUseSign: number;
}

/** What a person decided about a line, as on the wire. */
export interface LineChoice extends Pick<LineOrder, 'onceUsing' | 'onceUsingUnit' | 'drugInterval' | 'drugDays' | 'drugNum' | 'drugNumUnit' | 'manualNum'> {
  /** 1 = the doctor states that the insurer's condition is met. */
  readonly approvalMark: number;
}

export interface LineAmounts {
  readonly drugDays: number;
  readonly drugNum: Quantity;
  readonly prepNum: Quantity;
  readonly price: UnitPrice;
  readonly subTotal: Money;
  readonly preselfpay: Money;
  readonly fulamtOwnpay: Money;
  readonly overlmt: Money;
  /** Why the quantity is 0. */
  readonly fault?: QuantityFault;
}

/** A quantity that a person typed; anything that is no usable number counts as nothing typed. */
function typedQuantity(choice: LineChoice): Quantity | undefined {
  if (!choice.manualNum) return undefined;
  try {
    return quantityFromWire(choice.drugNum);
  } catch {
    return -1 as Quantity;
  }
}

/** Quantity and amounts of one line; the same rule runs on the server (which decides) and in the page (which shows a preview). */
export function lineAmounts(facts: LineFacts, choice: LineChoice, around: { reimWay: string; groupLeader: boolean; plan?: SessionPlan }): LineAmounts {
  const quantity = computeQuantity(facts, { ...choice, manual: typedQuantity(choice), groupLeader: around.groupLeader }, around.plan);
  const fulamtOwnpay = certainOwnPay({
    reimWay: around.reimWay,
    drugDirectoryType: facts.drugDirectoryType,
    limitUseSign: facts.limitUseSign,
    approvalMark: choice.approvalMark,
    subTotal: quantity.subTotal,
  });
  return {
    drugDays: quantity.drugDays,
    drugNum: quantity.drugNum,
    prepNum: quantity.prepUnits,
    price: quantity.price,
    subTotal: quantity.subTotal,
    preselfpay: ZERO,
    fulamtOwnpay,
    overlmt: ZERO,
    ...(quantity.fault ? { fault: quantity.fault } : {}),
  };
}

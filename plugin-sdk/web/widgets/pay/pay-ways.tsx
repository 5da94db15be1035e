import type { Money } from '@nephra/plugin-sdk/contract';
import { observer } from 'mobx-react-lite';
import { type PayEntry, PayWayRow } from './pay-way-row.tsx';

/** A way of paying, as the charge desk's list of them spells it. */
export interface OfferedPayWay {
  /** Code. */
  readonly payWay: string;
  readonly payWayName: string;
  /** Asks for what was handed over instead of a reference. */
  readonly givesChange: boolean;
  readonly needsReference: boolean;
}

/** How one sum is being paid: a store of the page's own, with its own rules. */
export interface PayWaysStore {
  readonly rows: readonly (PayEntry & { readonly way: OfferedPayWay })[];
  /** Still to be paid; negative when the rows are above the sum. */
  readonly open: Money;
  set(code: string, change: Partial<PayEntry>): void;
  /** The whole sum by this way. */
  payAllBy(code: string): void;
  /** What is still open by this way, on top of what it pays already. */
  payRestBy(code: string): void;
}

export interface PayWaysProps {
  readonly payment: PayWaysStore;
  /** Marks the second line of the first way with `data-first`, for pages that put the cursor there. */
  readonly markFirst?: boolean;
}

/** By which ways a sum is paid: a row for each, pressed by Alt and its digit where the page asks `pressPayWay`. Watches the store by itself. */
export const PayWays = observer(function PayWays({ payment, markFirst = false }: PayWaysProps) {
  return (
    <div className="nk-pay-ways">
      {payment.rows.map((row, at) => {
        const { payWay, payWayName, givesChange, needsReference } = row.way;
        return (
          <PayWayRow
            key={payWay}
            name={payWayName}
            number={at + 1}
            givesChange={givesChange}
            needsReference={needsReference}
            entry={row}
            onChange={(change) => payment.set(payWay, change)}
            onPayAll={() => payment.payAllBy(payWay)}
            onFill={() => payment.payRestBy(payWay)}
            fillable={payment.open > 0}
            first={markFirst && at === 0}
          />
        );
      })}
    </div>
  );
});

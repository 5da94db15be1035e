import type { Money } from '@nephra/plugin-sdk/contract';
import { Button, Input } from '@nephra/plugin-sdk/ui';
import { useKitText } from '../kit-text.ts';
import { MoneyInput } from './money-input.tsx';
import './pay-way-row.css';

/** What is typed into the row of one way of paying. */
export interface PayEntry {
  /** Null = the field is empty. */
  readonly amount: Money | null;
  /** Handed over; only for ways that give change. Null = exactly the amount. */
  readonly tendered: Money | null;
  /** Number on the slip or in the merchant app; only for ways that give no change. */
  readonly reference: string;
}

export interface PayWayRowProps {
  /** Name of the way. */
  readonly name: string;
  /** Place among the ways, from 1: the digit that takes it together with Alt (`pressPayWay`). */
  readonly number: number;
  /** Asks for what was handed over instead of a reference. */
  readonly givesChange: boolean;
  readonly needsReference: boolean;
  readonly entry: PayEntry;
  readonly onChange: (change: Partial<PayEntry>) => void;
  /** The whole sum by this way. */
  readonly onPayAll: () => void;
  /** What is still open by this way. */
  readonly onFill: () => void;
  /** Something is still open. */
  readonly fillable: boolean;
  /** Marks the second line with `data-first`, for pages that put the cursor there. */
  readonly first?: boolean;
}

/** Longest reference that a receipt can print. */
const REFERENCE_MAX = 64;

/** One way of paying a sum, and below it what was handed over or the number of the payment as soon as it pays something. */
export function PayWayRow({ name, number, givesChange, needsReference, entry, onChange, onPayAll, onFill, fillable, first }: PayWayRowProps) {
  const text = useKitText();
  const { amount, tendered, reference } = entry;
  const used = amount !== null && amount > 0;
  return (
    <div className="nk-pay-way" data-used={used || undefined}>
      <div className="nk-pay-line">
        <button type="button" className="nk-pay-name" data-way={number} title={text('payAllBy', { way: name })} onClick={onPayAll}>
          <kbd>{number}</kbd>
          <span>{name}</span>
        </button>
        <MoneyInput value={amount} onChange={(next) => onChange({ amount: next })} aria-label={text('payAmountBy', { way: name })} placeholder="0.00" />
        <Button theme="borderless" type="tertiary" disabled={!fillable} onClick={onFill}>
          {text('payRest')}
        </Button>
      </div>
      {used && (
        <div className="nk-pay-line nk-pay-detail" data-first={first || undefined}>
          <span>{text(givesChange ? 'payTendered' : 'payReference')}</span>
          {givesChange ? (
            <MoneyInput value={tendered} onChange={(next) => onChange({ tendered: next })} aria-label={text('payTendered')} placeholder={text('payExact')} />
          ) : (
            <Input
              value={reference}
              maxLength={REFERENCE_MAX}
              onChange={(next) => onChange({ reference: next })}
              aria-label={text('payReference')}
              placeholder={text(needsReference ? 'payReferenceNeeded' : 'payReferenceHelp')}
            />
          )}
        </div>
      )}
    </div>
  );
}

import { formatMoney, type Money } from '@nephra/plugin-sdk/contract';
import { Popover } from '@nephra/plugin-sdk/ui';
import { type ReactNode, Suspense, use, useState } from 'react';
import { useKitText } from './kit-text.ts';
import './amount-text.css';

export interface AmountTextProps {
  readonly amount: Money | null | undefined;
  /** How the amount came about; drawn when it is clicked. A promise shows a moment of waiting. */
  readonly explain?: () => ReactNode | Promise<ReactNode>;
  /** Shows ¥ before it. */
  readonly sign?: boolean;
  readonly strong?: boolean;
}

/** Yuan with two decimals and thousands separators; negative amounts stand out. Every amount can be explained. */
export function AmountText({ amount, explain, sign, strong }: AmountTextProps) {
  const text = useKitText();
  const [shown, setShown] = useState<ReactNode | Promise<ReactNode>>(null);
  if (amount === null || amount === undefined) return <span className="nk-amount">–</span>;
  const printed = sign ? `¥${formatMoney(amount)}` : formatMoney(amount);
  const className = ['nk-amount', amount < 0 && 'nk-amount-minus', strong && 'nk-amount-strong'].filter(Boolean).join(' ');
  if (!explain) return <span className={className}>{printed}</span>;
  return (
    <Popover
      trigger="click"
      showArrow
      onVisibleChange={(visible) => setShown(visible ? explain() : null)}
      content={
        <div className="nk-amount-explain">
          <Suspense fallback={text('searching')}>
            <Explanation content={shown} />
          </Suspense>
        </div>
      }
    >
      <button
        type="button"
        className={`${className} nk-amount-button`}
        aria-label={text('explain', { amount: printed })}
        onClick={(event) => event.stopPropagation()}
      >
        {printed}
      </button>
    </Popover>
  );
}

function Explanation({ content }: { readonly content: ReactNode | Promise<ReactNode> }) {
  return content instanceof Promise ? use(content) : content;
}

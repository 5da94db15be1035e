import { formatMoney, type Money } from '@nephra/plugin-sdk/contract';
import { type ReactNode, Suspense, use, useState } from 'react';
import { FloatingPanel } from '../menu/floating-panel.tsx';
import { useKitText } from '../kit-text.ts';
import { useRowTabIndex } from '../table/row-focus.ts';
import './amount-text.css';

export interface AmountTextProps {
  readonly amount: Money | null | undefined;
  /** How the amount came about; drawn when it is clicked. A promise shows a moment of waiting. */
  readonly explain?: () => ReactNode | Promise<ReactNode>;
  /** Shows ¥ before it. */
  readonly sign?: boolean;
  readonly strong?: boolean;
}

interface Opened {
  readonly anchor: HTMLElement;
  readonly content: ReactNode | Promise<ReactNode>;
}

/** Yuan with two decimals and thousands separators; negative amounts stand out. Every amount can be explained. */
export function AmountText({ amount, explain, sign, strong }: AmountTextProps) {
  if (amount === null || amount === undefined) return <span className="nk-amount">–</span>;
  const printed = `${amount < 0 ? '-' : ''}${sign ? '¥' : ''}${formatMoney(Math.abs(amount) as Money)}`;
  const className = ['nk-amount', amount < 0 && 'nk-amount-minus', strong && 'nk-amount-strong'].filter(Boolean).join(' ');
  return explain ? <ExplainedAmount printed={printed} className={className} explain={explain} /> : <span className={className}>{printed}</span>;
}

function ExplainedAmount({
  printed,
  className,
  explain,
}: {
  readonly printed: string;
  readonly className: string;
  readonly explain: NonNullable<AmountTextProps['explain']>;
}) {
  const text = useKitText();
  const tabIndex = useRowTabIndex();
  const [opened, setOpened] = useState<Opened | null>(null);
  const label = text('explain', { amount: printed });
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        className={`${className} nk-amount-button`}
        aria-label={label}
        aria-expanded={opened !== null}
        onClick={(event) => {
          event.stopPropagation();
          setOpened(opened ? null : { anchor: event.currentTarget, content: explain() });
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {printed}
      </button>
      {opened && (
        <FloatingPanel anchor={opened.anchor} role="dialog" label={label} className="nk-amount-explain" takesFocus onClose={() => setOpened(null)}>
          <Suspense fallback={text('searching')}>
            <Explanation content={opened.content} />
          </Suspense>
        </FloatingPanel>
      )}
    </>
  );
}

function Explanation({ content }: { readonly content: ReactNode | Promise<ReactNode> }) {
  return content instanceof Promise ? use(content) : content;
}

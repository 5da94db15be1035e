import type { ReactNode } from 'react';
import './receipt-card.css';

export interface ReceiptFact {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
  /** The one that is acted on now, like the change. */
  readonly large?: boolean;
}

export interface ReceiptCardProps {
  /** What was done. */
  readonly title: string;
  /** Under which number it can be found again; stands there to be copied. */
  readonly number: { readonly label: string; readonly text: string; readonly note?: string };
  /** Stands between number and facts. */
  readonly remark?: ReactNode;
  readonly facts: readonly ReceiptFact[];
  /** More room for papers. */
  readonly wide?: boolean;
  /** The way to the next patient: has a line of its own, so that a paper that comes late does not move it. */
  readonly next?: ReactNode;
  /** Papers, as buttons. */
  readonly children?: ReactNode;
}

/** The money is in: a calm mark, the number, the amounts, and on to the next patient. */
export function ReceiptCard({ title, number, remark, facts, wide, next, children }: ReceiptCardProps) {
  return (
    <section className={wide ? 'nk-receipt nk-receipt-wide' : 'nk-receipt'} aria-label={title}>
      <svg width="48" height="48" viewBox="0 0 48 48" aria-hidden="true" className="nk-receipt-mark">
        <circle cx="24" cy="24" r="22" />
        <path d="m14 25 7 7 13-15" />
      </svg>
      <h3>{title}</h3>
      <p className="nk-receipt-no">
        <span className="nk-receipt-soft">{number.label}</span>
        <strong>{number.text}</strong>
        {number.note && <span className="nk-receipt-soft">{number.note}</span>}
      </p>
      {remark}
      <dl className="nk-receipt-facts">
        {facts.map(({ key, label, value, large }) => (
          <div key={key} className={large ? 'nk-receipt-large' : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {next && <div className="nk-receipt-acts">{next}</div>}
      <div className="nk-receipt-acts">{children}</div>
    </section>
  );
}

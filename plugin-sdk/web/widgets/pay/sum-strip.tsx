import type { ReactNode } from 'react';
import './sum-strip.css';

export interface SumStripItem {
  readonly label: string;
  /** An `AmountText`, a number with its unit, or a field. */
  readonly value: ReactNode;
  /** Makes a plain number stand out as `<AmountText strong>` does. */
  readonly strong?: boolean;
  /** `soft`: said by the way, no part of the sum. `warning` and `danger`: needs a look. */
  readonly tone?: 'soft' | 'warning' | 'danger';
  /** The value is filled in: it stands on the middle of the line, and on a phone it has a line of its own. */
  readonly field?: boolean;
  /** Default: the label. */
  readonly key?: string;
}

export interface SumStripProps {
  /** Name of the strip, where no heading says what is summed. */
  readonly label?: string;
  /** In reading order; false or null leaves one out. */
  readonly items: readonly (SumStripItem | false | null)[];
  /** What the others lead to, larger, at the right end. */
  readonly end?: SumStripItem | false | null;
}

/**
 * Figures of what is shown, in one quiet strip: names 12 px, figures 14 px, `end` 16 px. Too many of them go on in the next line.
 * A screen reader hears names with their values (a `dl`); the strip itself takes no key, what stands in it (explained amounts, fields) does, in reading order.
 */
export function SumStrip({ label, items, end }: SumStripProps) {
  return (
    <dl className="nk-sums" aria-label={label}>
      {items.map((item) => item && <Sum key={item.key ?? item.label} item={item} />)}
      {end && <Sum item={end} atEnd />}
    </dl>
  );
}

function Sum({ item, atEnd }: { readonly item: SumStripItem; readonly atEnd?: boolean }) {
  return (
    <div data-tone={item.tone} data-strong={item.strong || undefined} data-field={item.field || undefined} data-end={atEnd || undefined}>
      <dt>{item.label}</dt>
      <dd>{item.value}</dd>
    </div>
  );
}

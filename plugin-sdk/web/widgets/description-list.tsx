import type { CSSProperties, ReactNode } from 'react';
import './description-list.css';

export interface DescriptionItem {
  readonly label: string;
  readonly value: ReactNode;
  /** Columns it takes. Default 1. */
  readonly span?: number;
}

export interface DescriptionListProps {
  readonly items: readonly DescriptionItem[];
  /** Default 3; on a phone one. */
  readonly columns?: number;
}

/** Label and value pairs in columns. An empty value shows a dash. */
export function DescriptionList({ items, columns = 3 }: DescriptionListProps) {
  return (
    <dl className="nk-facts" style={{ '--nk-columns': columns } as CSSProperties}>
      {items.map(({ label, value, span = 1 }) => (
        <div key={label} style={{ '--nk-span': Math.min(span, columns) * 2 } as CSSProperties}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

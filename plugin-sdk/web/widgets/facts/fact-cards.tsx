import type { ReactNode } from 'react';
import './fact-cards.css';

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Small, below the value. */
  readonly note?: string;
}

/** Figures of one moment, each in a card of its own. */
export function FactTiles({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <ul className="nk-tiles">
      {facts.map(({ label, value, note }) => (
        <li key={label} className="nk-card">
          <span>{label}</span>
          <strong>{value}</strong>
          {note !== undefined && <small title={note}>{note}</small>}
        </li>
      ))}
    </ul>
  );
}

export interface FactCardProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A chart, a table or facts with a heading. No landmark: a table in it is one by the same name. */
export function FactCard({ title, children }: FactCardProps) {
  return (
    <div className="nk-card">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Names left, figures right, line by line. */
export function FactLines({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="nk-fact-lines">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Cards side by side where there is room. */
export function CardGrid({ children }: { readonly children: ReactNode }) {
  return <div className="nk-card-grid">{children}</div>;
}

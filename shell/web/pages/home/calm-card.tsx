import './calm-card.css';
import type { ReactNode } from 'react';

interface CalmCardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly buttons?: ReactNode;
}

/** One thing to say in an otherwise empty page. */
export function CalmCard({ icon, title, children, buttons }: CalmCardProps) {
  return (
    <section className="nf-calm">
      <span className="nf-calm-icon" aria-hidden>
        {icon}
      </span>
      <h1>{title}</h1>
      {children}
      {buttons && <div className="nf-calm-buttons">{buttons}</div>}
    </section>
  );
}

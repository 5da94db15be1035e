import type { ReactNode } from 'react';
import './page-frame.css';

export interface PageFrameProps {
  readonly title?: ReactNode;
  /** Name of a page whose tabs or panes say what it is: the heading that screen readers look for, drawn nowhere. */
  readonly quietTitle?: string;
  /** Small text beside the title. */
  readonly note?: ReactNode;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** False: the body grows with its content and the page scrolls. Default: the body fills the height that is there. */
  readonly fill?: boolean;
  /** Inside another page: no margin of its own. */
  readonly bare?: boolean;
}

/** Frame of a page: title, actions, body. */
export function PageFrame({ title, quietTitle, note, actions, children, fill = true, bare = false }: PageFrameProps) {
  const Heading = bare ? 'h2' : 'h1';
  return (
    <section className={['nk-page', fill && 'nk-page-fill', bare && 'nk-page-bare'].filter(Boolean).join(' ')}>
      {!title && quietTitle && <Heading className="nephra-visually-hidden">{quietTitle}</Heading>}
      {(title || actions) && (
        <header className="nk-page-head">
          {title && <Heading>{title}</Heading>}
          {note && <span className="nk-page-note">{note}</span>}
          {actions && <div className="nk-page-actions">{actions}</div>}
        </header>
      )}
      <div className="nk-page-body">{children}</div>
    </section>
  );
}

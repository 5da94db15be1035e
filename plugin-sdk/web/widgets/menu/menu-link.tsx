import { useMenuAnchor } from '@nephra/plugin-sdk/web';
import type { ReactNode } from 'react';
import './menu-link.css';

export interface MenuLinkProps {
  /** enCode of the menu that it opens, `his.patient`. */
  readonly menu: string;
  /** What the page is asked to show, `{ patientId }`; the page takes it with `useAsked`. */
  readonly query?: Readonly<Record<string, string>>;
  /** Name for screen readers where the text alone does not say where it leads. */
  readonly label?: string;
  /** Somebody goes there now, in this window: what lies over the page, such as a drawer, closes here, or it would lie over the other page, too. */
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

/** Leads to another page of the system, in its own tab. Whoever may not open that page sees the plain text. */
export function MenuLink({ menu, query, label, onFollow, children }: MenuLinkProps) {
  const anchor = useMenuAnchor(menu, query, onFollow);
  if (anchor === undefined) return <span>{children}</span>;
  return (
    <a className="nk-menu-link" href={anchor.href} aria-label={label} onClick={anchor.onClick} onKeyDown={anchor.onKeyDown}>
      {children}
    </a>
  );
}

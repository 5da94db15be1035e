import { usePlugin } from '@nephra/plugin-sdk/web';
import type { MouseEvent, ReactNode } from 'react';
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
  const { navigate, pageAddress } = usePlugin();
  const address = pageAddress(menu, query);
  if (address === undefined) return <span>{children}</span>;
  const follow = (event: MouseEvent) => {
    // A row around it would take the press for its own.
    event.stopPropagation();
    // Opening it in a window of its own is the browser's.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onFollow?.();
    navigate(address);
  };
  return (
    <a className="nk-menu-link" href={address} aria-label={label} onClick={follow} onKeyDown={(event) => event.stopPropagation()}>
      {children}
    </a>
  );
}

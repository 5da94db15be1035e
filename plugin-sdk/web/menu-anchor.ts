import type { KeyboardEvent, MouseEvent } from 'react';
import { usePlugin } from './plugin-context.tsx';

/** What makes an `<a>` lead to another page of the system. */
export interface MenuAnchor {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * For places that load no widgets; elsewhere `MenuLink` draws it. Undefined for whoever may not open that page.
 * @param onFollow somebody goes there now, in this window
 */
export function useMenuAnchor(menu: string, query?: Readonly<Record<string, string>>, onFollow?: () => void): MenuAnchor | undefined {
  const { navigate, pageAddress } = usePlugin();
  const href = pageAddress(menu, query);
  if (href === undefined) return undefined;
  return {
    href,
    onClick: (event) => {
      // A row around it would take the press for its own.
      event.stopPropagation();
      // Opening it in a window of its own is the browser's.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      onFollow?.();
      navigate(href);
    },
    onKeyDown: (event) => event.stopPropagation(),
  };
}

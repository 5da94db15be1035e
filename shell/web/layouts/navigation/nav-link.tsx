import { observer } from 'mobx-react-lite';
import type { MouseEvent, ReactNode } from 'react';
import type { MenuItem } from '../../router/route-table.ts';
import { useShell } from '../../shell-context.tsx';

interface NavLinkProps {
  readonly item: MenuItem;
  readonly current: boolean;
  readonly className: string;
  readonly title?: string;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A click that the browser itself should handle: new tab, new window, download. */
const isForBrowser = (event: MouseEvent): boolean => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0;

/** A menu entry that opens something. Pages are real links, so that a new browser tab, a bookmark and the status bar work as everywhere. */
export const NavLink = observer(function NavLink({ item, current, className, title, onOpen, children }: NavLinkProps) {
  const { router, t } = useShell();
  const open = () => {
    onOpen?.();
    if (router.find(item.path)?.menu === undefined) router.navigate(item.path);
    else void router.open(item);
  };

  if (router.find(item.path)?.mode === 'window') {
    return (
      <button type="button" className={className} title={title} onClick={open}>
        {children}
        <span className="nephra-visually-hidden">{t('frame.opensWindow')}</span>
      </button>
    );
  }
  return (
    <a
      href={item.path}
      className={className}
      title={title}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (isForBrowser(event)) return;
        event.preventDefault();
        open();
      }}
    >
      {children}
    </a>
  );
});

import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { MenuItem } from '../../router/route-table.ts';
import { useShell } from '../../shell-context.tsx';
import { Brand } from '../brand.tsx';
import { IconMenu } from './icon-menu.tsx';
import type { SidebarKind } from './navigation-plan.ts';
import { SideMenu } from './side-menu.tsx';

interface SidebarProps {
  readonly kind: Exclude<SidebarKind, 'none'>;
  readonly items: readonly MenuItem[];
  /** Another key starts the tree afresh: another directory of the blend layout. */
  readonly menuKey: string | undefined;
  readonly trail: readonly MenuItem[];
  readonly brand: boolean;
  readonly onClose: () => void;
}

/** The left side in all its shapes. On a phone it covers the page: Escape and a tap outside close it. */
export const Sidebar = observer(function Sidebar({ kind, items, menuKey, trail, brand, onClose }: SidebarProps) {
  const { t } = useShell();
  const aside = useRef<HTMLElement>(null);
  const overlay = kind === 'overlay' || kind === 'overlay-closed';
  const open = kind === 'overlay';

  useEffect(() => {
    if (!open) return undefined;
    aside.current?.querySelector<HTMLElement>('[aria-current="page"], a, button')?.focus({ preventScroll: true });
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open, onClose]);

  const narrow = kind === 'folded' || kind === 'plain';
  return (
    <>
      {open && <button type="button" className="nephra-sidebar-shade" aria-label={t('frame.closeMenu')} tabIndex={-1} onClick={onClose} />}
      <aside ref={aside} id="nephra-sidebar" className="nephra-sidebar" data-kind={kind} inert={overlay && !open}>
        {brand && <Brand name={!narrow} />}
        <nav className="nephra-sidebar-menu" aria-label={t('frame.mainNavigation')}>
          {narrow ? <IconMenu items={items} trail={trail} titles={kind === 'plain'} /> : <SideMenu key={menuKey} items={items} trail={trail} />}
        </nav>
      </aside>
    </>
  );
});

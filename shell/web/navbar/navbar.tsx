import './navbar.css';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { IconSidebar } from '@nephra/plugin-sdk/ui';
import type { FrameStore } from '../frame.store.ts';
import { useShell } from '../shell-context.tsx';
import { NavbarButton } from './navbar-button.tsx';
import { NavbarTools } from './navbar-tools.tsx';

interface NavbarProps {
  readonly frame: FrameStore;
  /** Logo, in layouts whose sidebar does not carry it. */
  readonly brand?: ReactNode;
  /** Folds the sidebar; absent where there is none to fold. */
  readonly onFold?: () => void;
  /** Breadcrumb or top menu. */
  readonly children: ReactNode;
}

export const Navbar = observer(function Navbar({ frame, brand, onFold, children }: NavbarProps) {
  const { t, device } = useShell();
  const label = t(device.sidebar.opened ? 'navbar.foldMenu' : 'navbar.openMenu');
  return (
    <header className="nephra-navbar">
      {brand}
      {onFold !== undefined && (
        <NavbarButton label={label} aria-expanded={device.sidebar.opened} aria-controls="nephra-sidebar" onClick={onFold}>
          <IconSidebar aria-hidden />
        </NavbarButton>
      )}
      <div className="nephra-navbar-middle">{children}</div>
      <NavbarTools frame={frame} />
    </header>
  );
});

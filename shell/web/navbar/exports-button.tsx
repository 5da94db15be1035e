import { observer } from 'mobx-react-lite';
import { IconDownloadStroked } from '@nephra/plugin-sdk/ui';
import { useEffect, useRef } from 'react';
import type { FrameStore } from '../frame.store.ts';
import { NavbarButton } from './navbar-button.tsx';
import { useShell } from '../shell-context.tsx';

/** Way to the exports in the background. There only while there are any; opens the panel when one has just begun. */
export const ExportsButton = observer(function ExportsButton({ frame }: { readonly frame: FrameStore }) {
  const { t, exports } = useShell();
  const { asked } = exports;
  const seen = useRef(asked);
  useEffect(() => {
    if (asked === seen.current) return;
    seen.current = asked;
    if (frame.drawer !== 'exports') frame.toggleDrawer('exports');
  }, [asked, frame]);
  if (exports.jobs.length === 0) return null;
  return (
    <NavbarButton
      label={t(exports.running ? 'exports.underWay' : 'exports.title')}
      aria-expanded={frame.drawer === 'exports'}
      onClick={() => frame.toggleDrawer('exports')}
    >
      <IconDownloadStroked aria-hidden />
      {exports.running && <span className="nephra-navbar-dot" aria-hidden />}
    </NavbarButton>
  );
});

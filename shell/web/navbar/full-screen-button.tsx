import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { IconFullScreenStroked, IconShrinkScreenStroked } from '@nephra/plugin-sdk/ui';
import { useShell } from '../shell-context.tsx';
import { toggleFullScreen } from './full-screen.ts';
import { NavbarButton } from './navbar-button.tsx';

const isFullScreen = (): boolean => Boolean(document.fullscreenElement);

export const FullScreenButton = observer(function FullScreenButton() {
  const { t, toast } = useShell();
  const [on, setOn] = useState(isFullScreen);

  useEffect(() => {
    const follow = () => setOn(isFullScreen());
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);

  const toggle = async () => {
    if (!(await toggleFullScreen(document))) toast.warning(t('navbar.noFullScreen'));
  };
  return (
    <NavbarButton label={t(on ? 'navbar.outFullScreen' : 'navbar.fullScreen')} onClick={() => void toggle()}>
      {on ? <IconShrinkScreenStroked aria-hidden /> : <IconFullScreenStroked aria-hidden />}
    </NavbarButton>
  );
});

import { observer } from 'mobx-react-lite';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import type { Drawer } from '../layouts/frame.store.ts';
import { useShell } from '../shell-context.tsx';
import { MissingPlugin } from './missing-plugin.tsx';

/** Width of every drawer of the shell in pixels (spec 9). */
export const DRAWER_WIDTH = 280;

type FeatureDrawerKind = Exclude<Drawer, 'settings'>;

/** Which plugin fills a drawer, and the text that names it. */
const FEATURES: Readonly<Record<FeatureDrawerKind, { readonly plugin: string; readonly title: string }>> = {
  message: { plugin: 'message', title: 'navbar.notice' },
  chat: { plugin: 'chat', title: 'navbar.chat' },
  assistant: { plugin: 'assistant', title: 'navbar.assistant' },
};

/** Drawer of messages, chat or assistant (spec 2.4). */
export const FeatureDrawer = observer(function FeatureDrawer({ kind, onClose }: { readonly kind: FeatureDrawerKind; readonly onClose: () => void }) {
  const { t } = useShell();
  const { plugin, title } = FEATURES[kind];
  return (
    <SideSheet visible placement="right" width={DRAWER_WIDTH} title={t(title)} onCancel={onClose} className="nephra-drawer" aria-label={t(title)}>
      <MissingPlugin feature={t(title)} plugin={plugin} onLeave={onClose} />
    </SideSheet>
  );
});

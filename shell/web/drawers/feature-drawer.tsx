import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import { SlotOutlet } from '@nephra/plugin-sdk/web';
import type { Drawer } from '../frame.store.ts';
import { useShell } from '../shell-context.tsx';
import { DRAWER_WIDTH } from './drawer-width.ts';
import { MissingPlugin } from './missing-plugin.tsx';

type FeatureDrawerKind = Exclude<Drawer, 'settings' | 'exports'>;

/** The extension point inside a drawer, the plugin that is known to fill it, and the text that names it. */
const FEATURES = {
  message: { point: 'shell/message-drawer@1', plugin: 'message', title: 'navbar.notice' },
  chat: { point: 'shell/chat-drawer@1', plugin: 'chat', title: 'navbar.chat' },
  assistant: { point: 'shell/assistant-drawer@1', plugin: 'assistant', title: 'navbar.assistant' },
} as const satisfies Record<FeatureDrawerKind, { point: string; plugin: string; title: string }>;

/** Drawer of messages, chat or assistant (spec 2.4): a frame for what a plugin brings. */
export const FeatureDrawer = observer(function FeatureDrawer({ kind, onClose }: { readonly kind: FeatureDrawerKind; readonly onClose: () => void }) {
  const { t } = useShell();
  const { point, plugin, title } = FEATURES[kind];
  const [width, setWidth] = useState(DRAWER_WIDTH);
  const props = useMemo(() => ({ close: onClose, setWidth }), [onClose]);
  return (
    <SideSheet visible placement="right" width={width} title={t(title)} onCancel={onClose} className="nephra-drawer" aria-label={t(title)}>
      <SlotOutlet point={point} props={props} fallback={<MissingPlugin feature={t(title)} plugin={plugin} onLeave={onClose} />} />
    </SideSheet>
  );
});

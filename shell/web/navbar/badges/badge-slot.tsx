import { SlotOutlet } from '@nephra/plugin-sdk/web';
import { useQuietNetwork } from './use-quiet-network.ts';

const NO_PROPS = Object.freeze({});

/** Unread mark of a plugin on an icon of the navbar. Nothing of that plugin is fetched before the page had its turn. */
export function BadgeSlot({ point }: { readonly point: 'shell/message-badge@1' | 'shell/chat-badge@1' }) {
  return useQuietNetwork() ? <SlotOutlet point={point} props={NO_PROPS} /> : null;
}

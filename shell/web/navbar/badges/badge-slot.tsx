import { useEffect, useState } from 'react';
import { SlotOutlet } from '@nephra/plugin-sdk/web';

const NO_PROPS = Object.freeze({});

/** Code and first rows of the page that was opened come before marks that nobody waits for. */
export const PAGE_FIRST_MS = 3_000;

/** Unread mark of a plugin on an icon of the navbar. Nothing of that plugin is fetched before the page had its turn. */
export function BadgeSlot({ point }: { readonly point: 'shell/message-badge@1' | 'shell/chat-badge@1' }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), PAGE_FIRST_MS);
    return () => clearTimeout(timer);
  }, []);
  return due ? <SlotOutlet point={point} props={NO_PROPS} /> : null;
}

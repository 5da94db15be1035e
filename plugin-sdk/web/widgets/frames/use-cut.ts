import { usePlugin } from '@nephra/plugin-sdk/web';
import { useState } from 'react';
import { useNetwork } from './use-network.ts';

/**
 * Since when this device has no network, in milliseconds by the server's clock; null: it has one. What is shown then is as old.
 * @param onBack reads what was missed, once the network is back
 */
export function useCut(onBack: () => void): number | null {
  const { now } = usePlugin();
  const [since, setSince] = useState<number | null>(() => (navigator.onLine ? null : now()));
  useNetwork({
    onLost: () => setSince((before) => before ?? now()),
    onBack: () => {
      setSince(null);
      onBack();
    },
  });
  return since;
}

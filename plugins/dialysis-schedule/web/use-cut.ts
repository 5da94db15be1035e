import { usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';

/**
 * Since when this device has no network, in milliseconds by the server's clock; null: it has one. What is shown then is as old.
 * @param onBack reads what was missed, once the network is back
 */
export function useCut(onBack: () => void): number | null {
  const { now } = usePlugin();
  const [since, setSince] = useState<number | null>(() => (navigator.onLine ? null : now()));
  useEffect(() => {
    const lost = () => setSince((before) => before ?? now());
    const back = () => {
      setSince(null);
      onBack();
    };
    window.addEventListener('offline', lost);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', back);
    };
  }, [now, onBack]);
  return since;
}

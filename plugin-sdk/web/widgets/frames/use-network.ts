import { useEffect } from 'react';

/** What a page does when this device loses its network, and when it has one again; the browser says so before any call fails. */
export interface NetworkTurns {
  readonly onLost: () => void;
  readonly onBack: () => void;
}

/** Hears the device lose its network and have it back, for as long as the page is open. */
export function useNetwork({ onLost, onBack }: NetworkTurns): void {
  useEffect(() => {
    window.addEventListener('offline', onLost);
    window.addEventListener('online', onBack);
    return () => {
      window.removeEventListener('offline', onLost);
      window.removeEventListener('online', onBack);
    };
  }, [onLost, onBack]);
}

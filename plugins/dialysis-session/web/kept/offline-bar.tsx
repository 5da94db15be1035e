import { formatInstant } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';

/** The network is away: from when is what stands here, and how much waits to be sent. */
export function OfflineBar({ seenAt, waiting }: { readonly seenAt: number; readonly waiting: number }) {
  const { t } = usePlugin();
  return (
    <p className="ds-offline" role="status">
      {t(waiting > 0 ? 'offline.withWaiting' : 'offline.text', { time: formatInstant(seenAt, 'HH:mm'), n: waiting })}
    </p>
  );
}

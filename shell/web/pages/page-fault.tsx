import { Button, IconAlertCircle, IconRefresh } from '@nephra/plugin-sdk/ui';
import { useShell } from '../shell-context.tsx';
import { CalmCard } from './home/calm-card.tsx';

/** A page of the shell fell over; the rest of the screen stands. */
export function PageFault({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useShell();
  return (
    <CalmCard
      icon={<IconAlertCircle size="extra-large" />}
      title={t('pageFault.title')}
      buttons={
        <Button theme="solid" icon={<IconRefresh />} onClick={onRetry}>
          {t('plugin.retry')}
        </Button>
      }
    >
      <p>{t('pageFault.text')}</p>
    </CalmCard>
  );
}

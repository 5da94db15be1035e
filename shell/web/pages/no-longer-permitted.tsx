import { observer } from 'mobx-react-lite';
import { Button, IconLock } from '@nephra/plugin-sdk/ui';
import { useShell } from '../shell-context.tsx';
import { CalmCard } from './home/calm-card.tsx';

/** Stands in an open tab whose page was taken from the person's rights while they worked. */
export const NoLongerPermitted = observer(function NoLongerPermitted({ name }: { readonly name: string }) {
  const { t, router } = useShell();
  return (
    <CalmCard
      icon={<IconLock size="extra-large" />}
      title={t('notPermitted.title', { name })}
      buttons={
        <Button theme="solid" onClick={() => router.navigate('/home')}>
          {t('notFound.home')}
        </Button>
      }
    >
      <p>{t('notPermitted.text')}</p>
    </CalmCard>
  );
});

import { observer } from 'mobx-react-lite';
import { Button, IconSearch } from '@nephra/plugin-sdk/ui';
import { useShell } from '../shell-context.tsx';
import { CalmCard } from './home/calm-card.tsx';

/** /404: any unknown address leads here (spec 2.1). */
export const Page = observer(function NotFoundPage() {
  const { t, router } = useShell();
  return (
    <CalmCard
      icon={<IconSearch size="extra-large" />}
      title={t('notFound.title')}
      buttons={
        <>
          <Button onClick={() => window.history.back()}>{t('notFound.back')}</Button>
          <Button theme="solid" onClick={() => router.navigate('/home')}>
            {t('notFound.home')}
          </Button>
        </>
      }
    >
      <p>{t('notFound.text')}</p>
    </CalmCard>
  );
});

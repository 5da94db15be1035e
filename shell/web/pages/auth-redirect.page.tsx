import { useEffect } from 'react';
import { IconTickCircle } from '@nephra/plugin-sdk/ui';
import { useShell } from '../shell-context.tsx';
import { CalmCard } from './home/calm-card.tsx';

/**
 * /auth-redirect: a foreign sign-in comes back here in a window of its own. The query is kept for the window that opened
 * it, and this one closes (spec 2.1, wire facts 2).
 */
export function AuthRedirect() {
  const { t, storage } = useShell();
  useEffect(() => {
    storage.set('authRedirect', window.location.search);
    window.close();
  }, [storage]);
  return (
    <CalmCard icon={<IconTickCircle size="extra-large" />} title={t('authRedirect.title')}>
      <p>{t('authRedirect.text')}</p>
    </CalmCard>
  );
}

import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { lazy, Suspense, useState } from 'react';
import './send.css';

const PreferencesSheet = lazy(() => import('./preferences.sheet.tsx').then((module) => ({ default: module.PreferencesSheet })));

/** On the profile page: which messages reach the person by which way, and their quiet hours. */
export function Slot() {
  const { t } = usePlugin();
  const [open, setOpen] = useState(false);
  return (
    <section className="message-delivery" aria-label={t('preference.title')}>
      <div className="message-delivery-words">
        <h3>{t('preference.title')}</h3>
        <p className="message-quiet">{t('preference.profile')}</p>
      </div>
      <Button onClick={() => setOpen(true)}>{t('preference.change')}</Button>
      <Suspense fallback={null}>{open && <PreferencesSheet onClose={() => setOpen(false)} />}</Suspense>
    </section>
  );
}

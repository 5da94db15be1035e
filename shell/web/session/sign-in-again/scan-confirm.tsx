import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { createClient } from '@nephra/plugin-sdk/web';
import { sessionContract } from '../../../contract/index.ts';
import { useShell } from '../../shell-context.tsx';

/**
 * The address inside a scan log-in picture (`/home?scan=`), opened on a device that is signed in: asks whether the other
 * device may sign in as this person.
 */
export const ScanConfirm = observer(function ScanConfirm() {
  const { router, http, confirm, toast, t } = useShell();
  const ticket = router.visit?.path === '/home' ? (router.visit.query.scan ?? '') : '';

  useEffect(() => {
    if (ticket === '') return;
    const client = createClient(sessionContract, http);
    const ask = async () => {
      await client.scanConfirm({ params: { ticket }, body: { step: 'scanned' } });
      const yes = await confirm({ title: t('scanConfirm.title'), content: t('scanConfirm.question'), okText: t('scanConfirm.allow') });
      if (!yes) return;
      await client.scanConfirm({ params: { ticket }, body: { step: 'confirmed' } });
      toast.success(t('scanConfirm.done'));
    };
    // A refusal was shown by the HTTP client. The ticket is good once, so it leaves the address in any case.
    ask()
      .catch(() => {})
      .finally(() => router.navigate('/home', { replace: true }));
  }, [ticket, http, confirm, toast, t, router]);

  return null;
});

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Button, IconPuzzle } from '@nephra/plugin-sdk/ui';
import type { RouteEntry } from '../router/route-table.ts';
import { useShell } from '../shell-context.tsx';
import { CalmCard } from './home/calm-card.tsx';

const PLUGIN_ADMINISTRATION = 'system.plugins';

interface MissingPageProps {
  readonly route: RouteEntry;
  /** Id of the plugin that brings the page; empty when it is not known. */
  readonly owner: string;
}

/** The page belongs to a plugin that this hospital does not run: says which one, and to an administrator where to switch it on. */
export const MissingPage = observer(function MissingPage({ route, owner }: MissingPageProps) {
  const shell = useShell();
  const { t, session, router, plugins } = shell;
  // Nothing is known of any plugin: the hospital may well run this one.
  if (plugins.revision === '') return <UnreadPage name={shell.title(route.meta)} />;
  const administration = session.can(PLUGIN_ADMINISTRATION) ? router.routes.find((entry) => entry.menu?.enCode === PLUGIN_ADMINISTRATION) : undefined;
  const name = shell.title(route.meta);
  return (
    <CalmCard
      icon={<IconPuzzle size="extra-large" />}
      title={t('missing.title', { name })}
      buttons={
        <>
          {administration && <Button onClick={() => router.navigate(administration.path)}>{t('missing.administration')}</Button>}
          <Button theme="solid" onClick={() => router.navigate('/home')}>
            {t('notFound.home')}
          </Button>
        </>
      }
    >
      <p>{plugins.safeMode ? t('missing.safeMode') : owner === '' ? t('missing.unknown') : t('missing.text', { plugin: t(`plugins.${owner}`) })}</p>
      <p className="nf-calm-small">{owner === '' ? (route.menu?.enCode ?? route.path) : t('missing.id', { id: owner })}</p>
    </CalmCard>
  );
});

/** The list of plugins could not be read when the session began: it is read again as soon as the server answers, and the page draws itself. */
const UnreadPage = observer(function UnreadPage({ name }: { readonly name: string }) {
  const { t, plugins, device, toast } = useShell();
  const { serverReachable } = device;
  useEffect(() => {
    // What fails again leaves the button.
    if (serverReachable) void plugins.reload().catch(() => undefined);
  }, [serverReachable, plugins]);
  return (
    <CalmCard
      icon={<IconPuzzle size="extra-large" />}
      title={t('missing.unreadTitle', { name })}
      buttons={
        <Button theme="solid" onClick={() => void plugins.reload().catch(() => toast.error(t('missing.unreadTitle', { name })))}>
          {t('plugin.retry')}
        </Button>
      }
    >
      <p>{t('missing.unread')}</p>
    </CalmCard>
  );
});

import './drawers.css';
import { observer } from 'mobx-react-lite';
import { Button, IconPuzzle } from '@nephra/plugin-sdk/ui';
import { useShell } from '../shell-context.tsx';

/** Address and permission of the plugin administration. */
const PLUGIN_PAGE = 'system.plugins';

interface MissingPluginProps {
  /** Name of the feature for people. */
  readonly feature: string;
  /** Id of the plugin that brings it. */
  readonly plugin: string;
  readonly onLeave: () => void;
}

/** Says honestly that a feature is not there, who brings it, and, to an administrator, where to switch it on. */
export const MissingPlugin = observer(function MissingPlugin({ feature, plugin, onLeave }: MissingPluginProps) {
  const { t, session, router } = useShell();
  const page = router.routes.find((route) => route.menu?.enCode === PLUGIN_PAGE);
  return (
    <div className="nephra-missing">
      <span className="nephra-missing-icon">
        <IconPuzzle aria-hidden size="extra-large" />
      </span>
      <p className="nephra-missing-title">{t('drawer.missing', { feature })}</p>
      <p>{t('drawer.missingHint', { plugin })}</p>
      {page !== undefined && session.can(PLUGIN_PAGE) && (
        <Button
          theme="light"
          onClick={() => {
            onLeave();
            router.navigate(page.path);
          }}
        >
          {t('drawer.openPlugins')}
        </Button>
      )}
    </div>
  );
});

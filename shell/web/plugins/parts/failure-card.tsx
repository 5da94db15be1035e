import './failure-card.css';
import { observer } from 'mobx-react-lite';
import { Button, IconAlertCircle, IconRefresh } from '@nephra/plugin-sdk/ui';
import { useShell } from '../../shell-context.tsx';
import type { PluginFailure } from '../plugin-failure.ts';

interface FailureCardProps {
  readonly failure: PluginFailure;
  readonly onRetry: () => void;
  /** In a slot there is little room. */
  readonly small?: boolean;
}

/** A plugin's page could not be drawn: which one, why in one sentence, what to do, and a code for the telephone. */
export const FailureCard = observer(function FailureCard({ failure, onRetry, small = false }: FailureCardProps) {
  const { t, plugins, settings } = useShell();
  const row = plugins.plugins.find((plugin) => plugin.id === failure.pluginId);
  const name = row?.name[settings.language] ?? failure.pluginId;
  const retry = (
    <Button icon={<IconRefresh />} theme={small ? 'borderless' : 'solid'} size={small ? 'small' : 'default'} onClick={onRetry}>
      {t('plugin.retry')}
    </Button>
  );
  if (small) {
    return (
      <div className="nf-failure nf-failure--small" role="alert">
        <IconAlertCircle aria-hidden />
        <span title={t(`plugin.why.${failure.kind}`)}>{t('plugin.slotFailed', { name })}</span>
        <code>{failure.code}</code>
        {retry}
      </div>
    );
  }
  return (
    <div className="nf-failure" role="alert">
      <IconAlertCircle className="nf-warning-sign" aria-hidden size="extra-large" />
      <h2>{t('plugin.failed', { name })}</h2>
      <p>{t(`plugin.why.${failure.kind}`)}</p>
      <p className="nf-failure-rest">{t('plugin.othersWork')}</p>
      {retry}
      <p className="nf-failure-code">
        {t('plugin.code')} <code>{failure.code}</code>
      </p>
    </div>
  );
});

import { observer } from 'mobx-react-lite';
import { Button, SideSheet } from '@nephra/plugin-sdk/ui';
import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DateText, DescriptionList, GroupTitle, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import { useShell } from '../../shell-context.tsx';
import type { Switching } from './plugin-admin.store.ts';
import { PluginAdds } from './plugin-adds.tsx';
import { type IntegrityVerdict, integrityOf } from './plugin-facts.ts';
import { pluginStatuses } from './plugin-status.ts';

const VERDICT_TEXT: Readonly<Record<IntegrityVerdict, string>> = {
  good: 'pluginAdmin.integrityGood',
  bad: 'pluginAdmin.integrityBad',
  unknown: 'pluginAdmin.integrityUnknown',
};

interface PluginDetailsProps {
  readonly plugin: PluginForAdministrator;
  readonly maySwitch: boolean;
  readonly onSwitch: (switching: Switching) => void;
  readonly onClose: () => void;
}

/** One plugin whole: identity, file check, what it adds, its recent faults. */
export const PluginDetails = observer(function PluginDetails({ plugin, maySwitch, onSwitch, onClose }: PluginDetailsProps) {
  const { t } = usePlugin();
  const { settings } = useShell();
  const { language } = settings;
  const title = plugin.name[language] || plugin.id;
  return (
    <SideSheet
      visible
      placement="right"
      width={560}
      className="nephra-drawer"
      title={title}
      aria-label={title}
      onCancel={onClose}
      footer={
        maySwitch && (
          <Button theme="light" type={plugin.enabled ? 'danger' : 'primary'} onClick={() => onSwitch({ plugin, enable: !plugin.enabled })}>
            {t(plugin.enabled ? 'pluginAdmin.disable' : 'pluginAdmin.enable')}
          </Button>
        )
      }
    >
      <div className="nephra-plugin-details">
        {plugin.description[language] !== '' && <p className="nephra-admin-intro">{plugin.description[language]}</p>}
        {plugin.reason !== '' && plugin.state !== 'active' && <Alert kind={plugin.state === 'disabled' ? 'info' : 'error'} text={plugin.reason} />}
        <GroupTitle>{t('pluginAdmin.identity')}</GroupTitle>
        <DescriptionList
          columns={2}
          items={[
            { label: t('pluginAdmin.id'), value: <code>{plugin.id}</code> },
            { label: t('pluginAdmin.column.state'), value: <StatusTag value={plugin.state} table={pluginStatuses(t)} /> },
            { label: t('pluginAdmin.column.version'), value: plugin.version },
            { label: t('pluginAdmin.previousVersion'), value: plugin.previousVersion },
            { label: t('pluginAdmin.sdk'), value: <code>{plugin.sdk}</code> },
            { label: t('pluginAdmin.integrity'), value: t(VERDICT_TEXT[integrityOf(plugin.state)]) },
            { label: t('pluginAdmin.dependsOn'), value: plugin.dependsOn.join(', ') || t('pluginAdmin.none'), span: 2 },
            { label: t('pluginAdmin.source'), value: <code>{plugin.source}</code>, span: 2 },
          ]}
        />
        <GroupTitle>{t('pluginAdmin.adds')}</GroupTitle>
        <PluginAdds adds={plugin.adds} />
        <SlotOutlet point="shell/plugin-checks@1" props={{ pluginId: plugin.id, enabled: plugin.enabled }} />
        <GroupTitle>{t('pluginAdmin.reports')}</GroupTitle>
        {plugin.reports.length === 0 ? (
          <p>{t('pluginAdmin.noReports')}</p>
        ) : (
          <ul className="nephra-reports">
            {plugin.reports.map((report) => (
              <li key={`${report.time} ${report.where} ${report.message}`}>
                <p>
                  <b>{report.kind}</b> <code>{report.where}</code>
                </p>
                <p>{report.message}</p>
                <small>
                  <DateText value={report.time} /> {report.userName}
                </small>
              </li>
            ))}
          </ul>
        )}
      </div>
    </SideSheet>
  );
});

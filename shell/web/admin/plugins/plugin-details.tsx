import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Button, SideSheet } from '@nephra/plugin-sdk/ui';
import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DescriptionList, GroupTitle, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import { useShell } from '../../shell-context.tsx';
import type { Switching } from './plugin-admin.store.ts';
import { NewlyAsked } from './asks/newly-asked.tsx';
import { PluginAdds } from './asks/plugin-adds.tsx';
import { asksOneByOne, grantedOf, PluginAsks } from './asks/plugin-asks.tsx';
import { PluginDetailsStore } from './plugin-details.store.ts';
import { PluginFaults } from './plugin-faults.tsx';
import { PluginReach } from './asks/plugin-reach.tsx';
import { PluginRun, PluginVersions } from './plugin-run.tsx';
import { kindOfReason, pluginStatuses, statusOf, waitsForAnswer } from './plugin-status.ts';
import { usePluginText } from './texts/plugin-texts.ts';

const VERDICT_TEXT: Readonly<Record<PluginForAdministrator['files'], string>> = {
  good: 'pluginAdmin.integrityGood',
  bad: 'pluginAdmin.integrityBad',
  unknown: 'pluginAdmin.integrityUnknown',
};

interface PluginDetailsProps {
  readonly plugin: PluginForAdministrator;
  readonly maySwitch: boolean;
  readonly onSwitch: (switching: Switching) => void;
  /** Another version runs now. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** One plugin whole: identity, file check, what it adds, its recent faults. */
export const PluginDetails = observer(function PluginDetails({ plugin, maySwitch, onSwitch, onChanged, onClose }: PluginDetailsProps) {
  const t = usePluginText();
  const { http, user } = usePlugin();
  const store = useStore(() => new PluginDetailsStore(http, plugin.id));
  const { settings } = useShell();
  const { language } = settings;
  const title = plugin.name[language] || plugin.id;
  const older = plugin.runningVersion !== '' && plugin.state !== 'active';
  useEffect(() => {
    // What the whole server does is told to those who answer for it.
    if (user.isAdministrator) void store.load();
  }, [store, user.isAdministrator]);
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
          <div className="nephra-plugin-footer">
            {plugin.outside && plugin.enabled && (waitsForAnswer(plugin) || asksOneByOne(plugin)) && (
              <Button theme="light" onClick={() => onSwitch({ plugin, enable: true })}>
                {t(waitsForAnswer(plugin) ? 'pluginAdmin.letRun' : 'pluginAdmin.asks.change')}
              </Button>
            )}
            <Button theme="light" type={plugin.enabled ? 'danger' : 'primary'} onClick={() => onSwitch({ plugin, enable: !plugin.enabled })}>
              {t(plugin.enabled ? 'pluginAdmin.disable' : 'pluginAdmin.enable')}
            </Button>
          </div>
        )
      }
    >
      <div className="nephra-plugin-details">
        {plugin.description[language] !== '' && <p className="nephra-admin-intro">{plugin.description[language]}</p>}
        {plugin.reason !== '' && (plugin.state !== 'active' || plugin.reports.length > 0) && <Alert kind={kindOfReason(plugin)} text={plugin.reason} />}
        {plugin.files === 'bad' && !plugin.enabled && <Alert kind="error" text={t('pluginAdmin.filesBadOff')} />}
        {older && <Alert kind="warning" text={t('pluginAdmin.versions.older', { version: plugin.runningVersion })} />}
        {plugin.deprecated.map(({ name, gone, instead }) => (
          <Alert key={name} kind="warning" text={t('pluginAdmin.deprecated', { name, gone, instead })} />
        ))}
        <GroupTitle>{t('pluginAdmin.identity')}</GroupTitle>
        <DescriptionList
          columns={2}
          items={[
            { label: t('pluginAdmin.id'), value: <code>{plugin.id}</code> },
            { label: t('pluginAdmin.column.state'), value: <StatusTag value={statusOf(plugin)} table={pluginStatuses(t)} /> },
            { label: t('pluginAdmin.column.version'), value: plugin.version },
            { label: t('pluginAdmin.runningVersion'), value: plugin.runningVersion || t('pluginAdmin.none') },
            { label: t('pluginAdmin.sdk'), value: plugin.sdk === '' ? '' : <code>{plugin.sdk}</code> },
            { label: t('pluginAdmin.integrity'), value: t(VERDICT_TEXT[plugin.files]) },
            { label: t('pluginAdmin.maker'), value: t(plugin.outside ? 'pluginAdmin.fromOutside' : 'pluginAdmin.builtHere') },
            { label: t('pluginAdmin.column.started'), value: plugin.startedInMs > 0 ? t('pluginAdmin.milliseconds', { ms: plugin.startedInMs }) : '' },
            { label: t('pluginAdmin.dependsOn'), value: plugin.dependsOn.join(', ') || t('pluginAdmin.none'), span: 2 },
            { label: t('pluginAdmin.source'), value: <code>{plugin.source}</code>, span: 2 },
          ]}
        />
        {user.isAdministrator && <PluginVersions store={store} plugin={plugin} older={older} maySwitch={maySwitch} onChanged={onChanged} />}
        {plugin.outside && <GroupTitle>{t('pluginAdmin.reach.title')}</GroupTitle>}
        <PluginReach plugin={plugin} />
        <GroupTitle>{t('pluginAdmin.adds')}</GroupTitle>
        <NewlyAsked plugin={plugin} />
        <PluginAdds adds={plugin.adds} newly={plugin.newly} {...(asksOneByOne(plugin) && { asks: plugin.asks })} />
        <PluginAsks plugin={plugin} chosen={grantedOf(plugin)} />
        {user.isAdministrator && <PluginRun store={store} />}
        <SlotOutlet point="shell/plugin-checks@1" props={{ pluginId: plugin.id, enabled: plugin.enabled }} />
        <PluginFaults reports={plugin.reports} />
      </div>
    </SideSheet>
  );
});

import '../admin.css';
import './plugins.css';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Button, IconRefresh, IconSearch, Input } from '@nephra/plugin-sdk/ui';
import { useButtonPermission, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DataTable, EmptyState, ErrorCard, ListSkeleton, PageFrame, PermissionButton, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import { useShell } from '../../shell-context.tsx';
import { PluginAdminStore } from './plugin-admin.store.ts';
import { PluginDetails } from './plugin-details.tsx';
import { sizeText } from './plugin-facts.ts';
import { PluginSwitchDialog } from './plugin-switch.dialog.tsx';
import { pluginStatuses, statusOf, waitsForAnswer } from './plugin-status.ts';
import { usePluginText } from './texts/plugin-texts.ts';
import { SystemWatchPanel } from '../system-watch.panel.tsx';

/** Code of the button that switches plugins and reads the registry again. */
const STATE_BUTTON = 'btn_state';

/** Plugin administration: what is installed, in which state and why, what it adds, and the switch. */
export const Page = observer(function PluginsPage() {
  const t = usePluginText();
  const { http } = usePlugin();
  const { plugins: host, settings, toast, device } = useShell();
  const store = useStore(() => new PluginAdminStore(http));
  // Plugins are switched for everybody: a right of one organisation is not enough.
  const { isAdministrator } = usePlugin().user;
  const maySwitch = useButtonPermission(STATE_BUTTON) && isAdministrator;
  const narrow = device.device === 'mobile';
  const statuses = pluginStatuses(t);
  const nameOf = (plugin: PluginForAdministrator) => plugin.name[settings.language] || plugin.id;

  useEffect(() => {
    void store.load();
  }, [store]);

  // Of what runs there is something to say when it failed lately.
  const noteOf = ({ state, reason, runningVersion, reports }: PluginForAdministrator) => {
    if (state === 'active') return reports.length === 0 ? '' : reason;
    return runningVersion === '' ? reason : `${reason} ${t('pluginAdmin.versions.olderShort', { version: runningVersion })}`;
  };
  const reload = async () => toast.success(t('pluginAdmin.reloaded', { revision: await store.reloadRegistry() }));
  const safeMode = store.counts.get('safe-mode') ?? 0;
  const outdated = store.loading.kind === 'ready' && host.revision !== '' && store.revision !== host.revision;

  return (
    <PageFrame
      title={t('pluginAdmin.title')}
      note={t('pluginAdmin.revision', { revision: store.revision })}
      actions={
        isAdministrator ? (
          <PermissionButton button={STATE_BUTTON} theme="light" icon={<IconRefresh aria-hidden />} onClick={reload}>
            {t('pluginAdmin.reload')}
          </PermissionButton>
        ) : undefined
      }
    >
      <p className="nephra-admin-intro">{t('pluginAdmin.intro')}</p>
      <SystemWatchPanel />
      {store.fileError !== '' && (
        <Alert kind="error" text={t('pluginAdmin.fileError')}>
          <code className="nephra-admin-fault">{store.fileError}</code>
        </Alert>
      )}
      {safeMode > 0 && <Alert kind="warning" text={t('pluginAdmin.safeMode', { count: safeMode })} />}
      {outdated && (
        <Alert kind="info" text={t('pluginAdmin.reloadNowHint')}>
          <Button size="small" theme="light" onClick={() => void host.reload()}>
            {t('pluginAdmin.reloadNow')}
          </Button>
        </Alert>
      )}
      <div className="nephra-admin-filter">
        <Input
          prefix={<IconSearch aria-hidden />}
          showClear
          value={store.filter.keyword}
          placeholder={t('pluginAdmin.search')}
          aria-label={t('pluginAdmin.search')}
          onChange={(keyword) => store.setFilter({ keyword })}
        />
        <fieldset aria-label={t('pluginAdmin.column.state')} className="nephra-admin-states">
          {[{ value: '', text: t('pluginAdmin.allStates') }, ...statuses].map(({ value: given, text }) => {
            const value = String(given);
            const count = value === '' ? store.plugins.length : (store.counts.get(value) ?? 0);
            if (count === 0 && value !== '' && store.filter.status !== value) return null;
            return (
              <button key={value} type="button" aria-pressed={store.filter.status === value} onClick={() => store.setFilter({ status: value })}>
                {text} <b>{count}</b>
              </button>
            );
          })}
        </fieldset>
      </div>
      {store.loading.kind === 'loading' && <ListSkeleton />}
      {store.loading.kind === 'failed' && <ErrorCard error={store.loading.error} title={t('pluginAdmin.loadFailed')} onRetry={() => void store.load()} />}
      {store.loading.kind === 'ready' && (
        <DataTable
          label={t('pluginAdmin.title')}
          rows={store.shown}
          rowKey={(plugin) => plugin.id}
          onOpen={(plugin) => store.open(plugin.id)}
          inlineActions={narrow ? 0 : 2}
          empty={<EmptyState text={t('pluginAdmin.empty')} />}
          columns={[
            {
              prop: 'name',
              label: t('pluginAdmin.column.name'),
              minWidth: narrow ? 150 : 310,
              text: nameOf,
              render: (plugin) => (
                <span className="nephra-admin-name">
                  <span>{nameOf(plugin)}</span>
                  {!narrow && <small>{plugin.id}</small>}
                </span>
              ),
            },
            {
              prop: 'state',
              label: t('pluginAdmin.column.state'),
              width: narrow ? 104 : 132,
              render: (plugin) => <StatusTag value={statusOf(plugin)} table={statuses} />,
            },
            { prop: 'version', label: t('pluginAdmin.column.version'), width: 84 },
            { prop: 'reason', label: t('pluginAdmin.column.reason'), minWidth: 140, render: noteOf },
            {
              prop: 'size',
              label: t('pluginAdmin.column.size'),
              width: 124,
              align: 'right',
              render: ({ adds }) => (adds.browserBytes === 0 ? '' : sizeText(adds.browserBytes)),
            },
            {
              prop: 'startedInMs',
              label: t('pluginAdmin.column.started'),
              width: 88,
              align: 'right',
              render: (plugin) => (plugin.state === 'active' ? t('pluginAdmin.milliseconds', { ms: plugin.startedInMs }) : ''),
            },
          ]}
          rowActions={[
            { key: 'details', text: t('pluginAdmin.details'), onClick: (plugin) => store.open(plugin.id) },
            {
              key: 'enable',
              text: t('pluginAdmin.enable'),
              button: STATE_BUTTON,
              visible: (plugin) => isAdministrator && !plugin.enabled,
              onClick: (plugin) => store.ask({ plugin, enable: true }),
            },
            {
              key: 'letRun',
              text: t('pluginAdmin.letRun'),
              button: STATE_BUTTON,
              visible: (plugin) => isAdministrator && plugin.enabled && waitsForAnswer(plugin),
              onClick: (plugin) => store.ask({ plugin, enable: true }),
            },
            {
              key: 'disable',
              text: t('pluginAdmin.disable'),
              button: STATE_BUTTON,
              danger: true,
              visible: (plugin) => isAdministrator && plugin.enabled,
              onClick: (plugin) => store.ask({ plugin, enable: false }),
            },
          ]}
        />
      )}
      {store.opened !== undefined && (
        <PluginDetails
          key={`${store.opened.id} ${store.opened.runningVersion} ${store.opened.state}`}
          plugin={store.opened}
          maySwitch={maySwitch}
          onSwitch={store.ask}
          onChanged={() => void store.load()}
          onClose={() => store.open(null)}
        />
      )}
      {store.switching !== null && <PluginSwitchDialog key={store.switching.plugin.id} store={store} switching={store.switching} />}
    </PageFrame>
  );
});

import '../admin.css';
import { IconRefresh } from '@nephra/plugin-sdk/ui';
import { useButtonPermission, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton, PageFrame, PermissionButton, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useSettingText } from './setting-texts.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsStore } from './settings.store.ts';

/** Settings of plugins that people change at work: which plugin, at which place, its values and where they come from. */
export const Page = observer(function PluginSettingsPage() {
  const ctx = usePlugin();
  const say = useSettingText();
  const mayEdit = useButtonPermission('btn_edit');
  const store = useStore(() => new SettingsStore(ctx, !mayEdit));
  useEffect(() => void store.load(), [store]);
  const { loading, plugins } = store;
  return (
    <PageFrame
      title={say('title')}
      actions={
        <PermissionButton theme="light" icon={<IconRefresh aria-hidden />} onClick={() => store.load()}>
          {say('refresh')}
        </PermissionButton>
      }
    >
      <p className="nephra-admin-intro">{say('intro')}</p>
      {loading.kind === 'loading' && <ListSkeleton />}
      {loading.kind === 'failed' && <ErrorCard error={loading.error} onRetry={() => void store.load()} />}
      {loading.kind === 'ready' && plugins.length === 0 && <EmptyState text={say('none')} />}
      {loading.kind === 'ready' && plugins.length > 0 && (
        <div className="nephra-settings">
          <PluginChoice store={store} />
          <SettingsForm store={store} mayEdit={mayEdit} />
        </div>
      )}
    </PageFrame>
  );
});

const PluginChoice = observer(function PluginChoice({ store }: { readonly store: SettingsStore }) {
  const { language } = usePlugin();
  const say = useSettingText();
  return (
    <nav className="nephra-settings-plugins" aria-label={say('plugins')}>
      {store.plugins.map((plugin) => (
        <button
          key={plugin.pluginId}
          type="button"
          aria-current={store.chosen === plugin || undefined}
          onClick={() => {
            if (store.chosen !== plugin) void store.choose(plugin);
          }}
        >
          <span>{plugin.name[language]}</span>
          <small>
            {say('count', { n: plugin.installation + plugin.organisation })}
            {plugin.set > 0 && ` · ${say('setHere', { n: plugin.set })}`}
          </small>
        </button>
      ))}
    </nav>
  );
});

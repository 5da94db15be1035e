import { Button, IconPlus, Switch, Tag } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import type { DataSchemeStore } from './data-scheme.store.ts';

/** The switch of the menu and its schemes. */
export const SchemeList = observer(function SchemeList({ store }: { readonly store: DataSchemeStore }) {
  const { t } = usePlugin();
  const adder = useRef<HTMLDivElement>(null);
  /** What was pressed is gone then. */
  const toAdder = (done: boolean) => done && adder.current?.querySelector('button')?.focus();
  const { state, schemes } = store;
  if (!state) return null;
  if (store.fields.length === 0) return <EmptyState text={t('dataScheme.noFields')} />;
  const made = new Set(schemes.map((scheme) => scheme.enCode));
  const presets = state.presets.filter((preset) => !made.has(`preset.${preset}`));
  return (
    <>
      <div className="pm-scheme-on">
        <Switch checked={store.isOn} aria-label={t('dataScheme.switch')} onChange={() => void store.toggle()} />
        <div>
          <b>{t('dataScheme.switch')}</b>
          <p>{t(store.isOn ? 'dataScheme.switchOn' : 'dataScheme.switchOff')}</p>
        </div>
      </div>
      <div ref={adder} className="pm-scheme-bar">
        <h4>{t('dataScheme.schemes')}</h4>
        <Button icon={<IconPlus />} theme="solid" type="primary" onClick={() => store.edit()}>
          {t('dataScheme.add')}
        </Button>
      </div>
      {presets.length > 0 && (
        <div className="pm-scheme-presets">
          <span>{t('dataScheme.presets')}</span>
          {presets.map((preset) => (
            <Button key={preset} size="small" icon={<IconPlus />} onClick={() => void store.addPreset(preset).then(toAdder)}>
              {t(`dataScheme.preset.${preset}`)}
            </Button>
          ))}
        </div>
      )}
      {schemes.length === 0 && <EmptyState text={t('dataScheme.empty')} help={t('dataScheme.emptyHint')} />}
      <ul className="pm-schemes" aria-label={t('dataScheme.schemes')}>
        {schemes.map((scheme) => (
          <li key={scheme.id}>
            <div className="pm-scheme-facts">
              <b>{scheme.fullName}</b>
              {scheme.enabledMark === 0 && <Tag size="small">{t('dataScheme.disabled')}</Tag>}
              <Tag size="small" color={scheme.grantCount > 0 ? 'green' : 'grey'}>
                {scheme.grantCount > 0 ? t('dataScheme.granted', { n: scheme.grantCount }) : t('dataScheme.notGranted')}
              </Tag>
              <p>{scheme.conditionText}</p>
              {scheme.description !== '' && <p className="pm-scheme-more">{scheme.description}</p>}
            </div>
            <div className="pm-scheme-acts">
              <Button theme="borderless" aria-label={`${t('dataScheme.edit')} ${scheme.fullName}`} onClick={() => store.edit(scheme)}>
                {t('dataScheme.edit')}
              </Button>
              <Button
                theme="borderless"
                type="danger"
                aria-label={`${t('dataScheme.remove')} ${scheme.fullName}`}
                onClick={() => void store.remove(scheme).then(toAdder)}
              >
                {t('dataScheme.remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
});

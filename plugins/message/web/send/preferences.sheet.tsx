import { Button, Checkbox, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ErrorCard, FormPanel, ListSkeleton, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useId } from 'react';
import type { Preferences } from '../../contract/send/preference.contract.ts';
import { PreferencesStore } from './preferences.store.ts';
import './send.css';

type Kind = Preferences['kinds'][number];
const IN_PRODUCT = 'product';

/** Which messages reach the person by which way, and when: a sheet of the message centre. */
export const PreferencesSheet = observer(function PreferencesSheet({ onClose }: { readonly onClose: () => void }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new PreferencesStore(ctx));
  useEffect(() => void store.load(), [store]);
  const { loading, form } = store;
  const save = async () => {
    if (await store.save()) onClose();
  };
  return (
    <SideSheet
      visible
      title={t('preference.title')}
      width="min(640px, 100vw)"
      onCancel={onClose}
      footer={
        <div className="message-send-acts">
          <Button onClick={onClose}>{t('preference.cancel')}</Button>
          <Button theme="solid" type="primary" disabled={!store.dirty} loading={form?.saving} onClick={() => void save()}>
            {t('preference.save')}
          </Button>
        </div>
      }
    >
      {loading.kind === 'loading' && <ListSkeleton />}
      {loading.kind === 'failed' && <ErrorCard error={loading.error} onRetry={() => void store.load()} />}
      {loading.kind === 'ready' && form && (
        <div className="message-send">
          <p className="message-quiet">{t('preference.intro')}</p>
          <Addresses given={loading.given} />
          {loading.given.kinds.length === 0 && <p>{t('preference.none')}</p>}
          <ul className="message-send-kinds">
            {loading.given.kinds.map((kind) => (
              <KindRow key={kind.code} store={store} kind={kind} channels={loading.given.channels} />
            ))}
          </ul>
          <h3>{t('preference.quiet')}</h3>
          <FormPanel form={form} columns={1} onSubmit={() => void save()} />
        </div>
      )}
    </SideSheet>
  );
});

/** Where the ways outside lead to, and what is missing for them. */
function Addresses({ given }: { readonly given: Preferences }) {
  const { t } = usePlugin();
  const outside = given.channels.filter(({ code }) => code !== IN_PRODUCT);
  if (outside.length === 0) return null;
  return (
    <div className="message-send-addresses">
      <dl>
        {outside.map(({ code, title, ready, address }) => (
          <div key={code}>
            <dt>{title}</dt>
            <dd>{ready ? address || t('preference.noAddress') : t('preference.notReady')}</dd>
          </div>
        ))}
      </dl>
      {outside.some(({ ready, address }) => ready && address === '') && <p className="message-quiet">{t('preference.addressHint')}</p>}
    </div>
  );
}

interface KindRowProps {
  readonly store: PreferencesStore;
  readonly kind: Kind;
  readonly channels: Preferences['channels'];
}

/** One kind of message with a box for each way. */
const KindRow = observer(function KindRow({ store, kind, channels }: KindRowProps) {
  const { t } = usePlugin();
  const name = useId();
  const ways = store.waysOf(kind);
  const own = store.isOwn(kind);
  return (
    <li aria-labelledby={name}>
      <div className="message-send-kind">
        <span id={name}>{kind.title}</span>
        {kind.urgency !== 'normal' && (
          <StatusTag
            value={kind.urgency}
            table={[
              { value: 'important', text: t('urgency.important'), tone: 'warning' },
              { value: 'urgent', text: t('urgency.urgent'), tone: 'danger' },
            ]}
          />
        )}
        {own && (
          <button type="button" className="nk-text-button" onClick={() => store.reset(kind)}>
            {t('preference.reset')}
          </button>
        )}
      </div>
      <div className="message-send-ways">
        {channels.map(({ code, title }) => {
          const possible = kind.possible.includes(code);
          const fixed = kind.required && code === IN_PRODUCT;
          return (
            <Checkbox
              key={code}
              checked={possible && ways.includes(code)}
              disabled={!possible || fixed}
              onChange={({ target }) => store.toggle(kind, code, target.checked === true)}
            >
              <span title={possible ? undefined : t('preference.impossible')}>{fixed ? t('preference.required', { way: title }) : title}</span>
            </Checkbox>
          );
        })}
      </div>
    </li>
  );
});

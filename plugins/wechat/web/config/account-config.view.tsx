import '../wechat.css';
import { Button } from '@nephra/plugin-sdk/ui';
import { useButtonPermission, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { Alert, ErrorCard, FormPanel, ListSkeleton, PageFrame, PermissionButton, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { type AccountCalls, AccountConfigStore, type AccountView } from './account-config.store.ts';

interface AccountConfigProps<View extends AccountView, Form extends object> {
  readonly title: string;
  readonly calls: (ctx: WebContext, mayEdit: boolean) => AccountCalls<View, Form>;
  /** Above the form. */
  readonly intro: (mayEdit: boolean) => string;
  /** Below it: what has to be done over there. */
  readonly hint: (view: View) => string;
}

/** Settings of an account of another service: keys, addresses, what it is used for, and a test. */
export const AccountConfig = observer(function AccountConfig<View extends AccountView, Form extends object>(props: AccountConfigProps<View, Form>) {
  const ctx = usePlugin();
  const mayEdit = useButtonPermission('btn_edit') && ctx.user.isAdministrator;
  const store = useStore(() => new AccountConfigStore(ctx, props.calls(ctx, mayEdit)));
  useEffect(() => void store.load(), [store]);
  const { loading } = store;
  return (
    <PageFrame title={props.title} fill={false}>
      {loading.kind === 'loading' && <ListSkeleton />}
      {loading.kind === 'failed' && <ErrorCard error={loading.error} onRetry={() => void store.load()} />}
      {loading.kind === 'ready' && <Ready store={store} mayEdit={mayEdit} intro={props.intro(mayEdit)} hint={props.hint} />}
    </PageFrame>
  );
});

interface ReadyProps<View extends AccountView, Form extends object> {
  readonly store: AccountConfigStore<View, Form>;
  readonly mayEdit: boolean;
  readonly intro: string;
  readonly hint: (view: View) => string;
}

const Ready = observer(function Ready<View extends AccountView, Form extends object>({ store, mayEdit, intro, hint }: ReadyProps<View, Form>) {
  const { t } = usePlugin();
  const { form, view, tested, testFailed } = store;
  if (!form || !view) return null;
  return (
    <section className="nk-sheet">
      <h2 className="nephra-visually-hidden">{t('config.heading')}</h2>
      <p className="wx-quiet">{intro}</p>
      {store.stale && (
        <Alert kind="warning" text={t('config.stale')}>
          <button type="button" className="nk-text-button" onClick={() => void store.load()}>
            {t('config.readAgain')}
          </button>
        </Alert>
      )}
      {view.gatewayListed === 0 && <Alert kind="warning" text={t('config.notListed', { host: view.gateway })} />}
      <FormPanel form={form} columns={2} onSubmit={() => void store.save()}>
        {mayEdit && (
          <div className="wx-acts">
            <PermissionButton button="btn_edit" theme="solid" type="primary" disabled={!form.dirty} onClick={() => store.save()}>
              {t('config.save')}
            </PermissionButton>
            <Button disabled={!form.dirty || form.saving} onClick={() => form.reset()}>
              {t('config.undo')}
            </Button>
            <PermissionButton button="btn_test" theme="light" type="primary" disabled={form.dirty || view.version === 0} onClick={() => store.test()}>
              {t('config.test')}
            </PermissionButton>
          </div>
        )}
      </FormPanel>
      <div aria-live="polite">
        {testFailed !== null && <Alert kind="error" text={t('config.testFailed')} />}
        {tested && <Alert kind={tested.ok ? 'info' : 'error'} text={`${tested.message}${t('config.took', { ms: tested.milliseconds })}`} />}
      </div>
      <Alert kind="info" text={hint(view)} />
    </section>
  );
});

import '../../wechat.css';
import { Button } from '@nephra/plugin-sdk/ui';
import { type PageProps, useButtonPermission, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, ErrorCard, FormPanel, ListSkeleton, PageFrame, PermissionButton, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { MpConfigStore } from './mp-config.store.ts';

/** The WeChat public account: its keys, where WeChat calls, and what goes to patients. */
export const Page = observer(function MpConfigPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const mayEdit = useButtonPermission('btn_edit') && ctx.user.isAdministrator;
  const store = useStore(() => new MpConfigStore(ctx, mayEdit));
  useEffect(() => void store.load(), [store]);
  const { loading } = store;
  return (
    <PageFrame title={menu.fullName} fill={false}>
      {loading.kind === 'loading' && <ListSkeleton />}
      {loading.kind === 'failed' && <ErrorCard error={loading.error} onRetry={() => void store.load()} />}
      {loading.kind === 'ready' && <MpConfig store={store} mayEdit={mayEdit} />}
    </PageFrame>
  );
});

const MpConfig = observer(function MpConfig({ store, mayEdit }: { readonly store: MpConfigStore; readonly mayEdit: boolean }) {
  const { t } = usePlugin();
  const { form, view, tested, testFailed } = store;
  if (!form || !view) return null;
  return (
    <section className="wx-config">
      <h2 className="nephra-visually-hidden">{t('config.heading')}</h2>
      <p className="wx-quiet">{t(mayEdit ? 'mpConfig.intro' : 'mpConfig.readOnly')}</p>
      {store.stale && (
        <Alert kind="warning" text={t('mpConfig.stale')}>
          <button type="button" className="nk-text-button" onClick={() => void store.load()}>
            {t('mpConfig.readAgain')}
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
      <Alert kind="info" text={view.callbackUrl === '' ? t('mpConfig.callbackNone') : t('mpConfig.callbackUrl', { url: view.callbackUrl })} />
    </section>
  );
});

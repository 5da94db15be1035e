import './config.css';
import { IconRefresh } from '@nephra/plugin-sdk/ui';
import { type PageProps, useButtonPermission, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, ErrorCard, FormPanel, ListSkeleton, PageFrame, PageTabs, PermissionButton, SaveBar, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { SECTIONS, type Section } from './config-fields.ts';
import { ConfigStore } from './config.store.ts';

/** What the whole installation is called, looks like, asks for at sign-in, and sends messages with. */
export const Page = observer(function ConfigPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const isAdministrator = ctx.user.isAdministrator;
  const may = { edit: useButtonPermission('btn_edit') && isAdministrator, admin: useButtonPermission('btn_admin') && isAdministrator };
  const store = useStore(() => new ConfigStore(ctx, may));
  useEffect(() => void store.load(), [store]);
  const [tab, setTab] = useState<Section | 'others'>('basic');
  const { loading } = store;
  return (
    <PageFrame
      // Forms are longer than a screen: the page grows with them and is scrolled.
      fill={false}
      title={menu.fullName}
      actions={
        <PermissionButton theme="light" icon={<IconRefresh aria-hidden />} onClick={() => store.readAgain()}>
          {t('config.refresh')}
        </PermissionButton>
      }
    >
      {loading.kind === 'loading' && <ListSkeleton />}
      {loading.kind === 'failed' && <ErrorCard error={loading.error} onRetry={() => void store.load()} />}
      {loading.kind === 'ready' && (
        <PageTabs
          activeKey={tab}
          onChange={setTab}
          keep
          tabs={[
            ...SECTIONS.map((section) => ({
              key: section,
              title: t(`config.sections.${section}`),
              content: <SectionPart store={store} section={section} mayEdit={may.edit} />,
            })),
            may.admin && { key: 'others' as const, title: t('config.sections.others'), content: <AdministratorsPart store={store} /> },
          ]}
        />
      )}
    </PageFrame>
  );
});

interface PartProps {
  readonly store: ConfigStore;
}

const SectionPart = observer(function SectionPart({ store, section, mayEdit }: PartProps & { readonly section: Section; readonly mayEdit: boolean }) {
  const { t } = usePlugin();
  const mayTest = useButtonPermission('btn_test') && mayEdit;
  const form = store.formOf(section);
  if (!form) return null;
  return (
    <section className="nk-sheet" aria-label={t(`config.sections.${section}`)}>
      <h2 className="nephra-visually-hidden">{t(`config.sections.${section}`)}</h2>
      <p className="sy-config-intro">{t(mayEdit ? `config.intro.${section}` : 'config.readOnly')}</p>
      {store.stale && (
        <Alert kind="warning" text={t('config.stale')}>
          <button type="button" className="nk-text-button" onClick={() => void store.readAgain()}>
            {t('config.readAgain')}
          </button>
        </Alert>
      )}
      <FormPanel form={form} columns={2} onSubmit={() => void store.save(section)}>
        {mayEdit && <SaveBar form={form} button="btn_edit" onSave={() => store.save(section)} />}
      </FormPanel>
      {section === 'mail' && mayTest && <MailTestPart store={store} />}
    </section>
  );
});

const MailTestPart = observer(function MailTestPart({ store }: PartProps) {
  const { t } = usePlugin();
  return (
    <section className="sy-config-test" aria-label={t('config.test')}>
      <FormPanel form={store.mailTest} columns={2} onSubmit={() => void store.sendTest()}>
        <div className="nk-form-bar">
          <PermissionButton button="btn_test" theme="light" type="primary" onClick={() => store.sendTest()}>
            {t('config.test')}
          </PermissionButton>
        </div>
      </FormPanel>
      {store.tested && <Alert kind={store.tested.sent ? 'info' : 'error'} text={store.tested.text} />}
    </section>
  );
});

const AdministratorsPart = observer(function AdministratorsPart({ store }: PartProps) {
  const { t } = usePlugin();
  const { people } = store;
  return (
    <section className="nk-sheet" aria-label={t('config.sections.others')}>
      <h2 className="nephra-visually-hidden">{t('config.sections.others')}</h2>
      <p className="sy-config-intro">{t('config.intro.others')}</p>
      <FormPanel form={people} columns={2} onSubmit={() => void store.savePeople()}>
        <SaveBar form={people} button="btn_admin" confirm={t('config.administratorsAsk')} onSave={() => store.savePeople()} />
      </FormPanel>
    </section>
  );
});

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '@nephra/plugin-sdk/ui';
import { createClient, SlotOutlet } from '@nephra/plugin-sdk/web';
import { DateText, DescriptionSections, ErrorCard, FormPanel, FormStore, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { type BaseInfo, sessionContract } from '../../../contract/index.ts';
import { useShell } from '../../shell-context.tsx';
import { MobileCodeField } from './mobile-code-field.tsx';
import { type BaseInfoValues, baseInfoFields, bodyOf, genderKey, listText, valuesOf } from './base-info-form.ts';

type Loaded = { readonly kind: 'loading' } | { readonly kind: 'ready'; readonly file: BaseInfo } | { readonly kind: 'failed'; readonly error: unknown };

/** The person's own file: shown, and what belongs to them changed (spec 7.11, BaseInfo). */
export const BaseInfoPanel = observer(function BaseInfoPanel() {
  const { t, http } = useShell();
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const [form, setForm] = useState<FormStore<BaseInfoValues> | null>(null);
  const [edited, setEdited] = useState(false);
  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const { data } = await createClient(sessionContract, http).profile({}, { signal, quiet: true });
        setLoaded({ kind: 'ready', file: data });
      } catch (error) {
        if (!signal?.aborted) setLoaded({ kind: 'failed', error });
      }
    },
    [http],
  );
  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal);
    return () => stop.abort();
  }, [load]);
  if (loaded.kind === 'loading') return <ListSkeleton />;
  if (loaded.kind === 'failed') return <ErrorCard error={loaded.error} onRetry={() => void load()} />;
  const { file } = loaded;
  const close = () => {
    setEdited(true);
    setForm(null);
  };
  const edit = () =>
    setForm(new FormStore<BaseInfoValues>({ fields: () => baseInfoFields(t, file, (control) => <MobileCodeField {...control} />), initial: valuesOf(file) }));
  return (
    <section aria-label={t('profile.base')}>
      {form === null ? (
        <>
          <div className="nf-profile-title">
            {/* The form goes with the buttons that end it: the focus comes back to where the change began. */}
            <Button autoFocus={edited} onClick={edit}>
              {t('profile.edit')}
            </Button>
          </div>
          <FileFacts file={file} />
          <SlotOutlet point="shell/profile@1" props={{}} />
        </>
      ) : (
        <FileForm
          form={form}
          file={file}
          onCancel={close}
          onSaved={async () => {
            await load();
            close();
          }}
        />
      )}
    </section>
  );
});

const FileFacts = observer(function FileFacts({ file }: { readonly file: BaseInfo }) {
  const { t } = useShell();
  return (
    <DescriptionSections
      columns={2}
      sections={[
        {
          title: t('profile.section.work'),
          items: [
            { label: t('profile.account'), value: file.account },
            { label: t('profile.manager'), value: file.manager },
            { label: t('profile.organize'), value: file.organize, span: 2 },
            { label: t('profile.position'), value: file.position },
            { label: t('profile.role'), value: file.roleId },
            { label: t('profile.created'), value: <DateText value={file.creatorTime} /> },
            { label: t('profile.lastLogin'), value: <DateText value={file.prevLogTime} /> },
          ],
        },
        {
          title: t('profile.section.person'),
          items: [
            { label: t('profile.name'), value: file.realName },
            { label: t('profile.gender'), value: t(`profile.genders.${genderKey(file.gender)}`) },
            { label: t('profile.birthday'), value: <DateText value={file.birthday} variant="date" /> },
            { label: t('profile.entryDate'), value: <DateText value={file.entryDate} variant="date" /> },
            { label: t('profile.nation'), value: file.nation },
            { label: t('profile.nativePlace'), value: file.nativePlace },
            { label: t('profile.certificatesType'), value: listText(t, 'certificates', file.certificatesType) },
            { label: t('profile.certificatesNumber'), value: file.certificatesNumber },
            { label: t('profile.education'), value: listText(t, 'educations', file.education) },
          ],
        },
        {
          title: t('profile.section.contact'),
          items: [
            { label: t('profile.mobile'), value: file.mobilePhone },
            { label: t('profile.email'), value: file.email },
            { label: t('profile.telePhone'), value: file.telePhone },
            { label: t('profile.landline'), value: file.landline },
            { label: t('profile.postalAddress'), value: file.postalAddress, span: 2 },
            { label: t('profile.urgentContacts'), value: file.urgentContacts },
            { label: t('profile.urgentTelePhone'), value: file.urgentTelePhone },
            { label: t('profile.signature'), value: file.signature, span: 2 },
          ],
        },
      ]}
    />
  );
});

interface FileFormProps {
  readonly form: FormStore<BaseInfoValues>;
  readonly file: BaseInfo;
  readonly onSaved: () => Promise<void>;
  readonly onCancel: () => void;
}

const FileForm = observer(function FileForm({ form, file, onSaved, onCancel }: FileFormProps) {
  const { t, http, toast, confirm } = useShell();
  const submit = async () => {
    const outcome = await form.submit(
      async (values, act) => await createClient(sessionContract, http).saveProfile({ body: bodyOf(values, file) }, { ...act, quiet: true }),
    );
    if (outcome.kind !== 'saved') return;
    toast.success(outcome.result.msg || t('profile.saved'));
    await onSaved();
  };
  const cancel = async () => {
    if (form.dirty && !(await confirm({ title: t('unsaved.title'), content: t('unsaved.content'), okText: t('unsaved.leave'), danger: true }))) return;
    form.reset();
    onCancel();
  };
  return (
    <FormPanel form={form} columns={2} autoFocus onSubmit={() => void submit()}>
      <div className="nf-profile-buttons">
        <Button theme="solid" type="primary" loading={form.saving} onClick={() => void submit()}>
          {t('profile.save')}
        </Button>
        <Button disabled={form.saving} onClick={() => void cancel()}>
          {t('common.cancelButton')}
        </Button>
      </div>
    </FormPanel>
  );
});

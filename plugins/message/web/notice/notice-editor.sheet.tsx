import { Button, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { FormPanel, RichTextView } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { MessageDialog } from '../reader/message.dialog.tsx';
import { lastMoment } from './notice-form.ts';
import type { NoticeEditorStore, SavedNotice } from './notice-editor.store.ts';
import './notice.css';

interface NoticeEditorProps {
  readonly store: NoticeEditorStore;
  /** The person may release what is saved. */
  readonly mayRelease: boolean;
  readonly onSaved: (saved: SavedNotice, release: boolean) => unknown;
  readonly onClose: () => void;
}

/** Writes a notice: what it says, whom it is for, how it is shown. */
export const NoticeEditor = observer(function NoticeEditor({ store, mayRelease, onSaved, onClose }: NoticeEditorProps) {
  const { t, confirm } = usePlugin();
  const { form, notice } = store;
  const save = async (release: boolean) => {
    const outcome = await form.submit(store.save);
    if (outcome.kind === 'saved') await onSaved(outcome.result, release);
  };
  const close = async () => {
    if (form.saving) return;
    if (form.dirty && !(await confirm({ title: t('notice.leaveTitle'), content: t('notice.leaveAsk'), okText: t('notice.leaveOk'), danger: true }))) return;
    form.reset();
    onClose();
  };
  return (
    <SideSheet
      visible
      title={t(notice === null ? 'notice.add' : 'notice.editTitle')}
      width="min(860px, 100vw)"
      maskClosable={false}
      onCancel={() => void close()}
      footer={
        <div className="message-foot">
          <Button theme="borderless" onClick={() => store.preview(true)}>
            {t('notice.preview')}
          </Button>
          <span className="notice-spring" />
          <Button onClick={() => void close()} disabled={form.saving}>
            {t('notice.cancel')}
          </Button>
          <Button theme={mayRelease ? 'light' : 'solid'} type="primary" loading={form.saving} onClick={() => void save(false)}>
            {t('notice.saveDraft')}
          </Button>
          {mayRelease && (
            <Button theme="solid" type="primary" loading={form.saving} onClick={() => void save(true)}>
              {t('notice.saveAndRelease')}
            </Button>
          )}
        </div>
      }
    >
      <div className="notice-form">
        <FormPanel form={form} columns={2} autoFocus>
          {/* Stands at the field as well, where nothing tells of a change. */}
          <span className="nephra-visually-hidden" role="status">
            {store.reachedText}
          </span>
        </FormPanel>
      </div>
      {store.previewing && <Preview store={store} />}
    </SideSheet>
  );
});

/** As its readers will see it. */
const Preview = observer(function Preview({ store }: { readonly store: NoticeEditorStore }) {
  const { t, user, now } = usePlugin();
  const { values } = store.form;
  return (
    <MessageDialog
      info={{
        title: values.title || t('notice.untitled'),
        creatorUser: user.userName,
        lastModifyTime: now(),
        bodyText: '',
        files: JSON.stringify(values.files),
        urgency: values.urgency,
        pinned: values.pinned ? 1 : 0,
        mustRead: values.mustRead ? 1 : 0,
        receiptTime: null,
        validUntil: lastMoment(values.validUntil),
      }}
      body={<RichTextView text={values.content} />}
      onClose={() => store.preview(false)}
    />
  );
});

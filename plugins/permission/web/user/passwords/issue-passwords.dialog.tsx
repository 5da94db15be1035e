import { Button, Modal, Progress } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, saveFile } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { IssuePasswordsStore } from './issue-passwords.store.ts';
import '../user.css';

export interface IssuePasswordsDialogProps {
  /** Open while there is one. */
  readonly store: IssuePasswordsStore | null;
  readonly onClose: () => void;
}

/** Sets one-time passwords for the chosen users and hands out the list once. */
export const IssuePasswordsDialog = observer(function IssuePasswordsDialog({ store, onClose }: IssuePasswordsDialogProps) {
  const { t, confirm } = usePlugin();
  const save = () =>
    store && saveFile(store.file([t('user.field.account'), t('user.field.realName'), t('user.issue.password')]), `${t('user.issue.file')}.csv`);
  const close = async () => {
    if (store?.state === 'running') return;
    // Nobody can show these passwords again.
    if (store && store.issued.length > 0 && !(await confirm({ content: t('user.issue.closeAsk'), okText: t('parts.closeDialog') }))) return;
    onClose();
  };
  return (
    <Modal
      visible={store !== null}
      title={t('user.issue.title')}
      width="min(520px, calc(100vw - 24px))"
      centered
      maskClosable={false}
      keepDOM={false}
      onCancel={() => void close()}
      footer={
        store && (
          <>
            {store.state === 'running' ? (
              <Button autoFocus onClick={() => store.stop()}>
                {t('parts.stop')}
              </Button>
            ) : (
              // Each step puts the focus on what comes next: the button that was pressed has gone.
              <Button key={store.state} autoFocus={store.state === 'done' && store.issued.length === 0} onClick={() => void close()}>
                {t(store.state === 'done' ? 'parts.closeDialog' : 'parts.cancel')}
              </Button>
            )}
            {store.state === 'asking' && (
              <Button theme="solid" type="primary" onClick={() => void store.run()}>
                {t('user.issue.start', { n: store.users.length })}
              </Button>
            )}
            {store.state === 'done' && store.issued.length > 0 && (
              <Button autoFocus theme="solid" type="primary" onClick={save}>
                {t('user.issue.download', { n: store.issued.length })}
              </Button>
            )}
          </>
        )
      }
    >
      {store && <Body store={store} />}
    </Modal>
  );
});

const Body = observer(function Body({ store }: { readonly store: IssuePasswordsStore }) {
  const { t } = usePlugin();
  const own = store.ownLeftOut && <Alert kind="info" text={t('user.issue.own')} />;
  if (store.state === 'asking') {
    return (
      <div className="us-export">
        <p className="pm-note">{t('user.issue.text', { n: store.users.length })}</p>
        {own}
      </div>
    );
  }
  return (
    <div className="us-export">
      {own}
      <div role="status">
        <Progress percent={Math.round((store.answered / Math.max(1, store.users.length)) * 100)} showInfo aria-label={t('user.issue.title')} />
        <p className="pm-note">{t('user.issue.progress', { n: store.answered, total: store.users.length })}</p>
      </div>
      {store.state === 'done' && store.issued.length > 0 && <Alert kind="info" text={t('user.issue.once')} />}
      {store.refused.length > 0 && (
        <ul className="us-refused">
          {store.refused.map((user) => (
            <li key={user.id}>{t('user.issue.refused', { name: user.realName, account: user.account, reason: user.reason })}</li>
          ))}
        </ul>
      )}
    </div>
  );
});

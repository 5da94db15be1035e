import { Button, IconEdit, IconRefresh, IconSetting } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ErrorCard } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { folderLabel } from './folder-label.ts';
import { type MailStore, OWN_LETTERS } from './mail.store.ts';

interface FolderPaneProps {
  readonly store: MailStore;
  readonly onChoose: (folder: string) => void;
  readonly onWrite: () => void;
  readonly onSettings: () => void;
}

/** Folders of the mailbox with what is not read, and the drafts. */
export const FolderPane = observer(function FolderPane({ store, onChoose, onWrite, onSettings }: FolderPaneProps) {
  const { t } = usePlugin();
  const { folders, folder, folderProblem } = store;
  return (
    <nav className="mail-folders" aria-label={t('page.folders')}>
      <Button theme="solid" type="primary" icon={<IconEdit />} onClick={onWrite}>
        {t('page.write')}
      </Button>
      <ul>
        {folders.map((one) => (
          <li key={one.path} style={{ paddingLeft: one.parent === '' ? 0 : 12 }}>
            <button type="button" aria-current={one.path === folder ? 'page' : undefined} disabled={!one.selectable} onClick={() => onChoose(one.path)}>
              <span className="mail-folder-name">{folderLabel(t, one)}</span>
              {one.unseen > 0 && (
                <span className="mail-count" title={t('folder.unseen', { n: one.unseen })}>
                  {one.unseen}
                </span>
              )}
            </button>
          </li>
        ))}
        <li>
          <button type="button" aria-current={folder === OWN_LETTERS ? 'page' : undefined} onClick={() => onChoose(OWN_LETTERS)}>
            <span className="mail-folder-name">{t('folder.own')}</span>
          </button>
        </li>
      </ul>
      {folderProblem !== null && <ErrorCard error={folderProblem} onRetry={() => void store.refresh()} />}
      <div className="mail-folder-acts">
        <Button theme="borderless" icon={<IconRefresh />} onClick={() => void store.refresh()}>
          {t('page.refresh')}
        </Button>
        <Button theme="borderless" icon={<IconSetting />} onClick={onSettings}>
          {t('page.settings')}
        </Button>
      </div>
    </nav>
  );
});

import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, ErrorCard, ListSkeleton, PermissionButton, useButtonCheck } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import type { RightMenu } from '../../../contract/authority.schema.ts';
import { DataSchemeDrawer } from '../../data-scheme/data-scheme.drawer.tsx';
import type { AuthorizeStore } from '../authorize.store.ts';
import { BatchDialog } from '../batch.dialog.tsx';
import { CopyRoleDialog } from '../copy-role.dialog.tsx';
import type { GrantEditorStore } from './grant-editor.store.ts';
import { MenuRightsPanel } from './menu-rights.panel.tsx';
import { RightsTree } from './rights-tree.tsx';
import { SaveChangesDialog } from '../save-changes.dialog.tsx';

interface GrantEditorProps {
  readonly page: AuthorizeStore;
  readonly store: GrantEditorStore;
  /** Leads to what a person may do in all, and why. */
  readonly onExplain?: () => void;
}

/** One tree of menus; beside it everything that can be granted on the chosen one. Nothing changes until it is saved. */
export const GrantEditor = observer(function GrantEditor({ page, store, onExplain }: GrantEditorProps) {
  const { t, guardUnsaved } = usePlugin();
  useEffect(() => guardUnsaved(() => store.dirty, { keptAsDraft: true }), [guardUnsaved, store]);
  const [schemes, setSchemes] = useState<RightMenu | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  // Where the keyboard goes on once what was pressed has nothing left to do.
  const toTree = () => frame.current?.querySelector<HTMLElement>('[role="tree"]')?.focus();
  const reset = () => {
    store.reset();
    toTree();
  };
  const closeSave = () => {
    store.dismissFailure();
    page.close();
  };
  const { state, granted, diff } = store;
  if (state.kind === 'failed') return <ErrorCard error={state.error} onRetry={() => void store.load()} />;
  if (state.kind === 'loading' || !granted) return <ListSkeleton />;
  return (
    <div ref={frame} className="pm-editor">
      <EditorBar page={page} store={store} onExplain={onExplain} />
      {store.fromDraft && (
        <Alert kind="info" text={t('authorize.fromDraft')}>
          <button type="button" className="nk-text-button" onClick={reset}>
            {t('parts.leaveOk')}
          </button>
        </Alert>
      )}
      {granted.beyond > 0 && <Alert kind="info" text={t('authorize.beyond', { n: granted.beyond })} />}
      <div className="pm-editor-parts">
        <div className="pm-editor-tree">
          <Input
            value={store.keyword}
            showClear
            placeholder={t('authorize.find')}
            aria-label={t('authorize.find')}
            onChange={(keyword) => store.setKeyword(keyword)}
          />
          <RightsTree store={store} />
        </div>
        <MenuRightsPanel
          store={store}
          schemeAction={(menu) => (
            <PermissionButton button="btn_scheme" theme="borderless" size="small" onClick={() => setSchemes(menu)}>
              {t('authorize.schemes')}
            </PermissionButton>
          )}
        />
      </div>
      <footer className="pm-editor-foot">
        <span className="pm-diff" role="status">
          {store.dirty ? (
            <>
              <b className="pm-plus">+{diff.added.length}</b> <b className="pm-minus">−{diff.removed.length}</b>
            </>
          ) : (
            t('authorize.unchanged')
          )}
        </span>
        <Button disabled={!store.dirty} onClick={reset}>
          {t('parts.undo')}
        </Button>
        <Button theme="solid" type="primary" disabled={!store.dirty} onClick={() => page.show('save')}>
          {t('authorize.save')}
        </Button>
      </footer>
      <DataSchemeDrawer
        menu={schemes && { id: schemes.id, name: schemes.fullName }}
        onClose={() => setSchemes(null)}
        onChanged={() => void store.reloadCatalogue()}
      />
      {page.dialog === 'save' && <SaveChangesDialog store={store} onClose={closeSave} onSaved={toTree} />}
      {page.dialog === 'copy' && <CopyRoleDialog store={store} onClose={() => page.close()} />}
      {page.dialog === 'batch' && <BatchDialog store={store} onClose={() => page.close()} />}
    </div>
  );
});

const EditorBar = observer(function EditorBar({ page, store, onExplain }: GrantEditorProps) {
  const { t } = usePlugin();
  const granted = useButtonCheck();
  const { object } = store;
  return (
    <div className="pm-editor-bar" role="toolbar" aria-label={t('authorize.title')}>
      <strong className="pm-editor-name">
        {store.granted?.fullName} <small>{t(`authorize.objectKind.${object.type}`)}</small>
      </strong>
      <div className="pm-editor-acts">
        <Button theme="borderless" onClick={() => store.tickAll(true)}>
          {t('authorize.checkAll')}
        </Button>
        <Button theme="borderless" onClick={() => store.tickAll(false)}>
          {t('authorize.uncheckAll')}
        </Button>
        <Button theme="borderless" onClick={() => store.setAllOpen(true)}>
          {t('authorize.expandAll')}
        </Button>
        <Button theme="borderless" onClick={() => store.setAllOpen(false)}>
          {t('authorize.foldAll')}
        </Button>
        <Button theme="borderless" onClick={() => page.show('copy')}>
          {t('authorize.selectRole')}
        </Button>
        <PermissionButton button="btn_batch" theme="borderless" onClick={() => page.show('batch')}>
          {t('authorize.batch')}
        </PermissionButton>
        {onExplain && object.type === 'User' && granted('btn_explain') && (
          <Button theme="borderless" onClick={onExplain}>
            {t('authorize.why')}
          </Button>
        )}
      </div>
    </div>
  );
});

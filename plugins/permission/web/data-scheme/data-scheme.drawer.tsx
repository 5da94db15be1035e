import { Button, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ErrorCard, ListSkeleton, UserSelectField, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { type DataMenuRef, DataSchemeStore } from './data-scheme.store.ts';
import { SchemeEditor } from './scheme-editor.view.tsx';
import { SchemeList } from './scheme-list.view.tsx';
import '../parts/parts.css';
import './data-scheme.css';

export interface DataSchemeDrawerProps {
  /** Open while there is one. Needs the button `permission.authorize:btn_scheme`. */
  readonly menu: DataMenuRef | null;
  readonly onClose: () => void;
  /** Schemes of the menu changed, so lists of what can be granted are to be read again. */
  readonly onChanged?: () => void;
}

/** Data rights of a menu: on or off, its schemes, and an editor that says in words and numbers what a scheme shows. */
export function DataSchemeDrawer({ menu, onClose, onChanged }: DataSchemeDrawerProps) {
  return menu === null ? null : <OpenDrawer key={menu.id} menu={menu} onClose={onClose} onChanged={onChanged} />;
}

interface OpenDrawerProps extends DataSchemeDrawerProps {
  readonly menu: DataMenuRef;
}

const OpenDrawer = observer(function OpenDrawer({ menu, onClose, onChanged }: OpenDrawerProps) {
  const ctx = usePlugin();
  const { t, confirm, guardUnsaved, toast } = ctx;
  const store = useStore(() => new DataSchemeStore(menu, ctx));
  useEffect(() => void store.load(), [store]);
  useEffect(() => guardUnsaved(() => store.editor?.dirty ?? false), [guardUnsaved, store]);
  const { editor } = store;
  const frame = useRef<HTMLDivElement>(null);
  const edited = useRef(false);
  // Back from the editor the keyboard goes on in the list.
  useEffect(() => {
    if (edited.current && editor === null) frame.current?.querySelector<HTMLElement>('.pm-scheme-bar button')?.focus();
    edited.current = editor !== null;
  }, [editor]);

  const mayLeave = async (): Promise<boolean> => {
    if (!editor) return true;
    if (editor.saving) return false;
    return !editor.dirty || (await confirm({ content: t('dataScheme.dirtyAsk'), okText: t('dataScheme.discard'), danger: true }));
  };
  const back = async () => {
    if (await mayLeave()) store.close();
  };
  const close = async () => {
    if (!(await mayLeave())) return;
    onChanged?.();
    onClose();
  };
  const save = async () => {
    const said = await editor?.save();
    if (said === undefined) return;
    toast.success(said);
    store.close();
    await store.load();
  };

  const title = editor ? t(editor.scheme ? 'dataScheme.editScheme' : 'dataScheme.newScheme') : t('dataScheme.title', { menu: menu.name });
  return (
    <SideSheet
      visible
      title={title}
      width="min(860px, 100vw)"
      maskClosable={false}
      onCancel={() => void (editor ? back() : close())}
      footer={
        editor && (
          <div className="pm-foot">
            <Button onClick={() => void back()} disabled={editor.saving}>
              {t('dataScheme.back')}
            </Button>
            <Button theme="solid" type="primary" loading={editor.saving} onClick={() => void save()}>
              {t('dataScheme.save')}
            </Button>
          </div>
        )
      }
    >
      <div ref={frame} className="pm-scheme">
        {store.loaded.kind === 'loading' && <ListSkeleton />}
        {store.loaded.kind === 'failed' && <ErrorCard error={store.loaded.error} onRetry={() => void store.load()} />}
        {store.loaded.kind === 'ready' && store.fields.length > 0 && (
          <div className="pm-scheme-example">
            <span>{t('dataScheme.previewUser')}</span>
            <UserSelectField
              label={t('dataScheme.previewUser')}
              placeholder={t('parts.findPerson')}
              value={store.example?.id ?? null}
              names={store.example ? [{ id: store.example.id, fullName: store.example.name }] : undefined}
              onChange={(_id, [person]) => store.choose(person ? { id: person.id, name: person.fullName } : null)}
            />
          </div>
        )}
        {store.loaded.kind === 'ready' && (editor ? <SchemeEditor key={editor.scheme?.id ?? 'new'} store={editor} /> : <SchemeList store={store} />)}
      </div>
    </SideSheet>
  );
});

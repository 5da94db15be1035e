import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, ErrorCard, SaveFailure } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { GrantEditorStore } from './grant/grant-editor.store.ts';

interface SaveChangesProps {
  readonly store: GrantEditorStore;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** What saving would add and take away, before it happens. When somebody else was faster, the changes can be put on top of theirs. */
export const SaveChangesDialog = observer(function SaveChangesDialog({ store, onClose, onSaved }: SaveChangesProps) {
  const { t } = usePlugin();
  const { diff, granted } = store;
  const save = async () => {
    if (!(await store.save())) return;
    onClose();
    onSaved();
  };
  return (
    <Modal
      visible
      title={t('authorize.saveTitle', { name: granted?.fullName ?? '' })}
      width="min(640px, calc(100vw - 24px))"
      centered
      maskClosable={false}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={store.saving}>
            {t('parts.cancel')}
          </Button>
          {store.isStale ? (
            <Button theme="solid" type="primary" loading={store.saving} onClick={() => void store.rebase()}>
              {t('authorize.rebase')}
            </Button>
          ) : (
            <Button theme="solid" type="primary" loading={store.saving} disabled={!store.dirty} onClick={() => void save()}>
              {t('parts.save')}
            </Button>
          )}
        </>
      }
    >
      <div className="pm-changes">
        {store.failure !== null && (store.isStale ? <Alert kind="warning" text={t('authorize.stale')} /> : <SaveFailure error={store.failure} />)}
        {store.rebaseFailure !== null && <ErrorCard error={store.rebaseFailure} />}
        <Changes store={store} ids={diff.added} kind="plus" />
        <Changes store={store} ids={diff.removed} kind="minus" />
      </div>
    </Modal>
  );
});

function Changes({ store, ids, kind }: { readonly store: GrantEditorStore; readonly ids: readonly string[]; readonly kind: 'plus' | 'minus' }) {
  const { t } = usePlugin();
  if (ids.length === 0) return null;
  return (
    <section aria-label={t(`authorize.${kind}`)}>
      <h4 className={`pm-${kind}`}>{t(`authorize.${kind}N`, { n: ids.length })}</h4>
      <ul>
        {store.named(ids).map((change) => (
          <li key={change.id}>
            <b>{change.menu}</b>
            {change.names.length > 0 && `: ${change.names.join(t('authorize.comma'))}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

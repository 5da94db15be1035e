import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, FormPanel, ListSkeleton, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { ShareStore } from './share.store.ts';

/** With whom an entry is shared, and with whom else it is to be. */
export const ShareDialog = observer(function ShareDialog({ store, onClose }: { readonly store: ShareStore; readonly onClose: () => void }) {
  const { t } = usePlugin();
  useEffect(() => void store.load(), [store]);
  const { people, failure, form } = store;
  const rights = [
    { value: 'read', text: t('share.read'), tone: 'neutral' as const },
    { value: 'change', text: t('share.change'), tone: 'info' as const },
  ];
  return (
    <Modal
      visible
      title={t('share.title', { name: store.row.fullName })}
      width="min(560px, calc(100vw - 24px))"
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <FormPanel form={form} />
      <Button theme="solid" loading={form.saving} onClick={() => void store.add()}>
        {t('share.add')}
      </Button>
      <h4 className="documents-shared-title">{t('share.now')}</h4>
      {failure !== null && <ErrorCard error={failure} onRetry={() => void store.load()} />}
      {people === null && failure === null && <ListSkeleton />}
      {people?.length === 0 && <EmptyState text={t('share.nobody')} />}
      <ul className="documents-shared">
        {people?.map((person) => (
          <li key={person.id}>
            <span>
              {person.realName} <small>{person.account}</small>
            </span>
            <StatusTag value={person.right} table={rights} />
            <Button size="small" onClick={() => void store.turn(person)}>
              {t(person.right === 'read' ? 'share.letChange' : 'share.letRead')}
            </Button>
            <Button size="small" type="danger" aria-label={t('share.removeOf', { name: person.realName })} onClick={() => void store.remove(person)}>
              {t('share.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
});

import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ErrorCard, ListSkeleton, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { OpenMessage, StaffMessagesStore } from './staff-messages.store.ts';

/** One message: all that it says, and whom it reached. */
export const OpenedMessage = observer(function OpenedMessage({ store, opened }: { readonly store: StaffMessagesStore; readonly opened: OpenMessage }) {
  const { t } = usePlugin();
  const { row, people, error } = opened;
  const close = (): void => store.closeOpened();
  const states = [
    { value: 1, text: t('qyMessage.reached'), tone: 'success' as const },
    { value: 0, text: t(row.state === 'sent' || row.state === 'refused' ? 'qyMessage.unreached' : 'qyMessage.unknown'), tone: 'warning' as const },
  ];
  return (
    <Modal
      visible
      centered
      width="min(560px, calc(100vw - 24px))"
      title={t('qyMessage.title')}
      onCancel={close}
      footer={<Button onClick={close}>{t('qyMessage.close')}</Button>}
    >
      <div className="wx-lines">
        <p className="wx-text">{row.content}</p>
        {row.reason !== '' && <p className="wx-quiet">{row.reason}</p>}
        {row.msgId !== '' && (
          <p className="wx-quiet">
            {t('qyMessage.msgId')} {row.msgId}
          </p>
        )}
        {error !== null && <ErrorCard error={error} onRetry={() => void store.open(row)} />}
        {people === null && error === null && <ListSkeleton />}
        {people !== null && (
          <ul className="wx-matches" aria-label={t('qyMessage.receivers')}>
            {people.map(({ userId, realName, qyWxUserId, reached }) => (
              <li key={userId}>
                <span>
                  {realName} <small className="wx-quiet">{qyWxUserId || t('qyMessage.unbound')}</small>
                </span>
                <StatusTag value={reached} table={states} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Modal>
  );
});

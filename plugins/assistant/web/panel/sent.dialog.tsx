import { Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { AssistantStore } from './assistant.store.ts';

const WIDTH = 560;

/** What goes out, word for word: before the first question to a host, and whenever somebody wants to see it. */
export const SentDialog = observer(function SentDialog({ store }: { readonly store: AssistantStore }) {
  const { t } = usePlugin();
  const { sent } = store;
  if (!sent) return null;
  const { view, agree } = sent;
  const { masks = [], unmasked, local } = view;
  return (
    <Modal
      visible
      width={WIDTH}
      title={t(agree ? 'sent.agreeTitle' : 'sent.title')}
      okText={t(agree ? 'sent.agree' : 'sent.close')}
      cancelText={t('sent.cancel')}
      hasCancel={agree}
      onOk={() => void (agree ? store.agree() : store.closeSent())}
      onCancel={() => store.closeSent()}
      className="as-sent"
    >
      <p>{t(local === true ? 'sent.toLocal' : 'sent.to', { host: view.host })}</p>
      {agree && <p>{t('sent.why')}</p>}
      {unmasked === true && <Alert kind="warning" text={t('sent.unmasked')} />}
      <ol className="as-sent-list">
        {view.messages.map(({ role, content }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no name but their place
          <li key={at}>
            <strong>{t(`sent.role.${role}`)}</strong>
            <div>{content}</div>
          </li>
        ))}
      </ol>
      {masks.length > 0 && (
        <>
          <p>{t('sent.masks')}</p>
          <dl className="as-masks">
            {masks.map(({ token, value, kind }) => (
              <div key={token}>
                <dt>{token}</dt>
                <dd>
                  {value} <small>{t(`sent.kind.${kind}`)}</small>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {masks.length === 0 && view.masks !== undefined && unmasked !== true && <p>{t('sent.noMasks')}</p>}
    </Modal>
  );
});

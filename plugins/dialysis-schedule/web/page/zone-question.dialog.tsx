import { Button, Input, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { MAX_REASON } from '../../contract/limits.ts';
import type { BoardStore, ZoneQuestion } from '../board/board.store.ts';

/** Whoever may let a patient lie in another zone says why, and signs with it. */
export const ZoneQuestionDialog = observer(function ZoneQuestionDialog({ store }: { readonly store: BoardStore }) {
  const { question } = store;
  return question && <Asked question={question} onClose={() => store.ask(null)} />;
});

function Asked({ question, onClose }: { readonly question: ZoneQuestion; readonly onClose: () => void }) {
  const { t } = usePlugin();
  const [reason, setReason] = useState('');
  const send = () => {
    onClose();
    void question.send(reason.trim());
  };
  return (
    <Modal
      visible
      title={t('override.title')}
      width="min(480px, calc(100vw - 24px))"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('override.no')}</Button>
          <Button theme="solid" type="danger" disabled={reason.trim() === ''} onClick={send}>
            {t('override.yes')}
          </Button>
        </>
      }
    >
      <p>{question.sentence}</p>
      <Input value={reason} maxLength={MAX_REASON} placeholder={t('override.reason')} aria-label={t('override.reason')} onChange={setReason} />
    </Modal>
  );
}

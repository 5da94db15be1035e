import { usePlugin } from '@nephra/plugin-sdk/web';
import type { MessageRow } from '../../contract/message.schema.ts';

/** How urgent a message is, where that is not ordinary; that it stays on top; that it waits to be confirmed. */
export function MessageMarks({ message }: { readonly message: Pick<MessageRow, 'urgency' | 'pinned' | 'mustRead' | 'receiptTime'> }) {
  const { t } = usePlugin();
  const { urgency, pinned, mustRead, receiptTime } = message;
  return (
    <>
      {urgency !== 'normal' && <span className={`message-mark message-mark-${urgency}`}>{t(`urgency.${urgency}`)}</span>}
      {pinned === 1 && <span className="message-mark">{t('marks.pinned')}</span>}
      {mustRead === 1 && receiptTime === null && <span className="message-mark message-mark-due">{t('marks.mustRead')}</span>}
    </>
  );
}

import { usePlugin } from '@nephra/plugin-sdk/web';
import { useRunOnce } from '@nephra/plugin-sdk/widgets';
import type { MessageRow } from '../../contract/message.schema.ts';
import { MessageMarks } from './message-marks.tsx';
import './message.css';

interface TitleButtonProps {
  readonly message: Pick<MessageRow, 'title' | 'urgency' | 'pinned' | 'mustRead' | 'receiptTime'>;
  readonly unread?: boolean;
  readonly onOpen: () => unknown;
}

/** Title of a message in a table; a press opens it. */
export function TitleButton({ message, unread = false, onOpen }: TitleButtonProps) {
  const { t } = usePlugin();
  const { busy, run } = useRunOnce();
  return (
    <button type="button" className="message-title" data-unread={unread || undefined} aria-busy={busy} onClick={() => void run(onOpen)}>
      {unread && <span className="message-dot" role="img" aria-label={t('marks.unread')} />}
      <MessageMarks message={message} />
      <span>{message.title}</span>
    </button>
  );
}

import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, useRunOnce } from '@nephra/plugin-sdk/widgets';
import type { MessageRow } from '../../contract/message.schema.ts';
import { MessageMarks } from '../reader/message-marks.tsx';
import '../reader/message.css';

interface InboxRowProps {
  readonly row: MessageRow;
  readonly unread: boolean;
  readonly onOpen: (row: MessageRow) => Promise<void>;
}

/** One message: unread dot, title, who wrote it and when (spec 2.4-09). */
export function InboxRow({ row, unread, onOpen }: InboxRowProps) {
  const { t } = usePlugin();
  const { busy, run } = useRunOnce();
  return (
    <li>
      <button type="button" className="message-row" data-unread={unread || undefined} aria-busy={busy} onClick={() => void run(() => onOpen(row))}>
        <span className="message-row-title">
          {unread && <span className="message-dot" role="img" aria-label={t('marks.unread')} />}
          {row.title}
        </span>
        <span className="message-row-facts">
          <MessageMarks message={row} />
          <span>{row.creatorUser}</span>
          <DateText value={row.lastModifyTime} variant="list" />
        </span>
      </button>
    </li>
  );
}

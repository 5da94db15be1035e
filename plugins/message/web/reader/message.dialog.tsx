import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AttachmentList, DateText, SafeHtml, SaveFailure } from '@nephra/plugin-sdk/widgets';
import type { ReactNode } from 'react';
import type { MessageInfo } from '../../contract/message.schema.ts';
import { attachmentsOf } from '../../domain/reading/attachments.ts';
import { withPictures } from '../../domain/notice/picture-addresses.ts';
import { MessageMarks } from './message-marks.tsx';
import './message.css';

type Shown = Pick<
  MessageInfo,
  'title' | 'creatorUser' | 'lastModifyTime' | 'bodyText' | 'files' | 'urgency' | 'pinned' | 'mustRead' | 'receiptTime' | 'validUntil'
>;

interface MessageDialogProps {
  readonly info: Shown;
  readonly onClose: () => void;
  /** The person confirms that they have read it. Without it nothing is asked. */
  readonly onReceipt?: () => unknown;
  readonly busy?: boolean;
  /** Why it could not be confirmed. */
  readonly problem?: unknown;
  /** Stands beside the button. */
  readonly note?: string;
  /** In place of the body that came with it. */
  readonly body?: ReactNode;
}

/** Four fifths of a phone are too few. */
const NARROWEST = { minWidth: 'min(720px, calc(100vw - 24px))' } as const;

/** 查看消息: title, date, creator, what it says, and its files (spec 2.4-10). */
export function MessageDialog({ info, onClose, onReceipt, busy = false, problem = null, note, body }: MessageDialogProps) {
  const { t, http } = usePlugin();
  const files = attachmentsOf(info.files);
  const asks = onReceipt !== undefined && info.mustRead === 1 && info.receiptTime === null;
  return (
    // What is pressed in here is no press on what the dialog was opened from, which lies around it for React.
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing here can be pressed; it keeps events in
    <span className="message-fence" onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <Modal
        visible
        centered
        title={t('reader.title')}
        width="80%"
        style={NARROWEST}
        bodyStyle={{ maxHeight: 'calc(100dvh - 200px)', overflow: 'auto' }}
        onCancel={onClose}
        footer={
          <div className="message-foot">
            {note !== undefined && <span className="message-quiet">{note}</span>}
            <Button onClick={onClose}>{t(asks ? 'reader.later' : 'reader.close')}</Button>
            {asks && (
              <Button theme="solid" type="primary" loading={busy} onClick={() => void onReceipt()}>
                {t('reader.receipt')}
              </Button>
            )}
          </div>
        }
      >
        <article className="message-read">
          <h3>{info.title}</h3>
          <p className="message-facts">
            <span>{info.creatorUser}</span>
            <DateText value={info.lastModifyTime} />
            <MessageMarks message={info} />
            {info.receiptTime !== null && (
              <span>
                {t('reader.confirmed')} <DateText value={info.receiptTime} />
              </span>
            )}
            {info.validUntil !== null && (
              <span>
                {t('reader.validUntil')} <DateText value={info.validUntil} />
              </span>
            )}
          </p>
          {problem !== null && <SaveFailure error={problem} />}
          {body ?? <SafeHtml html={withPictures(info.bodyText, http.fileUrl)} />}
          {files.length > 0 && (
            <section className="message-files">
              <h4>{t('reader.files')}</h4>
              <AttachmentList files={files} />
            </section>
          )}
        </article>
      </Modal>
    </span>
  );
}

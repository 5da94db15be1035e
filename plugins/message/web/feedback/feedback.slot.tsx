import { Button, Checkbox, TextArea } from '@nephra/plugin-sdk/ui';
import { type FeedbackSlotProps, usePlugin } from '@nephra/plugin-sdk/web';
import { useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { MAX_FEEDBACK_TEXT } from '../../contract/feedback/feedback-limits.ts';
import { browserName } from '../../domain/feedback/browser-name.ts';
import { FeedbackFormStore } from './feedback-form.store.ts';
import './feedback.css';

/** What the picture leaves out: the dialog that stands before the page. */
const DIALOG = '.semi-portal';

/** 意见反馈: what a person says to the administrators, with a covered picture of the page where they want that (spec 2.4-04). */
export const Slot = observer(function FeedbackSlot({ close, ...about }: FeedbackSlotProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const frame = useRef<HTMLDivElement>(null);
  const store = useStore(
    () =>
      new FeedbackFormStore(ctx, about, {
        ...{ userAgent: navigator.userAgent, screen: `${window.innerWidth}×${window.innerHeight}` },
        draw: async () => {
          const { coveredPicture } = await import('./picture/covered-picture.ts');
          return await coveredPicture(document, frame.current?.closest(DIALOG) ?? null);
        },
      }),
  );
  const { text, picture, drawing, sending } = store;
  const send = async () => {
    if (await store.send()) close();
  };
  return (
    <div ref={frame} className="message-feedback">
      <p className="message-feedback-hint">{t('feedback.who')}</p>
      <TextArea
        aria-label={t('feedback.text')}
        autosize={{ minRows: 4, maxRows: 12 }}
        maxCount={MAX_FEEDBACK_TEXT}
        maxLength={MAX_FEEDBACK_TEXT}
        value={text}
        onChange={store.write}
      />
      <p className="message-feedback-hint">
        {t('feedback.sentToo', { page: about.pageTitle || about.place, browser: browserName(navigator.userAgent), version: about.version })}
      </p>
      <Checkbox checked={picture !== null || drawing} disabled={drawing || sending} onChange={() => (picture ? store.drop() : void store.addPicture())}>
        {t('feedback.withPicture')}
      </Checkbox>
      {picture && (
        <figure className="message-feedback-picture">
          <img src={picture.address} alt={t('feedback.picture')} />
          <figcaption className="message-feedback-hint">{t('feedback.covered')}</figcaption>
        </figure>
      )}
      <div className="message-feedback-acts">
        <Button onClick={close}>{t('feedback.cancel')}</Button>
        <Button theme="solid" type="primary" loading={sending} disabled={drawing} onClick={() => void send()}>
          {t('feedback.send')}
        </Button>
      </div>
    </div>
  );
});

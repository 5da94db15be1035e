import { Button, IconClose, IconDelete, IconSend, Input, TextArea } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DateText, FileUploader, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState } from 'react';
import { FILE_LIMIT_MB, MAX_FILES, MAX_FILES_MB, MAX_SUBJECT, MAX_TEXT } from '../../contract/limits.ts';
import { addressText } from '../../domain/address.ts';
import type { ComposeStore, ReceiverField } from './compose.store.ts';

/** The field of this id, with the cursor before what stands in it. */
function focusStart(id: string): void {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.setSelectionRange(0, 0);
}

const Receivers = observer(function Receivers({ store, field }: { readonly store: ComposeStore; readonly field: ReceiverField }) {
  const { t } = usePlugin();
  const id = useId();
  const { complaint, suggestFor, suggestions } = store;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where writing begins
  useEffect(() => {
    if (field === 'to' && store.receivers.to === '') focusStart(id);
  }, []);
  const flawed = complaint?.field === field;
  return (
    <div className="mail-field">
      <label htmlFor={id}>{t(`write.${field}`)}</label>
      <div>
        <Input
          id={id}
          value={store.receivers[field]}
          placeholder={field === 'to' ? t('write.toHelp') : ''}
          validateStatus={flawed ? 'error' : 'default'}
          aria-invalid={flawed}
          aria-describedby={flawed ? `${id}-flaw` : undefined}
          onChange={(text) => store.setReceivers(field, text)}
        />
        {flawed && (
          <p id={`${id}-flaw`} className="mail-flaw" role="alert">
            {complaint.text}
          </p>
        )}
        {suggestFor === field && suggestions.length > 0 && (
          <ul className="mail-suggestions" aria-label={t('write.suggestions')}>
            {suggestions.map((one) => (
              <li key={one.address}>
                <button type="button" onClick={() => store.take(field, one)}>
                  {addressText(one)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
});

interface ComposePaneProps {
  readonly store: ComposeStore;
  readonly from: string;
  readonly canSend: boolean;
  /** The letter is off the page: sent, thrown away, or left as a draft. */
  readonly onDone: () => void;
}

/** A letter while it is written. It is kept as a draft by itself. */
export const ComposePane = observer(function ComposePane({ store, from, canSend, onDone }: ComposePaneProps) {
  const { t, confirm, guardUnsaved } = usePlugin();
  const subject = useId();
  const text = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where writing begins
  useEffect(() => {
    // A phone would push its keyboard over the letter.
    if (store.receivers.to !== '' && !window.matchMedia('(pointer: coarse)').matches) focusStart(text);
  }, []);
  const [more, setMore] = useState(store.receivers.cc !== '' || store.receivers.bcc !== '');
  useEffect(() => guardUnsaved(() => store.dirty, { keptAsDraft: true }), [guardUnsaved, store]);
  const { sending, forwards, savedAt, dirty, trouble, complaint } = store;
  const send = async () => {
    if (await store.send()) onDone();
  };
  const close = async () => {
    await store.save();
    onDone();
  };
  const moving = useRunOnce();
  const toMailbox = async () => {
    if (await store.toMailbox().catch(() => false)) onDone();
  };
  const discard = async () => {
    if (!(await confirm({ content: t('write.discardAsk'), danger: true }))) return;
    await store.discard().catch(() => undefined);
    onDone();
  };
  const failed = sending.problem instanceof Error && !sending.unknown ? sending.problem.message : trouble;
  return (
    <section className="mail-reading mail-writing" aria-label={t('write.title')}>
      <div className="mail-acts" role="toolbar" aria-label={t('write.title')}>
        <Button
          theme="solid"
          type="primary"
          icon={<IconSend />}
          loading={sending.busy}
          disabled={!canSend || store.hold !== undefined}
          onClick={() => void send()}
        >
          {t(sending.busy ? 'write.sending' : 'write.send')}
        </Button>
        <Button onClick={() => void store.save()} disabled={!dirty || sending.busy}>
          {t('write.save')}
        </Button>
        <Button disabled={sending.busy || moving.busy || store.hold !== undefined} loading={moving.busy} onClick={() => void moving.run(toMailbox)}>
          {t('write.toMailbox')}
        </Button>
        <Button theme="borderless" type="danger" icon={<IconDelete />} disabled={sending.busy} onClick={() => void discard()}>
          {t('write.discard')}
        </Button>
        <span className="mail-soft" role="status">
          {store.saveProblem !== null ? t('write.notSaved') : savedAt !== null && !dirty && <SavedAt at={savedAt} />}
        </span>
        <Button
          className="mail-close"
          theme="borderless"
          icon={<IconClose />}
          aria-label={t('page.back')}
          disabled={sending.busy}
          onClick={() => void close()}
        />
      </div>
      <div className="mail-scroll">
        {!canSend && <Alert kind="warning" text={t('write.cannotSend')} />}
        {sending.unknown && <Alert kind="warning" text={t('write.unknown')} />}
        {failed !== '' && complaint === null && <Alert kind="error" text={failed} />}
        {store.hold !== undefined && <Alert kind="info" text={store.hold} />}
        <div className="mail-field">
          <span>{t('write.from')}</span>
          <span>{from}</span>
        </div>
        <Receivers store={store} field="to" />
        {more ? (
          <>
            <Receivers store={store} field="cc" />
            <Receivers store={store} field="bcc" />
          </>
        ) : (
          <button type="button" className="mail-text-button" onClick={() => setMore(true)}>
            {t('write.more')}
          </button>
        )}
        <div className="mail-field">
          <label htmlFor={subject}>{t('write.subject')}</label>
          <Input id={subject} value={store.subject} maxLength={MAX_SUBJECT} onChange={(value) => store.set({ subject: value })} />
        </div>
        <TextArea
          id={text}
          className="mail-text"
          aria-label={t('write.text')}
          value={store.bodyText}
          maxLength={MAX_TEXT}
          rows={14}
          onChange={(value) => store.set({ bodyText: value })}
        />
        {forwards.length > 0 && (
          <section className="mail-files" aria-label={t('write.forwarded')}>
            <h3>{t('write.forwarded')}</h3>
            <ul>
              {forwards.map(({ part, name }) => (
                <li key={part}>
                  <span className="mail-file-name">{name}</span>
                  <Button
                    size="small"
                    theme="borderless"
                    icon={<IconClose />}
                    aria-label={`${t('reading.remove')} ${name}`}
                    onClick={() => store.setForwards(forwards.filter((one) => one.part !== part))}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
        <h3>{t('write.files')}</h3>
        <p className="mail-soft">{t('write.filesHelp', { all: MAX_FILES_MB })}</p>
        <FileUploader
          label={t('write.files')}
          value={store.files}
          max={MAX_FILES}
          limit={FILE_LIMIT_MB}
          upload={store.upload}
          onChange={(files) => store.setFiles(files)}
          onHold={(reason) => store.setHold(reason)}
        />
      </div>
    </section>
  );
});

function SavedAt({ at }: { readonly at: number }) {
  const { t } = usePlugin();
  const [before = '', after = ''] = t('write.saved', { time: '\u0000' }).split('\u0000');
  return (
    <>
      {before}
      <DateText value={at} variant="recent" />
      {after}
    </>
  );
}

import { Button, IconDownload } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, SafeHtml, sizeText, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { useMemo, useState } from 'react';
import type { MailFileView, MailView } from '../../contract/mail.contract.ts';
import { type Address, addressText } from '../../domain/address.ts';
import { isPreviewed } from '../../domain/parts.ts';
import { letterHtml } from './letter-html.ts';
import '../mail.css';

export interface FileActs {
  /** Pictures that lie elsewhere, fetched by the server, by their addresses. */
  readonly pictures: (addresses: readonly string[]) => Promise<Readonly<Record<string, string>>>;
  readonly preview: (file: MailFileView) => Promise<void>;
  readonly download: (file: MailFileView) => Promise<void>;
}

function AttachedFile({ file, acts }: { readonly file: MailFileView; readonly acts: FileActs }) {
  const { t } = usePlugin();
  const { busy, run } = useRunOnce();
  const { name, size, fetchable } = file;
  const previewed = isPreviewed(name);
  return (
    <li>
      <button
        type="button"
        className="mail-file-name"
        disabled={!fetchable || busy}
        aria-label={t(previewed ? 'reading.preview' : 'reading.download', { name })}
        onClick={() => void run(() => (previewed ? acts.preview(file) : acts.download(file)))}
      >
        {name}
      </button>
      <span className="mail-soft">{fetchable ? sizeText(size) : t('reading.tooLarge')}</span>
      <Button
        size="small"
        theme="borderless"
        icon={<IconDownload />}
        loading={busy}
        disabled={!fetchable}
        aria-label={t('reading.download', { name })}
        onClick={() => void run(() => acts.download(file))}
      />
    </li>
  );
}

const people = (list: readonly Address[]): string => list.map(addressText).join(', ');

/** One letter: head, text or harmless HTML, attachments. Nothing is loaded from elsewhere. */
export function LetterBody({ letter, acts }: { readonly letter: MailView; readonly acts: FileActs }) {
  const { t } = usePlugin();
  const [fetched, setFetched] = useState<Readonly<Record<string, string>> | null>(null);
  const { busy, run } = useRunOnce();
  const [plain, setPlain] = useState(false);
  const { subject, from, receivers, copies, fdate, html, pictures, text, attachments, notes } = letter;
  const shown = useMemo(
    () => letterHtml(html, pictures, fetched ? { fetched, linkText: (host) => t('reading.remoteLink', { host }) } : undefined),
    [html, pictures, fetched, t],
  );
  const missing = fetched === null ? 0 : shown.remote.filter((address) => fetched[address] === undefined).length;
  const asHtml = html !== '' && !plain;
  return (
    <>
      <header className="mail-head">
        <h2>{subject || t('list.noSubject')}</h2>
        <p>
          <strong>{from.name || from.address || t('list.noSender')}</strong> {from.name !== '' && <span className="mail-soft">{from.address}</span>}{' '}
          {fdate !== null && (
            <span className="mail-soft mail-date">
              <DateText value={fdate} />
            </span>
          )}
        </p>
        {receivers.length > 0 && (
          <p className="mail-soft">
            {t('reading.to')}: {people(receivers)}
          </p>
        )}
        {copies.length > 0 && (
          <p className="mail-soft">
            {t('reading.cc')}: {people(copies)}
          </p>
        )}
      </header>
      {notes.map((note) => (
        <p key={note} className="mail-note" role="note">
          {t(`note.${note}`)}
        </p>
      ))}
      {asHtml && shown.remote.length > 0 && fetched === null && (
        <p className="mail-note" role="note">
          {t('reading.remote', { n: shown.remote.length })}{' '}
          <button
            type="button"
            className="mail-text-button"
            disabled={busy}
            onClick={() => void run(async () => setFetched(await acts.pictures(shown.remote)))}
          >
            {t('reading.showRemote')}
          </button>
        </p>
      )}
      {asHtml && missing > 0 && (
        <p className="mail-note" role="note">
          {t('reading.remoteMissing', { n: missing })}
        </p>
      )}
      <div className="mail-body">{asHtml ? <SafeHtml html={shown.html} /> : <pre>{text.trim() === '' ? t('reading.empty') : text}</pre>}</div>
      {html !== '' && text.trim() !== '' && (
        <button type="button" className="mail-text-button" onClick={() => setPlain(!plain)}>
          {t(plain ? 'reading.asHtml' : 'reading.asText')}
        </button>
      )}
      {attachments.length > 0 && (
        <section className="mail-files" aria-label={t('reading.attachments', { n: attachments.length })}>
          <h3>{t('reading.attachments', { n: attachments.length })}</h3>
          <ul>
            {attachments.map((file) => (
              <AttachedFile key={file.part} file={file} acts={acts} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

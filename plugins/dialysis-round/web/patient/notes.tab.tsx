import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, EmptyState } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { noteLines } from '../words.ts';
import type { PanelTabProps } from './patient.panel.tsx';
import { askNote } from './round.forms.ts';

/** 查房记录: newest first; a corrected note stays, crossed out, with the reason in the one that took its place. */
export const NotesTab = observer(function NotesTab({ store, patient, row }: PanelTabProps) {
  const { t } = usePlugin();
  const mayWrite = store.may('dialysis.round:btn_note');
  const maySign = store.may('dialysis.round:btn_sign');
  const sessionId = row?.sessionId ?? '';
  return (
    <section className="dr-tab">
      {mayWrite && (
        <div className="dr-bar">
          <Button theme="solid" type="primary" onClick={() => store.asking.ask(askNote(t, patient, sessionId, maySign))}>
            {t('note.write')}
          </Button>
        </div>
      )}
      {patient.notes.length === 0 && <EmptyState text={t('note.none')} />}
      <ol className="dr-notes">
        {patient.notes.map((note) => (
          <li key={note.noteId} className={note.correctedBy === '' ? undefined : 'dr-corrected'}>
            <p className="dr-bar">
              <b>{note.day}</b> {note.authorName}
              {note.signedAt === null ? (
                <span className="dr-problem dr-warn">{t('note.waits')}</span>
              ) : (
                <small>
                  {t('note.signedBy', { name: note.signedByName })} <DateText value={note.signedAt} />
                </small>
              )}
              {note.correctedBy !== '' && <span className="dr-problem">{t('note.corrected')}</span>}
              {note.correctedBy === '' && mayWrite && (
                <Button size="small" theme="borderless" onClick={() => store.asking.ask(askNote(t, patient, note.sessionId, maySign, note))}>
                  {t('note.correct')}
                </Button>
              )}
            </p>
            {note.reason !== '' && <p className="dr-hint">{t('note.because', { reason: note.reason })}</p>}
            {noteLines(t, note.content).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
});

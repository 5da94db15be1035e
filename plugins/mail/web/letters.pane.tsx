import { Button, IconMenu } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, ListBody, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { walkRows } from './list.pane.tsx';
import type { MailStore } from './mail.store.ts';

interface LettersPaneProps {
  readonly store: MailStore;
  readonly onOpen: (id: string) => void;
}

/** Drafts, letters under way and doubtful ones. */
export const LettersPane = observer(function LettersPane({ store, onOpen }: LettersPaneProps) {
  const { t } = usePlugin();
  const { rows, state } = store.letters;
  const states = [
    { value: 'draft', text: t('letter.draft'), tone: 'neutral' as const },
    { value: 'sending', text: t('letter.sending'), tone: 'info' as const },
    { value: 'doubtful', text: t('letter.doubtful'), tone: 'warning' as const },
  ];
  return (
    <section className="mail-list" aria-label={t('page.letters')}>
      <header>
        <Button className="mail-phone" theme="borderless" icon={<IconMenu />} aria-label={t('page.folders')} onClick={() => store.show('folders')} />
        <h2>{t('folder.own')}</h2>
      </header>
      <div className="mail-rows" aria-busy={state.kind === 'loading'}>
        <ListBody store={store.letters} none={t('list.noDrafts')}>
          <ul aria-label={t('folder.own')} onKeyDown={walkRows}>
            {rows.map((row) => (
              <li key={row.id}>
                <button type="button" className="mail-row" onClick={() => onOpen(row.id)}>
                  <span className="mail-row-line">
                    <span className="mail-who">{row.to || t('list.noReceiver')}</span>
                    <DateText value={row.lastModifyTime} variant="list" />
                  </span>
                  <span className="mail-row-line">
                    <span className="mail-subject">{row.subject || t('list.noSubject')}</span>
                    <StatusTag value={row.state} table={states} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </ListBody>
      </div>
    </section>
  );
});

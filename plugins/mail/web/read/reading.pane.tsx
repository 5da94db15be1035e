import { Button, IconChevronLeft, IconDelete, IconEdit, IconForward, IconReply, IconStar, IconStarStroked, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { AnswerKind } from '../../domain/answer.ts';
import { fileActs } from './file-acts.ts';
import { folderLabel } from '../folder-label.ts';
import { LetterBody } from './letter.view.tsx';
import type { MailStore } from '../mail.store.ts';

interface ReadingPaneProps {
  readonly store: MailStore;
  readonly onAnswer: (kind: AnswerKind) => void;
  /** Of a draft: goes on writing it. */
  readonly onGoOn: () => void;
}

/** The letter that was opened, with what can be done with it. */
export const ReadingPane = observer(function ReadingPane({ store, onAnswer, onGoOn }: ReadingPaneProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const { letter, letterId, letterProblem } = store;
  const acts = useMemo(() => (letterId === null ? null : fileActs(ctx, store.client, letterId)), [ctx, store, letterId]);
  const back = (
    <Button className="mail-phone" theme="borderless" icon={<IconChevronLeft />} onClick={() => store.show('list')}>
      {t('page.back')}
    </Button>
  );
  if (letterId === null || acts === null) {
    return (
      <section className="mail-reading" aria-label={t('page.reading')}>
        <EmptyState text={t('reading.none')} />
      </section>
    );
  }
  if (letterProblem !== null || letter === null) {
    return (
      <section className="mail-reading" aria-label={t('page.reading')}>
        {back}
        {letterProblem === null ? <ListSkeleton /> : <ErrorCard error={letterProblem} onRetry={() => void store.open(letterId)} />}
      </section>
    );
  }
  // What fails is told by the shell; the page shows what stands.
  const run = (work: Promise<unknown>) => void work.catch(() => undefined);
  const targets = store.folders.filter(({ selectable, path }) => selectable && path !== store.folder);
  const starred = letter.starred === 1;
  const isDraft = store.folders.find(({ path }) => path === store.folder)?.use === 'drafts';
  return (
    <section className="mail-reading" aria-label={t('page.reading')}>
      <div className="mail-acts" role="toolbar" aria-label={t('page.reading')}>
        {back}
        {isDraft && (
          <Button theme="solid" type="primary" icon={<IconEdit />} onClick={onGoOn}>
            {t('reading.goOn')}
          </Button>
        )}
        <Button icon={<IconReply />} onClick={() => onAnswer('reply')}>
          {t('reading.reply')}
        </Button>
        {letter.receivers.length + letter.copies.length > 1 && <Button onClick={() => onAnswer('replyAll')}>{t('reading.replyAll')}</Button>}
        <Button icon={<IconForward />} onClick={() => onAnswer('forward')}>
          {t('reading.forward')}
        </Button>
        <Button
          theme="borderless"
          icon={starred ? <IconStar className="mail-star" /> : <IconStarStroked />}
          aria-label={t(starred ? 'reading.unstar' : 'reading.star')}
          aria-pressed={starred}
          onClick={() => run(store.mark(letter.id, 'star', !starred))}
        />
        <Button theme="borderless" disabled={letter.isRead === 0} onClick={() => run(store.mark(letter.id, 'read', false))}>
          {t('reading.unread')}
        </Button>
        <Select
          value={undefined}
          placeholder={t('reading.move')}
          aria-label={t('reading.move')}
          dropdownMatchSelectWidth={false}
          optionList={targets.map((folder) => ({ value: folder.path, label: folderLabel(t, folder) }))}
          onChange={(path) => run(store.move(letter.id, String(path)))}
        />
        <Button theme="borderless" type="danger" icon={<IconDelete />} onClick={() => run(store.remove(letter.id))}>
          {t('reading.remove')}
        </Button>
      </div>
      <div className="mail-scroll">
        <LetterBody key={letter.id} letter={letter} acts={acts} />
      </div>
    </section>
  );
});

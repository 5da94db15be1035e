import { Button, Checkbox, IconChevronLeft, IconChevronRight, IconFile, IconMenu, IconSearch, IconStar, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, ListBody } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { KeyboardEvent } from 'react';
import { MAX_KEYWORD } from '../contract/limits.ts';
import type { MailRow } from '../contract/mail.contract.ts';
import { folderLabel } from './folder-label.ts';
import type { MailStore } from './mail.store.ts';

interface ListPaneProps {
  readonly store: MailStore;
  readonly onOpen: (id: string) => void;
}

/** ↑ and ↓ walk from letter to letter. */
export function walkRows(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = buttons[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const Row = observer(function Row({ row, store, onOpen }: ListPaneProps & { readonly row: MailRow }) {
  const { t } = usePlugin();
  const sent = store.folders.find(({ path }) => path === store.folder)?.use === 'sent';
  const who = sent ? row.to || t('list.noReceiver') : row.from.name || row.from.address || t('list.noSender');
  return (
    <li>
      <button
        type="button"
        className="mail-row"
        data-unread={row.isRead === 0 || undefined}
        aria-current={store.letterId === row.id ? 'true' : undefined}
        onClick={() => onOpen(row.id)}
      >
        <span className="mail-row-line">
          {row.isRead === 0 && (
            <span className="mail-dot">
              <span className="mail-hidden">{t('list.isUnread')}</span>
            </span>
          )}
          <span className="mail-who">{who}</span>
          {row.fdate !== null && <DateText value={row.fdate} variant="list" />}
        </span>
        <span className="mail-row-line">
          <span className="mail-subject">{row.subject || t('list.noSubject')}</span>
          {row.files > 0 && <IconFile size="small" aria-label={t('list.hasFiles')} />}
          {row.starred === 1 && <IconStar size="small" className="mail-star" aria-label={t('list.isStarred')} />}
        </span>
      </button>
    </li>
  );
});

/** Letters of a folder: search, page by page. */
export const ListPane = observer(function ListPane({ store, onOpen }: ListPaneProps) {
  const { t } = usePlugin();
  const { list, folder, folders } = store;
  const { rows, state, total, currentPage, pageSize, draft, filter } = list;
  const here = folders.find(({ path }) => path === folder);
  const title = here ? folderLabel(t, here) : t('folder.inbox');
  const from = (currentPage - 1) * pageSize + 1;
  const searched = (filter.keyword ?? '') !== '' || filter.unread === 1 || filter.starred === 1;
  return (
    <section className="mail-list" aria-label={t('page.letters')}>
      <header>
        <Button className="mail-phone" theme="borderless" icon={<IconMenu />} aria-label={t('page.folders')} onClick={() => store.show('folders')} />
        <h2>{title}</h2>
      </header>
      <form
        aria-label={t('list.search')}
        onSubmit={(event) => {
          event.preventDefault();
          list.search();
        }}
      >
        <Input
          prefix={<IconSearch />}
          showClear
          maxLength={MAX_KEYWORD}
          value={draft.keyword ?? ''}
          placeholder={t('list.search')}
          aria-label={t('list.search')}
          onChange={(keyword) => list.setDraft({ keyword })}
          onClear={() => list.search({ keyword: '' })}
        />
        <div className="mail-filters">
          <Checkbox checked={filter.unread === 1} onChange={({ target }) => list.search({ unread: target.checked ? 1 : undefined })}>
            {t('list.unread')}
          </Checkbox>
          <Checkbox checked={filter.starred === 1} onChange={({ target }) => list.search({ starred: target.checked ? 1 : undefined })}>
            {t('list.starred')}
          </Checkbox>
        </div>
      </form>
      <div className="mail-rows" aria-busy={state.kind === 'loading'}>
        <ListBody store={list} none={t(searched ? 'list.notFound' : 'list.empty')} onRetry={() => void store.refresh()}>
          <ul aria-label={title} onKeyDown={walkRows}>
            {rows.map((row) => (
              <Row key={row.id} row={row} store={store} onOpen={onOpen} />
            ))}
          </ul>
        </ListBody>
      </div>
      {total > 0 && (
        <footer>
          <span>{t('list.range', { from, to: Math.min(total, from + rows.length - 1), total })}</span>
          <Button
            theme="borderless"
            icon={<IconChevronLeft />}
            aria-label={t('list.prev')}
            disabled={currentPage <= 1}
            onClick={() => list.goToPage(currentPage - 1)}
          />
          <Button
            theme="borderless"
            icon={<IconChevronRight />}
            aria-label={t('list.next')}
            disabled={currentPage * pageSize >= total}
            onClick={() => list.goToPage(currentPage + 1)}
          />
        </footer>
      )}
    </section>
  );
});

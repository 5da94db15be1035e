import { Button, Input } from '@nephra/plugin-sdk/ui';
import { useButtonPermission, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DateText, EmptyState, isPlainKey, KeyboardHints, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { MappingRow, Suggestion } from '../../contract/index.ts';
import { gradeText, priceText } from './mapping-words.ts';
import type { MappingStore } from './mapping.store.ts';

/** The entry in hand, what it might be in the national list and why. The cursor stays in the search: Enter accepts and goes on. */
export const MappingPanel = observer(function MappingPanel({ store }: { readonly store: MappingStore }) {
  const { t } = usePlugin();
  const mayMap = useButtonPermission('btn_map');
  const frame = useRef<HTMLDivElement>(null);
  const { row, suggestions } = store;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every entry that is taken up brings the cursor back
  useEffect(() => frame.current?.querySelector('input')?.focus(), [row?.drugId]);
  if (!row) return <EmptyState text={t('mapping.choose')} />;
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') store.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && isPlainKey(event) && mayMap) void store.accept();
    else if (event.altKey && event.code === 'KeyN') void store.next();
    else if (event.key === 'Escape') store.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="in-map" ref={frame}>
      <EntryFacts row={row} />
      <div className="in-map-find">
        <Input
          aria-label={t('mapping.search')}
          placeholder={t('mapping.searchHelp')}
          role="combobox"
          aria-expanded={suggestions.kind === 'ready'}
          aria-controls="in-map-list"
          aria-activedescendant={store.chosen ? `in-map-${store.at}` : undefined}
          value={store.keyword}
          showClear
          onKeyDown={handleKey}
          onChange={(text) => store.type(text)}
        />
        {/* Beside the list, not in what is chosen there: nothing can be pressed within an option. */}
        {mayMap && (
          <Button theme="solid" type="primary" loading={store.busy} disabled={!store.chosen} onClick={() => void store.accept()}>
            {t('mapping.accept')}
          </Button>
        )}
      </div>
      {suggestions.kind === 'loading' && <ListSkeleton />}
      {suggestions.kind === 'failed' && (
        <Alert kind="error" text={suggestions.text}>
          <button type="button" className="nk-text-button" onClick={() => void store.suggest()}>
            {t('mapping.again')}
          </button>
        </Alert>
      )}
      {suggestions.kind === 'ready' && suggestions.list.length === 0 && <EmptyState text={t('mapping.nothing')} />}
      {suggestions.kind === 'ready' && suggestions.list.length > 0 && (
        <div id="in-map-list" role="listbox" aria-label={t('mapping.proposals')} className="in-map-list">
          {suggestions.list.map((one, at) => (
            <Proposal key={one.item.code} store={store} one={one} at={at} row={row} />
          ))}
        </div>
      )}
      <KeyboardHints
        hints={[
          { keys: ['↑', '↓'], text: t('mapping.keys.move') },
          { keys: ['Enter'], text: t('mapping.keys.accept') },
          { keys: ['Alt', 'N'], text: t('mapping.keys.skip') },
          { keys: ['Esc'], text: t('mapping.keys.close') },
        ]}
      />
      <History store={store} />
    </div>
  );
});

function EntryFacts({ row }: { readonly row: MappingRow }) {
  const { t } = usePlugin();
  return (
    <header className="in-map-entry">
      <h2>{row.drugName}</h2>
      <p>{[row.drugSpec, row.maker, row.approvalNumber].filter(Boolean).join(' · ')}</p>
      <p>
        {`${priceText(row.price)}/${row.stockUnit} · ${t('mapping.ownGrade')} ${gradeText(t, row.grade)}`}
        {row.mapping && ` · ${t('mapping.now')} ${row.mapping.code} ${row.mapping.name}`}
      </p>
      {row.problem === 'over-cap' && row.mapping?.cap !== null && row.mapping && (
        <p className="in-map-warn">{t('mapping.overCap', { price: priceText(row.price), cap: priceText(row.mapping.cap) })}</p>
      )}
      {row.problem === 'grade' && row.mapping && (
        <p className="in-map-warn">{t('mapping.gradeDiffers', { own: gradeText(t, row.grade), listed: gradeText(t, row.mapping.grade) })}</p>
      )}
      {row.problem === 'refused' && row.mapping && <p className="in-map-warn">{t('mapping.refusedBecause', { reason: row.mapping.refusal })}</p>}
    </header>
  );
}

interface ProposalProps {
  readonly store: MappingStore;
  readonly one: Suggestion;
  readonly at: number;
  readonly row: MappingRow;
}

const Proposal = observer(function Proposal({ store, one, at, row }: ProposalProps) {
  const { t } = usePlugin();
  const { item } = one;
  const chosen = store.at === at;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field above carries the keys of this list
    <div id={`in-map-${at}`} role="option" tabIndex={-1} aria-selected={chosen} className="in-map-one" onClick={() => store.point(at)}>
      <span className="in-map-name">
        <strong>{item.name}</strong>
        {item.grade !== '' && <span className="in-map-mark">{gradeText(t, item.grade)}</span>}
        {item.limited && (
          <span className="in-map-mark" title={item.limitText}>
            {t('mapping.limited')}
          </span>
        )}
        {row.mapping?.code === item.code && <span className="in-map-mark">{t('mapping.current')}</span>}
      </span>
      <span className="in-map-facts">{[item.code, item.spec, item.form, item.maker, item.approvalNumber].filter(Boolean).join(' · ')}</span>
      <span className="in-map-why">
        {one.score > 0 && <b>{t('mapping.score', { n: one.score })}</b>}
        {one.reasons.map((reason) => t(`mapping.reason.${reason}`)).join(t('mapping.listMark'))}
      </span>
    </div>
  );
});

const History = observer(function History({ store }: { readonly store: MappingStore }) {
  const { t } = usePlugin();
  const { history } = store;
  if (history === null)
    return (
      <button type="button" className="nk-text-button in-map-more" onClick={() => void store.loadHistory()}>
        {t('mapping.history')}
      </button>
    );
  if (history.length === 0) return <p className="in-map-soft">{t('mapping.noHistory')}</p>;
  return (
    <ol className="in-map-history" aria-label={t('mapping.history')}>
      {history.map((one) => (
        <li key={one.id}>
          <strong>{one.code}</strong> {one.name}
          <small>
            {`${one.begnDate} – ${one.endDate || t('mapping.open')} · ${t(`mapping.state.${one.state}`)} · ${one.userName} `}
            <DateText value={one.createTime} />
          </small>
        </li>
      ))}
    </ol>
  );
});

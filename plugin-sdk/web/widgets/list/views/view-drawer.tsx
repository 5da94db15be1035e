import { Button, IconMore, Input, SideSheet } from '@nephra/plugin-sdk/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { ListView } from '../../../../contract/list-view/list-view.schema.ts';
import { EmptyState, ErrorCard, ListSkeleton } from '../../facts/states.tsx';
import { useRunOnce } from '../../run-once.ts';
import { RowMenu, type RowMenuItem } from '../../table/row-menu.tsx';
import type { ViewStore } from './view-store.ts';
import { useViewText } from '../../columns/view-texts.ts';
import '../../columns/views.css';

/** What can be done with views; each says itself what it asks before. */
export interface ViewActs {
  readonly use: (view: ListView | null) => void;
  readonly saveAs: () => void;
  /** The list as it is now becomes the view's. */
  readonly saveInto: (view: ListView) => Promise<void>;
  readonly rename: (view: ListView) => void;
  readonly share: (view: ListView) => void;
  readonly copy: (view: ListView) => void;
  readonly remove: (view: ListView) => Promise<void>;
}

interface ViewDrawerProps {
  readonly store: ViewStore;
  readonly inUse: ListView | null;
  readonly acts: ViewActs;
  readonly onClose: () => void;
}

/** From this many views on they can be searched by name. */
const SEARCH_FROM = 8;

/** Own views and those that are shared with the person: use, rename, order, share, copy, delete. */
export const ViewDrawer = observer(function ViewDrawer({ store, inUse, acts, onClose }: ViewDrawerProps) {
  const text = useViewText();
  const [sought, setSought] = useState('');
  const { state, mine, others } = store;
  const fits = ({ name, ownerName }: ListView): boolean => `${name} ${ownerName}`.toLowerCase().includes(sought.trim().toLowerCase());
  const rows = (views: readonly ListView[]) => (
    <ul className="nk-views-rows">
      {views.filter(fits).map((view) => (
        <ViewRow key={view.id} view={view} store={store} isUsed={view.id === inUse?.id} acts={acts} onUsed={onClose} />
      ))}
      {views.length > 0 && !views.some(fits) && <li className="nk-views-note">{text('noHit')}</li>}
    </ul>
  );
  return (
    <SideSheet
      visible
      width="min(440px, 100vw)"
      title={text('manage')}
      onCancel={onClose}
      footer={
        <Button block theme="light" type="primary" onClick={acts.saveAs}>
          {text('saveAs')}
        </Button>
      }
    >
      {state.kind === 'failed' && <ErrorCard error={state.error} onRetry={() => void store.load()} />}
      {state.kind === 'loading' && state.first && <ListSkeleton />}
      {state.kind === 'ready' && store.list.length === 0 && <EmptyState text={text('none')} />}
      {store.list.length > 0 && (
        <>
          {store.list.length >= SEARCH_FROM && (
            <Input className="nk-views-find" value={sought} showClear placeholder={text('find')} aria-label={text('find')} onChange={setSought} />
          )}
          <h3 className="nk-views-title">{text('mine')}</h3>
          {mine.length > 0 ? rows(mine) : <p className="nk-views-note">{text('noneMine')}</p>}
          {others.length > 0 && <h3 className="nk-views-title">{text('others')}</h3>}
          {others.length > 0 && rows(others)}
          <p className="nk-views-note">{text('link')}</p>
        </>
      )}
    </SideSheet>
  );
});

interface ViewRowProps {
  readonly view: ListView;
  readonly store: ViewStore;
  readonly isUsed: boolean;
  readonly acts: ViewActs;
  readonly onUsed: () => void;
}

const ViewRow = observer(function ViewRow({ view, store, isUsed, acts, onUsed }: ViewRowProps) {
  const text = useViewText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { run } = useRunOnce();
  const isDefault = view.id === store.defaultId;
  const at = store.mine.indexOf(view);
  // What is shared is changed by those alone who may share.
  const changeable = view.mine && (!view.shared || view.manages);
  const all: Readonly<Record<string, { readonly text: string; readonly run: () => unknown; readonly shown: boolean; readonly more?: Partial<RowMenuItem> }>> = {
    default: { text: text(isDefault ? 'noDefault' : 'setDefault'), run: () => store.choose(isDefault ? '' : view.id), shown: true },
    saveInto: { text: text('saveInto', { name: view.name }), run: () => acts.saveInto(view), shown: changeable },
    rename: { text: text('rename'), run: () => acts.rename(view), shown: changeable },
    copy: { text: text('copy'), run: () => acts.copy(view), shown: !view.mine },
    share: { text: text('share'), run: () => acts.share(view), shown: view.manages },
    up: { text: text('up'), run: () => store.move(view, -1), shown: view.mine, more: { disabled: at === 0 } },
    down: { text: text('down'), run: () => store.move(view, 1), shown: view.mine, more: { disabled: at === store.mine.length - 1 } },
    remove: { text: text('remove'), run: () => acts.remove(view), shown: changeable, more: { danger: true } },
  };
  const items = Object.entries(all).flatMap(([key, one]) => (one.shown ? [{ key, text: one.text, ...one.more }] : []));
  const notes = [!view.mine && text('by', { name: view.ownerName }), view.mine && view.shared && text('isShared'), isDefault && text('isDefault')];
  return (
    <li data-used={isUsed || undefined}>
      <button
        type="button"
        className="nk-views-use"
        aria-current={isUsed || undefined}
        onClick={() => {
          onUsed();
          acts.use(view);
        }}
      >
        <span className="nk-views-name">{view.name}</span>
        <small>{notes.filter(Boolean).join(' · ')}</small>
      </button>
      <Button
        theme="borderless"
        type="tertiary"
        icon={<IconMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={text('more', { name: view.name })}
        onClick={({ currentTarget }: { readonly currentTarget: EventTarget }) => setAnchor(anchor ? null : (currentTarget as HTMLElement))}
      />
      {anchor && <RowMenu anchor={anchor} items={items} onPick={(key) => void run(() => all[key]?.run())} onClose={() => setAnchor(null)} />}
    </li>
  );
});

import './search-box.css';
import { observer } from 'mobx-react-lite';
import { type ComponentType, lazy, Suspense, useRef } from 'react';
import { IconSearch } from '@nephra/plugin-sdk/ui';
import type { FrameStore } from '../frame.store.ts';
import { useShell } from '../shell-context.tsx';
import type { MenuSearchProps } from './menu-search-select.tsx';

/** The select and the fuzzy matcher come with the first search, not with the shell. */
const MenuSearchSelect = lazy(() => import('./menu-search-select.tsx').then((module) => ({ default: module.MenuSearchSelect })));

/** Menu search of the navbar: a quiet field that turns into the select on click, focus or Ctrl + K. */
export const SearchBox = observer(function SearchBox({ frame }: { readonly frame: FrameStore }) {
  const { t } = useShell();

  const face = (
    <button
      type="button"
      className="nephra-search-face"
      // Called as it reads, also where only the icon has room.
      aria-label={`${t('menuSearch.placeholder')} Ctrl K`}
      aria-keyshortcuts="Control+K"
      title={t('menuSearch.label')}
      onClick={() => frame.setSearching(true)}
    >
      <IconSearch aria-hidden />
      <span className="nephra-search-text">{t('menuSearch.placeholder')}</span>
      <kbd className="nephra-search-key">Ctrl K</kbd>
    </button>
  );
  if (!frame.searching) return <div className="nephra-search">{face}</div>;
  return (
    <search className="nephra-search nephra-search-open">
      <SearchField onClose={() => frame.setSearching(false)} />
    </search>
  );
});

interface SearchFieldProps {
  readonly onClose: () => void;
  /** What comes later. */
  readonly Found?: ComponentType<MenuSearchProps>;
}

/** Takes what is typed while the select is on its way: else it would go to whatever had the cursor before, such as a form. */
export function SearchField({ onClose, Found = MenuSearchSelect }: SearchFieldProps) {
  const { t } = useShell();
  const typed = useRef('');
  const meanwhile = (
    <input
      ref={(field) => field?.focus()}
      className="nephra-search-face"
      aria-label={t('menuSearch.label')}
      placeholder={t('menuSearch.placeholder')}
      onInput={({ currentTarget }) => {
        typed.current = currentTarget.value;
      }}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      onBlur={onClose}
    />
  );
  return (
    <Suspense fallback={meanwhile}>
      <Found typed={typed} onClose={onClose} />
    </Suspense>
  );
}

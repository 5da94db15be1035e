import { observer } from 'mobx-react-lite';
import { type ChangeEvent, type ComponentRef, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { IconSearch, Select } from '@nephra/plugin-sdk/ui';
import { useShell } from '../shell-context.tsx';
import { createMenuSearch, resultLabel, type SearchEntry, searchEntries } from './menu-search.ts';

export interface MenuSearchProps {
  /** What was typed before this was here. */
  readonly typed: RefObject<string>;
  readonly onClose: () => void;
}

/** Remote select over the menu (spec 2.4): type, pick, go. */
export const MenuSearchSelect = observer(function MenuSearchSelect({ typed: before, onClose }: MenuSearchProps) {
  const shell = useShell();
  const { router, settings, t } = shell;
  const [results, setResults] = useState<readonly SearchEntry[]>([]);
  const [typed, setTyped] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles follow the language
  const search = useMemo(() => createMenuSearch(searchEntries(router.routes, (meta) => shell.title(meta))), [router.routes, settings.language]);

  const select = useRef<ComponentRef<typeof Select>>(null);
  useEffect(() => {
    const text = before.current;
    before.current = '';
    // Nobody here asks what kind of event it was.
    if (text !== '') select.current?.search(text, new Event('input') as unknown as ChangeEvent<HTMLInputElement>);
  }, [before]);

  const go = (path: unknown) => {
    const entry = results.find((candidate) => candidate.path === path);
    onClose();
    if (entry === undefined) return;
    if (entry.route.menu === undefined) router.navigate(entry.path);
    else void router.open(entry.route.menu);
  };

  return (
    <Select
      ref={select}
      filter
      remote
      autoFocus
      defaultOpen
      showArrow={false}
      prefix={<IconSearch aria-hidden />}
      className="nephra-search-select"
      dropdownClassName="nephra-search-results"
      aria-label={t('menuSearch.label')}
      placeholder={t('menuSearch.placeholder')}
      emptyContent={<span className="nephra-search-empty">{t(typed.trim() === '' ? 'menuSearch.hint' : 'menuSearch.none')}</span>}
      optionList={results.map((entry) => ({ value: entry.path, label: resultLabel(entry) }))}
      onSearch={(text) => {
        setTyped(text);
        setResults(search(text));
      }}
      onSelect={go}
      onBlur={onClose}
      onDropdownVisibleChange={(visible) => {
        if (!visible) onClose();
      }}
    />
  );
});

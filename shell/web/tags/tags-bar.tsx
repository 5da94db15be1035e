import './tags-bar.css';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { IconChevronLeft, IconChevronRight } from '@nephra/plugin-sdk/ui';
import { useShell } from '../shell-context.tsx';
import type { TagActs } from './tag-acts.ts';
import { TagMenu, type TagMenuRequest } from './tag-menu.tsx';
import { TagTab } from './tag-tab.tsx';
import type { TagsStore } from './tags.store.ts';

/** One press of a scroll button, in pixels: about two tabs. */
const SCROLL_STEP = 240;

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

interface TagsBarProps {
  readonly tags: TagsStore;
  readonly acts: TagActs;
  readonly currentPath: string;
}

/** Whether the strip has more to show at its ends; followed on scroll, resize and change of the tabs. */
function useScrollEnds(strip: React.RefObject<HTMLUListElement | null>, tabCount: number) {
  const [ends, setEnds] = useState({ left: false, right: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of tabs changes the width; observed anew, it is told once the page is laid out
  useEffect(() => {
    const element = strip.current;
    if (element === null) return undefined;
    const measure = () => {
      const left = element.scrollLeft > 1;
      const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
      setEnds((known) => (known.left === left && known.right === right ? known : { left, right }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [strip, tabCount]);
  return ends;
}

/** The bar of visited views (spec 2.4). */
export const TagsBar = observer(function TagsBar({ tags, acts, currentPath }: TagsBarProps) {
  const { t } = useShell();
  const strip = useRef<HTMLUListElement>(null);
  const [menu, setMenu] = useState<TagMenuRequest | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  const ends = useScrollEnds(strip, tags.views.length);

  const scroll = (by: number) => strip.current?.scrollBy({ left: by, behavior: 'smooth' });
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const tabs: HTMLElement[] = [...(strip.current?.querySelectorAll('a') ?? [])];
    if (!step || tabs.length === 0) return;
    event.preventDefault();
    const at = document.activeElement instanceof HTMLElement ? tabs.indexOf(document.activeElement) : -1;
    tabs[step(at, tabs.length)]?.focus();
  };
  const currentKnown = tags.get(currentPath) !== undefined;

  return (
    <nav className="nephra-tags" aria-label={t('tagsView.label')}>
      {ends.left && (
        <button type="button" className="nephra-tags-scroll" tabIndex={-1} aria-label={t('tagsView.scrollLeft')} onClick={() => scroll(-SCROLL_STEP)}>
          <IconChevronLeft aria-hidden />
        </button>
      )}
      <ul
        ref={strip}
        className="nephra-tags-strip"
        onKeyDown={move}
        onWheel={(event) => {
          if (event.deltaX === 0) strip.current?.scrollBy({ left: event.deltaY });
        }}
      >
        {tags.views.map((view, index) => (
          <TagTab
            key={view.path}
            view={view}
            active={view.path === currentPath}
            inTabOrder={currentKnown ? view.path === currentPath : index === 0}
            acts={acts}
            onMenu={setMenu}
          />
        ))}
      </ul>
      {ends.right && (
        <button type="button" className="nephra-tags-scroll" tabIndex={-1} aria-label={t('tagsView.scrollRight')} onClick={() => scroll(SCROLL_STEP)}>
          <IconChevronRight aria-hidden />
        </button>
      )}
      {menu !== null && <TagMenu request={menu} acts={acts} onClose={closeMenu} />}
    </nav>
  );
});

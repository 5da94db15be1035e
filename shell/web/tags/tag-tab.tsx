import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { IconClose } from '@nephra/plugin-sdk/ui';
import { MenuIcon } from '../layouts/icons/menu-icon.tsx';
import { useShell } from '../shell-context.tsx';
import type { TagActs } from './tag-acts.ts';
import type { TagMenuRequest } from './tag-menu.tsx';
import type { TagView } from './tags.store.ts';

/** Button number of the middle mouse button. */
const MIDDLE = 1;

const scrollHere = (tab: Element) => tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** A bar scrolls by whole pixels, tabs are as wide as their words: one that is seen whole may lack a part of a pixel. */
const WHOLE = 0.98;
/** How often a tab is scrolled to that stays cut off. */
const MAX_TRIES = 4;

/** What says that somebody looks for another tab. */
const BY_HAND = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls `tab` to where it is seen whole, also when something makes its bar narrower afterwards, until somebody moves the bar. The browser tells what is cut
 * off once it has laid the page out; asking it would make it do that at once.
 */
function keepWhole(tab: Element): (() => void) | undefined {
  if (typeof IntersectionObserver === 'undefined') return undefined;
  let tries = 0;
  const observer = new IntersectionObserver(
    (found) => {
      if ((found.at(-1)?.intersectionRatio ?? 1) >= WHOLE) {
        tries = 0;
        return;
      }
      scrollHere(tab);
      // The bar may get buttons at its ends by this, under which the tab is cut off again: it is told once more, unless there is no room at all.
      tries += 1;
      if (tries > MAX_TRIES) return;
      observer.unobserve(tab);
      observer.observe(tab);
    },
    { threshold: WHOLE },
  );
  observer.observe(tab);
  const bar = tab.closest('nav');
  const end = () => {
    observer.disconnect();
    for (const kind of BY_HAND) bar?.removeEventListener(kind, end);
  };
  for (const kind of BY_HAND) bar?.addEventListener(kind, end, { passive: true });
  return end;
}

interface TagTabProps {
  readonly view: TagView;
  readonly active: boolean;
  /** Only one tab stands in the tab order; arrow keys reach the others. */
  readonly inTabOrder: boolean;
  readonly acts: TagActs;
  readonly onMenu: (request: TagMenuRequest) => void;
}

/** One tab: click shows, middle click and Delete close, right click and Shift+F10 open its menu. */
export const TagTab = observer(function TagTab({ view, active, inTabOrder, acts, onMenu }: TagTabProps) {
  const shell = useShell();
  const item = useRef<HTMLLIElement>(null);
  // The route table knows the title in the current language; the visit was made in the one before.
  const { meta } = shell.router.find(view.path) ?? view.visit.route;
  const title = shell.title(meta);

  useEffect(() => (active && item.current ? keepWhole(item.current) : undefined), [active]);

  const keys = (event: KeyboardEvent<HTMLAnchorElement>) => {
    const opensMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (opensMenu) {
      event.preventDefault();
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      onMenu({ view, x: left, y: bottom });
    }
    if (event.key === 'Delete' && !view.affix) {
      event.preventDefault();
      void acts.close(view);
    }
  };
  const show = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    acts.show(view);
  };

  return (
    <li ref={item} className={active ? 'nephra-tag nephra-tag-active' : 'nephra-tag'}>
      <a
        href={view.visit.fullPath}
        tabIndex={inTabOrder ? 0 : -1}
        aria-current={active ? 'page' : undefined}
        title={title}
        onClick={show}
        onKeyDown={keys}
        onMouseDown={(event) => {
          // Stops the scroll mode that browsers start on a middle click.
          if (event.button === MIDDLE) event.preventDefault();
        }}
        onAuxClick={(event) => {
          if (event.button !== MIDDLE) return;
          event.preventDefault();
          if (!view.affix) void acts.close(view);
        }}
        onContextMenu={(event) => {
          event.preventDefault();
          onMenu({ view, x: event.clientX, y: event.clientY });
        }}
      >
        {shell.settings.tagsIcon && <MenuIcon name={meta.icon} />}
        <span className="nephra-tag-title">{title}</span>
      </a>
      {!view.affix && (
        <button
          type="button"
          className="nephra-tag-close"
          tabIndex={-1}
          aria-label={shell.t('tagsView.closeNamed', { name: title })}
          onClick={() => void acts.close(view)}
        >
          <IconClose aria-hidden size="extra-small" />
        </button>
      )}
    </li>
  );
});

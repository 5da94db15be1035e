import { observer } from 'mobx-react-lite';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ActionList } from '../layouts/flyout/action-list.tsx';
import { placeFlyout } from '../layouts/flyout/place.ts';
import { useShell } from '../shell-context.tsx';
import type { TagActs } from './tag-acts.ts';
import type { TagView } from './tags.store.ts';

/** A tab whose menu is open, and the window pixel it was asked at. */
export interface TagMenuRequest {
  readonly view: TagView;
  readonly x: number;
  readonly y: number;
}

interface TagMenuProps {
  readonly request: TagMenuRequest;
  readonly acts: TagActs;
  readonly onClose: () => void;
}

/** Context menu of a tab: refresh, close, close others, close all (spec 2.4); 105 px wide. */
export const TagMenu = observer(function TagMenu({ request, acts, onClose }: TagMenuProps) {
  const shell = useShell();
  const { view, x, y } = request;
  const panel = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties>({ visibility: 'hidden', left: 0, top: 0 });

  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return;
    const anchor = { left: x, right: x, top: y, bottom: y };
    setPlace(placeFlyout(anchor, element.getBoundingClientRect(), { width: window.innerWidth, height: window.innerHeight }, 'bottom-start'));
  }, [x, y]);

  const shown = place.visibility === undefined;
  useEffect(() => {
    if (shown) panel.current?.querySelector('button')?.focus();
  }, [shown]);

  useEffect(() => {
    const outside = (event: Event) => {
      if (event.target instanceof Node && !panel.current?.contains(event.target)) onClose();
    };
    const events = ['pointerdown', 'focusin', 'wheel'] as const;
    for (const name of events) document.addEventListener(name, outside);
    window.addEventListener('resize', onClose);
    return () => {
      for (const name of events) document.removeEventListener(name, outside);
      window.removeEventListener('resize', onClose);
    };
  }, [onClose]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears Escape from the menu inside
    <div ref={panel} className="nephra-flyout-panel nephra-tag-menu" style={place} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <ActionList
        label={shell.t('tagsView.menu', { name: shell.title((shell.router.find(view.path) ?? view.visit.route).meta) })}
        onDone={onClose}
        actions={[
          { key: 'refresh', label: shell.t('tagsView.refresh'), run: () => void acts.refresh(view) },
          { key: 'close', label: shell.t('tagsView.close'), disabled: view.affix, run: () => void acts.close(view) },
          { key: 'others', label: shell.t('tagsView.closeOthers'), run: () => void acts.closeOthers(view) },
          { key: 'all', label: shell.t('tagsView.closeAll'), run: () => void acts.closeAll() },
        ]}
      />
    </div>
  );
});

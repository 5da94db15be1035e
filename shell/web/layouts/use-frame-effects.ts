import { reaction } from 'mobx';
import { useEffect, useLayoutEffect } from 'react';
import type { Visit } from '../router/route-table.ts';
import { useShell } from '../shell-context.tsx';
import type { TagsStore } from '../tags/tags.store.ts';
import type { FrameStore } from '../frame.store.ts';
import { coverFloating } from './lock-cover.ts';
import { shortcutOf } from './shortcuts.ts';

/** Path that never gets a tab: the page for addresses that do not exist. */
const NO_TAB = '/404';
const HOME = '/home';

/** Follows the width of the body: at load and on resize, unless the document is hidden (spec 4, sidebar). */
function useDevice(): void {
  const { device } = useShell();
  useLayoutEffect(() => {
    const measure = () => {
      if (!document.hidden) device.measure(document.body.getBoundingClientRect().width);
    };
    device.measure(document.body.getBoundingClientRect().width);
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [device]);
}

/** Dialogs of pages stand outside the frame: under the lock they go hidden with it. */
function useLockCover(): void {
  const { session } = useShell();
  useEffect(
    () =>
      reaction(
        () => session.isLock,
        (locked) => coverFloating(document.body, locked),
      ),
    [session],
  );
}

function useShortcuts(frame: FrameStore): void {
  const { device, settings, session } = useShell();
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const act = session.isLock ? undefined : shortcutOf(event);
      if (act === undefined || (act === 'search' && !settings.showSearch)) return;
      event.preventDefault();
      if (act === 'search') frame.setSearching(true);
      if (act === 'fold') device.toggleSidebar();
      if (act === 'help') frame.openDialog('documentation');
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [frame, device, settings, session]);
}

/**
 * Another organisation means other patients, other prices, other rights: tabs that are no longer permitted close, and every page that
 * stays starts anew. Also when the person switched in another window.
 */
function useWorkplace(tags: TagsStore): void {
  const { session, router } = useShell();
  useEffect(
    () =>
      reaction(
        () => session.userInfo?.organizeId ?? '',
        (now, before) => {
          if (now === '' || before === '') return;
          const gone = tags.closable.filter((view) => router.find(view.path) === undefined).map((view) => view.path);
          const shown = router.visit?.path ?? '';
          const next = gone.includes(shown) ? (tags.neighbourOf(shown, gone)?.visit.fullPath ?? HOME) : undefined;
          tags.close(gone, router.visit ?? undefined);
          tags.forgetOthers(shown);
          router.startOver();
          if (next !== undefined) router.navigate(next);
        },
      ),
    [session, router, tags],
  );
}

/** All that the frame does besides drawing. */
export function useFrameEffects(visit: Visit, frame: FrameStore, tags: TagsStore): void {
  const { device, settings, router, onSessionEnd } = useShell();
  useDevice();
  useShortcuts(frame);
  useLockCover();
  useWorkplace(tags);
  useEffect(() => onSessionEnd(() => tags.reset()), [onSessionEnd, tags]);

  const { tagsView } = settings;
  useLayoutEffect(() => {
    if (!tagsView) {
      tags.reset();
      return;
    }
    tags.fix(router.routes);
    if (visit.path !== NO_TAB) tags.visit(visit);
  }, [tagsView, visit, tags, router]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new address counts as a route change
  useEffect(() => {
    device.afterNavigation();
    frame.closeDrawer();
  }, [visit.fullPath, device, frame]);
}

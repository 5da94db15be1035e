import type { ShellRouter, UnsavedGuard } from '../shell-context.tsx';
import type { TagsStore, TagView } from './tags.store.ts';

/** Where to go when no tab is left. */
const HOME = '/home';

export interface TagActs {
  show(view: TagView): void;
  /** Draws the page afresh through /redirect (spec 2.1); asks first when it has unsaved work. */
  refresh(view: TagView): Promise<void>;
  close(view: TagView): Promise<void>;
  closeOthers(view: TagView): Promise<void>;
  closeAll(): Promise<void>;
}

interface TagActsInput {
  readonly tags: TagsStore;
  readonly router: ShellRouter;
  readonly unsaved: UnsavedGuard;
  /**
   * Runs a change of the tabs so that the closed pages are unmounted when it returns. Their guards are gone then, and the navigation that
   * follows does not ask a second time.
   */
  readonly commit: (change: () => void) => void;
}

/** What the tag bar can do (spec 2.4 tag context menu, spec 4 tabs). */
export function createTagActs({ tags, router, unsaved, commit }: TagActsInput): TagActs {
  const current = () => router.visit?.path;
  const mayGo = (views: readonly TagView[]) => unsaved.mayLeave(views.flatMap((view) => view.addresses));

  async function closeViews(views: readonly TagView[], next: (closing: readonly string[]) => TagView | undefined): Promise<void> {
    if (views.length === 0 || !(await mayGo(views))) return;
    const closing = views.map((view) => view.path);
    const leaving = closing.includes(current() ?? '');
    const target = leaving ? next(closing) : undefined;
    commit(() => tags.close(closing, router.visit ?? undefined));
    if (leaving) router.navigate(target?.visit.fullPath ?? HOME);
  }

  return {
    show: (view) => router.navigate(view.visit.fullPath),
    async refresh(view) {
      if (await mayGo([view])) router.refresh(view.visit.fullPath);
    },
    close: (view) => closeViews(tags.isClosable(view.path) ? [view] : [], (closing) => tags.neighbourOf(view.path, closing)),
    async closeOthers(view) {
      await closeViews(tags.othersOf(view.path), () => view);
    },
    closeAll: () => closeViews(tags.closable, (closing) => tags.neighbourOf(current() ?? '', closing) ?? tags.views.find((view) => view.affix)),
  };
}

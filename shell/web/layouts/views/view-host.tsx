import { observer } from 'mobx-react-lite';
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { Visit } from '../../router/route-table.ts';
import { useShell } from '../../shell-context.tsx';
import type { TagsStore } from '../../tags/tags.store.ts';
import { comesBackAsLeft, keptViews } from './kept-views.ts';

interface ViewProps {
  readonly visit: Visit;
  readonly active: boolean;
  readonly copyright: string;
  readonly renderPage: (visit: Visit) => ReactNode;
}

/**
 * One mounted page. Hidden pages keep their effects running: unmounting them, as React's Activity does, would empty forms whose fields
 * deregister when they unmount. A page is drawn when its visit changes, not when its tab comes or goes, or comes back; and after the frame around it, in
 * slices of a few milliseconds between which the browser answers and paints.
 */
const View = memo(function View({ visit, active, copyright, renderPage }: ViewProps) {
  const [drawn, setDrawn] = useState(visit);
  if (!comesBackAsLeft(drawn, visit)) setDrawn(visit);
  const page = useDeferredValue<ReactNode>(
    useMemo(() => renderPage(drawn), [drawn, renderPage]),
    null,
  );
  return (
    // Browsers let Tab reach what scrolls and holds nothing to be reached, as a page behind its tab does.
    <section className="nephra-view" hidden={!active} tabIndex={active ? undefined : -1} data-path={visit.path}>
      <div className="nephra-view-page">{page}</div>
      <footer className="nephra-copyright">{copyright}</footer>
    </section>
  );
});

interface ViewHostProps {
  readonly visit: Visit;
  readonly tags: TagsStore;
  readonly renderPage: (visit: Visit) => ReactNode;
}

/** The main area: the current page and, while caching is on, the pages behind other tabs (spec 2.4). */
export const ViewHost = observer(function ViewHost({ visit, tags, renderPage }: ViewHostProps) {
  const { settings, session } = useShell();
  const views = keptViews({ visit, showCurrent: !tags.wasClosed(visit), tags: tags.views, caching: settings.tagsView && settings.useCache });
  return views.map((view) => <View key={view.key} visit={view.visit} active={view.active} copyright={session.sysConfig.copyright} renderPage={renderPage} />);
});

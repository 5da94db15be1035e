import './layout-frame.css';
import './navigation/navigation.css';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { BreadcrumbTrail } from '../navbar/breadcrumb-trail.tsx';
import { Navbar } from '../navbar/navbar.tsx';
import { type LayoutFrameProps, useShell } from '../shell-context.tsx';
import { createTagActs } from '../tags/tag-acts.ts';
import { TagsStore } from '../tags/tags.store.ts';
import { TagsBar } from '../tags/tags-bar.tsx';
import { Brand } from './brand.tsx';
import { FrameOverlays } from './frame-overlays.tsx';
import { FrameStore } from '../frame.store.ts';
import { navigationPlan } from './navigation/navigation-plan.ts';
import { Sidebar } from './navigation/sidebar.tsx';
import { TopMenu } from './navigation/top/top-menu.tsx';
import { useFrameEffects } from './use-frame-effects.ts';
import { useLeftMenu } from './navigation/use-left-menu.ts';
import { useNavigation } from './navigation/use-navigation.ts';
import { ViewHost } from './views/view-host.tsx';

const MAIN = 'nephra-main';

/**
 * The frame around all pages (spec 2.4). All four layouts are one grid whose areas move: a change of layout must not unmount the pages
 * that people work in.
 */
export const LayoutFrame = observer(function LayoutFrame({ visit, renderPage }: LayoutFrameProps) {
  const shell = useShell();
  const { settings, device, router, unsaved, t } = shell;
  const [frame] = useState(() => new FrameStore());
  const [tags] = useState(() => new TagsStore());
  const acts = useMemo(() => createTagActs({ tags, router, unsaved, commit: flushSync }), [tags, router, unsaved]);
  useFrameEffects(visit, frame, tags);

  const navigation = useNavigation(visit);
  const left = useLeftMenu(navigation);
  const plan = navigationPlan(settings.layoutType, device.device, device.sidebar.opened);
  const { withoutAnimation } = device.sidebar;

  return (
    <div
      className={`nephra-frame nephra-slide-${settings.slideClass}`}
      data-layout={settings.layoutType}
      data-device={device.device}
      data-sidebar={plan.sidebar}
      data-top={plan.top}
      data-still={withoutAnimation}
      data-fixed-header={settings.fixedHeader}
    >
      <a href={`#${MAIN}`} className="nephra-skip-link">
        {t('frame.skipToContent')}
      </a>
      {plan.sidebar !== 'none' && (
        <Sidebar
          kind={plan.sidebar}
          items={plan.leftOnly ? left.items : navigation.items}
          menuKey={plan.leftOnly ? left.activeId : undefined}
          trail={navigation.trail}
          brand={plan.brandAt === 'sidebar' && settings.sidebarLogo}
          onClose={() => device.closeSidebar(false)}
        />
      )}
      <Navbar
        frame={frame}
        brand={plan.brandAt === 'navbar' && settings.sidebarLogo ? <Brand name={device.device === 'desktop'} /> : undefined}
        onFold={plan.foldable ? device.toggleSidebar : undefined}
      >
        {plan.top === 'none' ? (
          <BreadcrumbTrail visit={visit} />
        ) : (
          <TopMenu items={navigation.items} activeId={left.activeId} trail={navigation.trail} onPick={plan.top === 'pick' ? left.pick : undefined} />
        )}
      </Navbar>
      {settings.tagsView && <TagsBar tags={tags} acts={acts} currentPath={visit.path} />}
      <main id={MAIN} className="nephra-main" tabIndex={-1}>
        {!device.serverReachable && (
          <div role="status" className="nephra-server-away">
            {t('frame.serverAway')}
            <button type="button" onClick={() => void shell.actions.retryServer()}>
              {t('plugin.retry')}
            </button>
          </div>
        )}
        <ViewHost visit={visit} tags={tags} renderPage={renderPage} />
      </main>
      <FrameOverlays frame={frame} />
    </div>
  );
});

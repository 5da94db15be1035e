import './start-shell.css';
import { autorun } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type LoaderFunctionArgs, RouterProvider } from 'react-router-dom';
import { ConfigProvider } from '@nephra/plugin-sdk/ui';
import { type SlotRenderer, SlotRendererProvider } from '@nephra/plugin-sdk/web';
import { createShell, type ShellParts } from './create-shell.ts';
import { MenuIcon } from './layouts/icons/menu-icon.tsx';
import { SlotList } from './plugins/parts/slot-list.tsx';
import { pageTitle } from './router/page-title.ts';
import { enter } from './router/shell-routes.ts';
import { hearWork } from './session/watch/idle-watch.ts';
import { followOtherTabs } from './session/tab-sync.ts';
import { ShellProvider } from './shell-context.tsx';
import { NavigationFault, Splash, Stage } from './stage.tsx';
import type { Surroundings } from './surroundings.ts';
import { followSettings } from './theme/apply-theme.ts';

/** How the login page hands over: the person has just signed in. */
export interface StartOptions {
  readonly fromLogin?: boolean;
}

/** Draws the shell into the page. Answers what ends it: a page that is left needs no end, a test does. */
export async function startShell(surroundings: Surroundings, { fromLogin = false }: StartOptions = {}): Promise<() => void> {
  const { page, view } = surroundings;
  const parts = createShell(surroundings);
  const endSettings = followSettings(parts.shell.settings, page);
  await parts.loadLanguage(parts.shell.settings.language);
  const routes = [
    {
      path: '*',
      loader: ({ request }: LoaderFunctionArgs) => enter({ request }, parts.guardPorts),
      shouldRevalidate: () => true,
      element: <Stage parts={parts} fromLogin={fromLogin} />,
      errorElement: <NavigationFault parts={parts} />,
      hydrateFallbackElement: <Splash />,
    },
  ];
  const browserRouter = createBrowserRouter(routes, { window: view });
  parts.router.attach(browserRouter);
  browserRouter.subscribe(({ navigation, location, initialized }) => {
    if (initialized && navigation.state === 'idle') parts.arrived(location.pathname, location.search);
  });
  const endWatch = watchDocument(parts, page, view);
  const app = page.getElementById('app');
  if (app === null) throw new Error('The page has no element with the id "app".');
  const root = createRoot(app);
  root.render(<Root parts={parts} router={browserRouter} />);
  return () => {
    root.unmount();
    browserRouter.dispose();
    parts.socket.stop();
    parts.idle.stop();
    endWatch();
    endSettings();
  };
}

interface RootProps {
  readonly parts: ShellParts;
  readonly router: ReturnType<typeof createBrowserRouter>;
}

const Root = observer(function Root({ parts, router }: RootProps) {
  const { shell, host, uiLocale } = parts;
  const locale = uiLocale.get();
  const renderSlot = useCallback<SlotRenderer>(
    (point, props, fallback) =>
      point === 'shell/menu-icon@1' ? <MenuIcon name={String(props.name)} /> : <SlotList host={host} point={point} props={props} fallback={fallback} />,
    [host],
  );
  return (
    <ShellProvider shell={shell}>
      <SlotRendererProvider value={renderSlot}>
        <ConfigProvider {...(locale === undefined ? {} : { locale })}>
          <RouterProvider router={router} />
          {host.safeMode && (
            <div className="nf-safe-mode" role="status">
              {shell.t('safeMode.text')}
              <a href="/home">{shell.t('safeMode.leave')}</a>
            </div>
          )}
        </ConfigProvider>
      </SlotRendererProvider>
    </ShellProvider>
  );
});

/** Title, leave confirmation and the other tabs of this browser. */
function watchDocument({ shell, router, leaving, sessionEnd, leave, idle, reopen }: ShellParts, page: Document, view: Window): () => void {
  const { session, settings } = shell;
  const endTitle = autorun(() => {
    const title = router.screen === '/lockScreen' ? shell.t('route.lockScreen') : router.visit === null ? '' : shell.title(router.visit.route.meta);
    page.title = pageTitle(title, settings.language, session.sysConfig.title);
  });
  // Spec 2.3: leaving or reloading always asks. Tags keep views with what was typed into them; a reload loses them all.
  const ask = (event: BeforeUnloadEvent) => {
    if (!leaving.now && session.token !== '') event.preventDefault();
  };
  view.addEventListener('beforeunload', ask);
  const endTabs = followOtherTabs({
    storage: shell.storage,
    session,
    signedOut: () => sessionEnd.toLogin(''),
    startOver: () => leave('/'),
    locked: () => {
      session.setLock(true);
      router.navigate('/lockScreen');
    },
    unlocked: reopen,
  });
  const endWork = hearWork(page, idle);
  return () => {
    endTitle();
    endTabs();
    endWork();
    view.removeEventListener('beforeunload', ask);
  };
}

import { observer } from 'mobx-react-lite';
import { Suspense, useMemo } from 'react';
import { Spin } from '@nephra/plugin-sdk/ui';
import { type MenuNode, type PageProps, PluginProvider } from '@nephra/plugin-sdk/web';
import type { PluginHostStore } from '../plugins/plugin-host.ts';
import { PluginPart } from '../plugins/parts/plugin-part.tsx';
import { RenderFence } from '../plugins/parts/render-fence.tsx';
import { pageSource } from '../router/page-source.ts';
import type { RouteEntry, Visit } from '../router/route-table.ts';
import { useShell } from '../shell-context.tsx';
import { NoLongerPermitted } from './no-longer-permitted.tsx';
import { MissingPage } from './missing.page.tsx';
import { OutsidePage } from './outside.page.tsx';
import { PageFault } from './page-fault.tsx';
import { SHELL_PAGE_CODES, SHELL_PAGES } from './shell-pages.tsx';

/** Fixed routes have no menu entry; their pages get one that holds no permissions. */
const menuOf = (route: RouteEntry): MenuNode =>
  route.menu ?? {
    id: '',
    parentId: '',
    type: 2,
    enCode: route.name,
    fullName: route.meta.zhTitle,
    urlAddress: route.path.slice(1),
    icon: route.meta.icon,
    linkTarget: '',
    propertyJson: '',
    hasChildren: false,
    children: null,
  };

interface PageViewProps {
  readonly visit: Visit;
  readonly host: PluginHostStore;
}

/** Draws the page of a visit, whoever brings it. */
export const PageView = observer(function PageView({ visit, host }: PageViewProps) {
  const { route, query } = visit;
  const { router } = useShell();
  const menu = useMemo(() => menuOf(route), [route]);
  const props: PageProps = {
    menu,
    query,
    ...(route.moduleId === undefined ? {} : { moduleId: route.moduleId }),
    ...(route.isTree === undefined ? {} : { isTree: route.isTree }),
  };
  if (route.menu !== undefined && router.find(route.path) === undefined) return <NoLongerPermitted name={route.meta.zhTitle} />;
  const source = pageSource(route, SHELL_PAGE_CODES, (part) => host.pageOwner(part));
  if (source.kind === 'plugin') return <PluginPart host={host} pluginId={source.pluginId} part={source.part} menu={menu} query={query} props={props} />;
  if (source.kind === 'outside' && route.menu !== undefined) return <OutsidePage item={route.menu} framed={route.mode === 'frame'} />;
  if (source.kind === 'shell') return <ShellPage code={source.code} host={host} props={props} />;
  return <MissingPage route={route} owner={source.kind === 'missing' ? source.owner : ''} />;
});

/** A page of the shell: same fence and same context as a plugin's, so that SDK widgets work in it. */
const ShellPage = observer(function ShellPage({ code, host, props }: { readonly code: string; readonly host: PluginHostStore; readonly props: PageProps }) {
  const { t } = useShell();
  const Page = SHELL_PAGES.get(code);
  if (Page === undefined) return null;
  return (
    <RenderFence onError={(error) => host.shellContext.report(error, code)} instead={(again) => <PageFault onRetry={again} />}>
      <PluginProvider context={host.shellContext} menu={props.menu} query={props.query}>
        <Suspense
          fallback={
            <div className="nf-loading" role="status">
              <Spin size="large" />
              <span>{t('plugin.loading')}</span>
            </div>
          }
        >
          <Page {...props} />
        </Suspense>
      </PluginProvider>
    </RenderFence>
  );
});

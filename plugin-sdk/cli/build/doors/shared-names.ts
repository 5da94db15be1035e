/**
 * Names that the shell serves to every module of the page, so that there is one instance of each. Plugins import them
 * as usual; the builder leaves the import in place. A sub-path that is not listed here cannot be had at run time.
 */
export const SHARED_LIBRARIES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  'mobx',
  'mobx-react-lite',
  'i18next',
  'dayjs',
  'axios',
] as const;

/** Of these libraries only a part is served: the rest is for servers or build tools and would double the bytes. */
export const SERVED_PART: Readonly<Record<string, readonly string[]>> = {
  'react-router-dom': [
    'Await',
    'BrowserRouter',
    'Form',
    'HashRouter',
    'Link',
    'MemoryRouter',
    'NavLink',
    'Navigate',
    'Outlet',
    'Route',
    'Router',
    'RouterProvider',
    'Routes',
    'createBrowserRouter',
    'createMemoryRouter',
    'createRoutesFromElements',
    'createSearchParams',
    'generatePath',
    'isRouteErrorResponse',
    'matchPath',
    'matchRoutes',
    'redirect',
    'replace',
    'resolvePath',
    'useBeforeUnload',
    'useBlocker',
    'useHref',
    'useInRouterContext',
    'useLinkClickHandler',
    'useLoaderData',
    'useLocation',
    'useMatch',
    'useMatches',
    'useNavigate',
    'useNavigation',
    'useNavigationType',
    'useOutlet',
    'useOutletContext',
    'useParams',
    'useResolvedPath',
    'useRevalidator',
    'useRouteError',
    'useRoutes',
    'useSearchParams',
  ],
};

export const SDK = '@nephra/plugin-sdk';
export const SDK_CONTRACT = `${SDK}/contract`;
export const SDK_WEB = `${SDK}/web`;
/** Descriptions of records: served like the others, fetched beside the first page that uses one. */
export const SDK_RECORD = `${SDK}/record`;
/** Doors whose named imports are sent on, each to the module that holds the name. */
export const UI_DOOR = `${SDK}/ui`;
export const WIDGET_DOOR = `${SDK}/widgets`;

/** Packages of which a second copy in the page breaks something, with what to write instead. */
export const ONE_COPY_ONLY: Readonly<Record<string, string>> = {
  react: "import from 'react' itself",
  'react-dom': "import from 'react-dom' or 'react-dom/client'",
  scheduler: "it comes with 'react-dom'",
  'react-router': "import from 'react-router-dom'",
  'react-router-dom': "import from 'react-router-dom' itself",
  mobx: "import from 'mobx' itself",
  'mobx-react-lite': "import from 'mobx-react-lite' itself",
  i18next: "use useText() of '@nephra/plugin-sdk/web', or import 'i18next' itself",
  dayjs: "import from 'dayjs' itself",
  axios: "use useClient() of '@nephra/plugin-sdk/web', or import 'axios' itself",
  '@douyinfe/semi-ui': `import from '${UI_DOOR}'`,
  '@douyinfe/semi-ui-19': `import from '${UI_DOOR}'`,
  '@douyinfe/semi-foundation': `import from '${UI_DOOR}'`,
  '@nephra/plugin-sdk': "import from '@nephra/plugin-sdk/contract', '/record', '/web', '/ui' or '/widgets'",
};

/** Name of the package of an import: `@scope/name/sub` → `@scope/name`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * A sub-path of a shared name that the shell does not serve, such as `dayjs/plugin/utc` or `react-dom/server`.
 * @returns what to do about it, or undefined when the name may be imported.
 */
export function unlistedSubpath(specifier: string): string | undefined {
  const owner = packageOf(specifier);
  const served = (SHARED_LIBRARIES as readonly string[]).filter((name) => packageOf(name) === owner);
  if (served.length === 0 || served.includes(specifier)) return undefined;
  return `'${specifier}' is not among the modules that the shell shares. Of '${owner}' there ${served.length > 1 ? 'are' : 'is'} ${served.map((name) => `'${name}'`).join(', ')}; ${
    ONE_COPY_ONLY[owner] ?? 'use those'
  }.`;
}

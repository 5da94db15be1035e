import { type StaffNode, type StaffTreeNode, staffDirectory } from '@nephra/plugin-sdk/contract';
import { ApiError, type HttpPort, PluginProvider, useMenu, usePlugin } from '@nephra/plugin-sdk/web';
import { type ReactNode, useMemo } from 'react';

type Answer = (path: string, input: { readonly query?: unknown; readonly body?: unknown }) => unknown;

/** Draws its children as if the server answered like this; nothing leaves the browser. */
function Answered({ answer, children }: { readonly answer: Answer; readonly children: ReactNode }) {
  const context = usePlugin();
  const menu = useMenu();
  const scope = useMemo(() => {
    const http: HttpPort = {
      call: async ({ path }, input) => ({ data: answer(path, input), msg: '' }),
      fileUrl: (path) => context.http.fileUrl(path),
    };
    return { ...context, http };
  }, [context, answer]);
  return (
    <PluginProvider context={scope} menu={menu}>
      {children}
    </PluginProvider>
  );
}

const { routes } = staffDirectory;
/** These answer a bare list. */
const BARE = new Set<string>([routes.groups.path, routes.organizationUsers.path, routes.subordinates.path]);
const listed = (path: string, list: readonly unknown[]) => (BARE.has(path) ? list : { list });

const nothing: Answer = (path) => listed(path, []);
/** A server that answers, with nothing in it. */
export const EmptyServer = ({ children }: { readonly children: ReactNode }) => <Answered answer={nothing}>{children}</Answered>;

/** A server whose plugin is switched off. */
export function AwayServer({ children }: { readonly children: ReactNode }) {
  const { t } = usePlugin();
  const away = useMemo<Answer>(
    () => () => {
      throw new ApiError({ code: 503, error: 'core.plugin-unavailable', message: t('sample.away') });
    },
    [t],
  );
  return <Answered answer={away}>{children}</Answered>;
}

const wanted = (input: {
  readonly query?: unknown;
  readonly body?: unknown;
}): { keyword?: string; userId?: string[]; ids?: string | string[]; parentId?: string } => ({
  ...(input.query as object | undefined),
  ...(input.body as object | undefined),
});

/** A server with `count` entries, all on one level, whose names come from `name`. */
export function FullServer({ count, name, children }: { readonly count: number; readonly name: (at: number) => string; readonly children: ReactNode }) {
  const answer = useMemo<Answer>(() => {
    const nodes = (type: StaffNode['type']): (StaffTreeNode & { readonly level: number; readonly organize: string })[] =>
      Array.from({ length: count }, (_, at) => ({
        id: `${type}-${at}`,
        parentId: '-1',
        fullName: name(at),
        enCode: `SIM${at}`,
        type,
        icon: '',
        sortCode: at,
        enabledMark: at % 25 === 24 ? 0 : 1,
        hasChildren: false,
        isLeaf: true,
        num: 0,
        level: 0,
        organize: '',
        children: null,
      }));
    const typeOf = (path: string): StaffNode['type'] =>
      path.includes('/Users/')
        ? 'user'
        : path.includes('/Position/')
          ? 'position'
          : path.includes('/Role/')
            ? 'role'
            : path.includes('/Group/')
              ? 'group'
              : path.endsWith('/Tree')
                ? 'company'
                : 'department';
    return (path, input) => {
      const { keyword, userId, ids } = wanted(input);
      const all = nodes(typeOf(path));
      const only = userId ?? (typeof ids === 'string' ? ids.split(',') : ids);
      // Areas are named by the way down to them.
      if (only) return { list: all.filter((node) => only.includes(node.id)).map((node) => ({ ...node, names: [node.fullName] })) };
      return listed(path, keyword ? all.filter((node) => node.fullName.includes(keyword)).slice(0, 50) : all);
    };
  }, [count, name]);
  return <Answered answer={answer}>{children}</Answered>;
}

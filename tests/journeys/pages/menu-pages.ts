import { type Caller, dataAs } from './caller.ts';

interface MenuNode {
  readonly type: number;
  readonly fullName: string;
  readonly urlAddress: string;
  readonly children?: readonly MenuNode[] | null;
}

const PAGE = 2;
const pagesOf = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [...(node.type === PAGE ? [node] : []), ...pagesOf(node.children ?? [])]);

/** The pages of somebody's menu, with the addresses that a browser takes. */
export async function pagesOfMenu(desk: Caller): Promise<MenuNode[]> {
  const { menuList } = await dataAs<{ menuList: MenuNode[] }>(desk, 'GET', '/api/oauth/CurrentUser');
  return pagesOf(menuList).map((page) => ({ ...page, urlAddress: page.urlAddress.startsWith('/') ? page.urlAddress : `/${page.urlAddress}` }));
}

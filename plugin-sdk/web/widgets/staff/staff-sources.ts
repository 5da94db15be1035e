import { type StaffTreeNode, staffDirectory } from '@nephra/plugin-sdk/contract';
import { createClient, type HttpPort } from '@nephra/plugin-sdk/web';
import type { ChoiceName, ChoiceNode, ChoiceSource } from '../pick/choice.ts';

/** A picker shows its failures itself. */
const QUIET = { quiet: true } as const;
const LEVEL = { depth: 1 } as const;
const TOP = '0';

const clientOf = (http: HttpPort) => createClient(staffDirectory, http);
type Client = ReturnType<typeof clientOf>;

/** All visible people: organisations and departments that open level by level. */
export function peopleSource(http: HttpPort): ChoiceSource {
  const client = clientOf(http);
  return {
    key: 'people',
    kinds: ['user'],
    mostFound: 50,
    tree: {
      async load(signal) {
        const { list } = (await client.userNodes({ params: { id: TOP }, body: { open: true } }, { ...QUIET, signal })).data;
        const [top] = list;
        const children = list.filter((node) => node.parentId === top?.id);
        return { data: { list: top && children.length > 0 ? [{ ...top, children }] : list } };
      },
      loadChildren: ({ id }, signal) => client.userNodes({ params: { id }, body: {} }, { ...QUIET, signal }),
      find: (keyword, signal) => client.userNodes({ params: { id: TOP }, body: { keyword } }, { ...QUIET, signal }),
    },
    names: (userId) => namesOfPeople(client, userId),
  };
}

const namesOfPeople = async (client: Client, userId: readonly string[]) => (await client.usersByIds({ body: { userId: [...userId] } }, QUIET)).data.list;
const asList = async (call: Promise<{ readonly data: readonly ChoiceNode[] }>) => ({ data: { list: (await call).data } });

/** People of the caller's own department or organisation. */
export function ownUnitSource(http: HttpPort): ChoiceSource {
  const client = clientOf(http);
  const ask = (keyword: string | undefined, signal: AbortSignal) =>
    asList(client.organizationUsers({ query: { organizeId: TOP, keyword } }, { ...QUIET, signal }));
  return {
    key: 'people',
    kinds: ['user'],
    tree: { load: (signal) => ask(undefined, signal), find: ask },
    names: (userId) => namesOfPeople(client, userId),
  };
}

/** People who report to the caller. */
export function subordinatesSource(http: HttpPort): ChoiceSource {
  const client = clientOf(http);
  const ask = (keyword: string | undefined, signal: AbortSignal) => asList(client.subordinates({ body: { keyword } }, { ...QUIET, signal }));
  return {
    key: 'people',
    kinds: ['user'],
    tree: { load: (signal) => ask(undefined, signal), find: ask },
    names: (userId) => namesOfPeople(client, userId),
  };
}

/** Organisations and departments; `kinds` says what can be chosen. */
export function unitsSource(http: HttpPort, kinds: readonly ('company' | 'department')[]): ChoiceSource {
  const client = clientOf(http);
  const tree = (query: { readonly parentId?: string; readonly keyword?: string; readonly depth?: number; readonly ids?: string }, signal?: AbortSignal) =>
    client.departmentTree({ params: { id: TOP }, query }, { ...QUIET, signal });
  return {
    key: 'units',
    kinds,
    mostFound: 200,
    tree: {
      load: (signal) => tree({ depth: 2 }, signal),
      loadChildren: ({ id: parentId }, signal) => tree({ parentId, ...LEVEL }, signal),
      find: (keyword, signal) => tree({ keyword }, signal),
    },
    names: async (ids) => pick((await tree({ ids: ids.join() })).data.list, ids),
  };
}

/** Organisations alone; there are few enough for one answer. */
export function organizationsSource(http: HttpPort): ChoiceSource {
  const client = clientOf(http);
  return {
    // Names of departments are none of its answer, so its cache is its own.
    key: 'organizations',
    kinds: ['company'],
    tree: { load: (signal) => client.organizeTree({}, { ...QUIET, signal }), openLevels: 2 },
    names: async (ids) => pick((await client.organizeTree({}, QUIET)).data.list, ids),
  };
}

/** Positions below their organisations and departments. */
export function positionsSource(http: HttpPort): ChoiceSource {
  const client = clientOf(http);
  const tree = (query: { readonly parentId?: string; readonly keyword?: string; readonly depth?: number; readonly ids?: string }, signal?: AbortSignal) =>
    client.positionTree({ query }, { ...QUIET, signal });
  return {
    key: 'positions',
    kinds: ['position'],
    mostFound: 200,
    tree: {
      load: (signal) => tree({ depth: 2 }, signal),
      loadChildren: ({ id: parentId }, signal) => tree({ parentId, ...LEVEL }, signal),
      find: (keyword, signal) => tree({ keyword }, signal),
    },
    names: async (ids) => pick((await tree({ ids: ids.join() })).data.list, ids),
  };
}

/** Roles below "for all" and their organisations. The same role may stand below several of them. */
export function rolesSource(http: HttpPort): ChoiceSource {
  const client = clientOf(http);
  return {
    key: 'roles',
    kinds: ['role'],
    tree: {
      load: (signal) => client.roleTree({ query: {} }, { ...QUIET, signal }),
      find: (keyword, signal) => client.roleTree({ query: { keyword } }, { ...QUIET, signal }),
    },
    names: async (ids) => pick((await client.roleTree({ query: {} }, QUIET)).data.list, ids),
  };
}

/** Groups of people, a flat list. */
export function groupsSource(http: HttpPort): ChoiceSource {
  const client = clientOf(http);
  return {
    key: 'groups',
    kinds: ['group'],
    tree: { load: (signal) => asList(client.groups({}, { ...QUIET, signal })) },
    names: async (ids) => (await client.groups({}, QUIET)).data.filter(({ id }) => ids.includes(id)),
  };
}

/** The entries of a tree that have one of these ids. */
export function pick(nodes: readonly (StaffTreeNode | ChoiceNode)[], ids: readonly string[]): ChoiceName[] {
  const wanted = new Set(ids);
  const found: ChoiceName[] = [];
  const walk = (list: readonly (StaffTreeNode | ChoiceNode)[]) => {
    for (const node of list) {
      if (wanted.delete(node.id)) found.push({ id: node.id, fullName: node.fullName, enabledMark: node.enabledMark ?? 1 });
      if (node.children) walk(node.children as readonly (StaffTreeNode | ChoiceNode)[]);
    }
  };
  walk(nodes);
  return found;
}

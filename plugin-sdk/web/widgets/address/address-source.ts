import { defineContract, get, listOf, post, Type } from '@nephra/plugin-sdk/contract';
import { createClient, type HttpPort } from '@nephra/plugin-sdk/web';
import type { ChoiceNode, ChoiceSource } from '../pick/choice.ts';

/** An area as the server offers it. */
interface OfferedArea {
  readonly id: string;
  readonly fullName: string;
  readonly enCode: string;
  readonly hasChildren: boolean;
}
interface FoundArea extends OfferedArea {
  /** Names above it, joined by `/`. */
  readonly organize: string;
  /** 0 a province. */
  readonly level: number;
}
interface AreaPath {
  readonly id: string;
  readonly names: readonly string[];
  readonly enabledMark: 0 | 1;
}

const quietRead = { need: 'session', audit: 'none' } as const;

/** The calls behind the picker (spec 7.5). */
export const addressContract = defineContract('address-picker', {
  below: get('/api/system/Area/{id}/Selector/{x}', {
    ...quietRead,
    summary: 'What can be chosen directly below an area; -1: provinces',
    params: Type.Object({ id: Type.String(), x: Type.String() }),
    reply: listOf(Type.Unsafe<OfferedArea>(Type.Unknown())),
  }),
  find: get('/api/system/Area/Actions/Find', {
    ...quietRead,
    summary: 'Areas by name, code or pinyin',
    query: Type.Object({ keyword: Type.String() }),
    reply: listOf(Type.Unsafe<FoundArea>(Type.Unknown())),
  }),
  paths: post('/api/system/Area/Actions/Paths', {
    ...quietRead,
    summary: 'Areas by id with the names from the province down',
    retry: 'natural',
    body: Type.Object({ ids: Type.Array(Type.String()) }),
    reply: listOf(Type.Unsafe<AreaPath>(Type.Unknown())),
  }),
});

const TOP = '-1';
const WITHOUT_NONE = '0';
/** Hits that the server answers at most. */
const MAX_FOUND = 50;
/** Steps below the provinces down to which one chooses (spec 4: default depth level is 2): a district. */
export const DISTRICT_LEVEL = 2;

interface AreaNode extends ChoiceNode {
  readonly level: number;
}

/** A city that is called like its province is said once. */
const pathBelow = (above: string, name: string): string => {
  if (above === '') return name;
  return above === name || above.endsWith(`/${name}`) ? above : `${above}/${name}`;
};

/**
 * Areas, branch by branch, so that 40,000 of them are no load. What is chosen is called by its whole path.
 * @param depth steps below the provinces; what lies deeper is not shown
 * @param anyLevel provinces and cities can be chosen, too; else districts, what is below them, and what has nothing below it
 */
export function addressSource(http: HttpPort, depth: number, anyLevel = false): ChoiceSource {
  const client = createClient(addressContract, http);
  const nodeOf = ({ id, fullName, enCode, hasChildren }: OfferedArea, above: string, level: number): AreaNode => ({
    id,
    fullName,
    enCode,
    hasChildren: hasChildren && level < depth,
    level,
    path: pathBelow(above, fullName),
  });
  const below = async (id: string, above: string, level: number, signal: AbortSignal) => {
    const { list } = (await client.below({ params: { id, x: WITHOUT_NONE } }, { signal, quiet: true })).data;
    return { data: { list: list.map((area) => nodeOf(area, above, level)) } };
  };
  return {
    key: 'areas',
    mostFound: MAX_FOUND,
    ...(!anyLevel && { offers: (node) => node.hasChildren !== true || (node as AreaNode).level >= DISTRICT_LEVEL }),
    tree: {
      load: (signal) => below(TOP, '', 0, signal),
      loadChildren: (node, signal) => below(node.id, node.path ?? '', ((node as AreaNode).level ?? 0) + 1, signal),
      async find(keyword, signal) {
        const { list } = (await client.find({ query: { keyword } }, { signal, quiet: true })).data;
        const nodes = list.filter(({ level }) => level <= depth);
        return { data: { list: nodes.map((area) => ({ ...nodeOf(area, area.organize, area.level), organize: area.organize })) } };
      },
    },
    async names(ids) {
      const { list } = (await client.paths({ body: { ids: [...ids] } }, { quiet: true })).data;
      return list.map(({ id, names, enabledMark }) => ({ id, fullName: names.reduce(pathBelow, ''), enabledMark }));
    },
  };
}

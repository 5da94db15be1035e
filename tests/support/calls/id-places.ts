import { type Route, Type } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import type { BoundRoute } from '../../../shell/server/http/pipeline/bound-route.ts';
import { type SchemaLike, validOf } from '../../../plugin-sdk/testing/live/schema-arbitrary.ts';

/** One place of a call into which an id goes. */
export interface Slot {
  readonly part: 'params' | 'query' | 'body';
  readonly path: readonly string[];
  /** The member is a list of ids. */
  readonly many: boolean;
  /** `body.list.0.id`. */
  readonly text: string;
}

interface Node {
  readonly type?: string;
  readonly pattern?: string;
  readonly items?: Node;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly anyOf?: readonly Node[];
}

const SEED = 20_261_121;
const none = Type.Object({});

const ID_NAME = /(^|[a-z])ids?$|Id$|Ids$|^id$|IdList$|^seq$|^objectId$|^dpId$/i;

/** Numbers that an insurer gives out: no record of ours answers to them. */
const FOREIGN_NUMBERS: readonly string[] = ['msgid', 'setl_id', 'mdtrt_id'];
const isId = (name: string): boolean => ID_NAME.test(name) && !FOREIGN_NUMBERS.includes(name);

function slotsIn(part: Slot['part'], schema: Node | undefined, path: readonly string[] = []): Slot[] {
  if (!schema) return [];
  if (schema.anyOf) return schema.anyOf.flatMap((branch) => slotsIn(part, branch, path));
  return Object.entries(schema.properties ?? {}).flatMap(([name, node]): Slot[] => {
    const at = [...path, name];
    const text = `${part}.${at.join('.')}`;
    if (node.type === 'string' && isId(name)) return [{ part, path: at, many: false, text }];
    if (node.type === 'array' && node.items?.type === 'string' && isId(name)) return [{ part, path: at, many: true, text }];
    if (node.type === 'array' && node.items?.properties) return slotsIn(part, node.items, [...at, '0']);
    if (node.type === 'object') return slotsIn(part, node, at);
    return [];
  });
}

const bodyOf = (route: Route): Node | undefined => (route.method === 'GET' ? undefined : (route.body as Node | undefined));

/** Places in the address of a route. */
export const addressSlots = ({ route }: BoundRoute): Slot[] => slotsIn('params', route.params as Node | undefined);

export const slotsOf = (bound: BoundRoute): Slot[] => [
  ...addressSlots(bound),
  ...slotsIn('query', bound.route.query as Node | undefined),
  ...slotsIn('body', bodyOf(bound.route)),
];

export type Call = Record<Slot['part'], unknown>;

/** The same call with an id in one place. Lists on the way get one entry. */
export function withId(base: Call, slot: Slot, id: string): Call {
  const call = structuredClone(base);
  let holder = call as Record<string, unknown>;
  const steps: string[] = [slot.part, ...slot.path];
  steps.slice(0, -1).forEach((step, at) => {
    const isList = steps[at + 1] === '0';
    const next = holder[step];
    if (typeof next !== 'object' || next === null) holder[step] = isList ? [{}] : {};
    else if (isList && (next as unknown[]).length === 0) (next as unknown[]).push({});
    holder = holder[step] as Record<string, unknown>;
  });
  holder[steps.at(-1) ?? ''] = slot.many ? [id] : id;
  return call;
}

/** A call whose shape fits, the same one each time. */
export function sampleOf({ route }: BoundRoute): Call {
  // Filters that nobody asked for would only empty the lists.
  const needed = (schema: Node | undefined): unknown => ({
    ...schema,
    properties: Object.fromEntries((schema?.required ?? []).map((name) => [name, schema?.properties?.[name]])),
  });
  const draw = (schema: unknown): unknown => fc.sample(validOf((schema ?? none) as SchemaLike), { numRuns: 1, seed: SEED })[0];
  return { params: draw(route.params), query: draw({ type: 'object', ...(needed(route.query as Node | undefined) as object) }), body: draw(bodyOf(route)) };
}

import { staffDirectory, type StaffNodeType } from '@nephra/plugin-sdk/contract';
import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type TreeNode, TreeStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable } from 'mobx';
import type { GrantObjectType } from '../../contract/authority.schema.ts';

/** An entry of the tree to choose from; organisations and departments only lead somewhere. */
export interface ObjectNode extends TreeNode {
  readonly type: StaffNodeType;
  readonly enabledMark: number;
}

export const OBJECT_TYPES: readonly GrantObjectType[] = ['Role', 'Position', 'User', 'Group'];
const NODE_TYPE: Readonly<Record<GrantObjectType, StaffNodeType>> = { Role: 'role', Position: 'position', User: 'user', Group: 'group' };
const TOP = '0';

type Load = (signal: AbortSignal) => Promise<{ readonly data: { readonly list: readonly ObjectNode[] } }>;

/** Trees of roles, positions, people and groups, each loaded when its tab is opened. */
export class ObjectChooserStore {
  type: GrantObjectType;
  private readonly trees = new Map<GrantObjectType, TreeStore<ObjectNode>>();

  constructor(
    private readonly ctx: Pick<WebContext, 'http'>,
    type: GrantObjectType,
  ) {
    this.type = type;
    makeObservable(this, { type: observable, mark: action, show: action });
  }

  get tree(): TreeStore<ObjectNode> {
    return this.treeOf(this.type);
  }

  treeOf(type: GrantObjectType): TreeStore<ObjectNode> {
    const known = this.trees.get(type);
    if (known) return known;
    const made = this.make(type);
    this.trees.set(type, made);
    return made;
  }

  /** Shows whose rights are open; nobody else of any kind looks chosen then. */
  mark(type: GrantObjectType, id: string): void {
    for (const [other, tree] of this.trees) if (other !== type) tree.select(null);
    this.treeOf(type).select(id);
  }

  show(type: GrantObjectType): void {
    this.type = type;
  }

  canChoose = (node: ObjectNode): boolean => node.type === NODE_TYPE[this.type];

  dispose(): void {
    for (const tree of this.trees.values()) tree.dispose();
  }

  private make(type: GrantObjectType): TreeStore<ObjectNode> {
    const directory = createClient(staffDirectory, this.ctx.http);
    if (type === 'User') {
      const nodes = (id: string, keyword: string, signal: AbortSignal) => directory.userNodes({ params: { id }, body: { keyword } }, { signal, quiet: true });
      return new TreeStore<ObjectNode>({
        load: (signal) => nodes(TOP, '', signal),
        loadChildren: (node, signal) => nodes(node.id, '', signal),
        find: (keyword, signal) => nodes(TOP, keyword, signal),
        openLevels: 1,
      });
    }
    const loads: Record<Exclude<GrantObjectType, 'User'>, Load> = {
      Role: (signal) => directory.roleTree({ query: {} }, { signal, quiet: true }),
      Position: (signal) => directory.positionTree({ query: {} }, { signal, quiet: true }),
      Group: async (signal) => ({ data: { list: (await directory.groups({}, { signal, quiet: true })).data } }),
    };
    return new TreeStore<ObjectNode>({ load: loads[type], openLevels: 2 });
  }
}

import { type StaffTreeNode, staffDirectory } from '@nephra/plugin-sdk/contract';
import { createClient, type HttpPort } from '@nephra/plugin-sdk/web';
import type { TreeStoreOptions } from '@nephra/plugin-sdk/widgets';

/** Organisations and departments, branch by branch, so that thousands of departments do not hold a page up. */
export function placeTree(http: HttpPort): TreeStoreOptions<StaffTreeNode> {
  const client = createClient(staffDirectory, http);
  const tree = (id: string, query: { depth?: number; keyword?: string }, signal: AbortSignal) =>
    client.departmentTree({ params: { id }, query }, { signal, quiet: true });
  return {
    openLevels: 2,
    load: (signal) => tree('0', { depth: 2 }, signal),
    loadChildren: (node, signal) => tree(node.id, { depth: 1 }, signal),
    find: (keyword, signal) => tree('0', { keyword }, signal),
  };
}

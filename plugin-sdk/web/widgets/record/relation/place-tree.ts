import { type StaffTreeNode, staffDirectory } from '@nephra/plugin-sdk/contract';
import { createClient, type HttpPort } from '@nephra/plugin-sdk/web';
import type { TreeStoreOptions } from '../../tree/tree-store.ts';

/** Organisations and departments, branch by branch, so that thousands of departments do not hold a page up. */
export function placeTree(http: HttpPort): TreeStoreOptions<StaffTreeNode> {
  const client = createClient(staffDirectory, http);
  const tree = (query: { parentId?: string; depth?: number; keyword?: string }, signal: AbortSignal) =>
    client.departmentTree({ params: { id: '0' }, query }, { signal, quiet: true });
  return {
    openLevels: 2,
    load: (signal) => tree({ depth: 2 }, signal),
    loadChildren: ({ id: parentId }, signal) => tree({ parentId, depth: 1 }, signal),
    find: (keyword, signal) => tree({ keyword }, signal),
  };
}

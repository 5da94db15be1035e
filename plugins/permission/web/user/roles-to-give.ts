import { createClient, type HttpPort } from '@nephra/plugin-sdk/web';
import type { OrganizationPickerProps } from '@nephra/plugin-sdk/widgets';
import { roleContract } from '../../contract/role.contract.ts';

/** Entries of a picker's own. */
export type ChoiceTree = NonNullable<OrganizationPickerProps['tree']>;

/**
 * Trees for pickers of roles: those alone that the caller may give to people who work at some places, so that no form is filled in that is
 * refused at its end. The same places get the same tree, because a picker reads a new one anew.
 */
export class RolesToGive {
  private readonly trees = new Map<string, ChoiceTree>();

  constructor(private readonly http: HttpPort) {}

  at(placeIds: readonly string[]): ChoiceTree {
    const organizeIds = [...placeIds].sort().join(',');
    const known = this.trees.get(organizeIds);
    if (known) return known;
    const client = createClient(roleContract, this.http);
    const ask = (keyword: string | undefined, signal: AbortSignal) =>
      client.giveable({ query: { ...(organizeIds === '' ? {} : { organizeIds }), keyword } }, { signal, quiet: true });
    const tree: ChoiceTree = { load: (signal) => ask(undefined, signal), find: ask };
    this.trees.set(organizeIds, tree);
    return tree;
  }
}

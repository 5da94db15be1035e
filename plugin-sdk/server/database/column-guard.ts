import { grantCode } from '../../contract/index.ts';
import type { RequestContext } from '../context.ts';

/** Members that may be missing from a row; only those can be withheld. */
type OptionalMember<Row> = { [K in keyof Row & string]-?: Record<never, never> extends Pick<Row, K> ? K : never }[keyof Row & string];

/**
 * Leaves out of rows what the caller's column codes do not grant (spec 6): it is missing from the answer, not empty.
 * @param columns column code of the menu → members of the row that it covers; a member must be optional in the contract
 * @returns the row itself when nothing is withheld
 */
export function columnGuard<Row extends object>(
  ctx: Pick<RequestContext<never>, 'can'>,
  menuCode: string,
  columns: Readonly<Record<string, readonly OptionalMember<Row>[]>>,
): (row: Row) => Row {
  const withheld = Object.entries(columns).flatMap(([code, members]) => (ctx.can(grantCode('column', menuCode, code)) ? [] : members));
  if (withheld.length === 0) return (row) => row;
  return (row) => {
    const shown = { ...row };
    for (const member of withheld) delete shown[member];
    return shown;
  };
}

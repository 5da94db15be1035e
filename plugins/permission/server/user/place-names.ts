import { sql } from '@nephra/plugin-sdk/server';
import type { Place } from '../../domain/user/memberships.ts';
import { type Ctx, visibleOrgIds } from '../permission-call.ts';

interface Node {
  readonly id: string;
  readonly parent_id: string | null;
  readonly full_name: string;
}

/** Names and ids of places from the topmost organisation visible to the caller down. */
export class PlaceNames {
  readonly #orgs: ReadonlyMap<string, Node>;
  readonly #departments: ReadonlyMap<string, Node>;

  constructor(orgs: readonly Node[], departments: readonly Node[]) {
    this.#orgs = new Map(orgs.map((node) => [node.id, node]));
    this.#departments = new Map(departments.map((node) => [node.id, node]));
  }

  /** `Group/Centre/Ward` */
  text(place: Place): string {
    return this.#nodes(place)
      .map((node) => node.full_name)
      .join('/');
  }

  ids(place: Place): string[] {
    return this.#nodes(place).map((node) => node.id);
  }

  /** Name of the department, or of the organisation where the person belongs to none. */
  last(place: Place): string {
    return this.#nodes(place).at(-1)?.full_name ?? '';
  }

  #nodes({ orgId, departmentId }: Place): Node[] {
    return [...pathTo(this.#orgs, orgId), ...(departmentId === null ? [] : pathTo(this.#departments, departmentId))];
  }
}

function pathTo(nodes: ReadonlyMap<string, Node>, id: string): Node[] {
  const path: Node[] = [];
  for (let node = nodes.get(id); node !== undefined && path.length < 64; node = node.parent_id === null ? undefined : nodes.get(node.parent_id))
    path.unshift(node);
  return path;
}

/** Reads what it takes to name these places: them and everything above that is visible. */
export async function namesOf(ctx: Ctx, places: readonly Place[]): Promise<PlaceNames> {
  const orgIds = [...new Set(places.map((place) => place.orgId))];
  const seen = visibleOrgIds(ctx);
  const rowFilter = seen === undefined ? sql`true` : sql`org.id = any(${seen})`;
  const departmentIds = [...new Set(places.flatMap((place) => place.departmentId ?? []))];
  // rows: paths of places that somebody has found; organisations that the caller does not see are left out (`rowFilter`)
  const [orgs, departments] = await Promise.all([
    sql<Node>`
      with recursive above as (
        select id, parent_id, full_name from core.org where id = any(${orgIds})
        union
        select org.id, org.parent_id, org.full_name from core.org as org join above on org.id = above.parent_id where ${rowFilter}
      ) select id, parent_id, full_name from above`.execute(ctx.db),
    departmentIds.length === 0
      ? { rows: [] }
      : sql<Node>`
      with recursive above as (
        select id, parent_id, full_name from core.department where id = any(${departmentIds})
        union
        select department.id, department.parent_id, department.full_name from core.department as department join above on department.id = above.parent_id
      ) select id, parent_id, full_name from above`.execute(ctx.db),
  ]);
  return new PlaceNames(orgs.rows, departments.rows);
}

import type { StaffFieldKind } from '@nephra/plugin-sdk/record';
import type { HttpPort } from '@nephra/plugin-sdk/web';
import type { ChoiceName, ChoiceSource } from '../../pick/choice.ts';
import { groupsSource, organizationsSource, peopleSource, positionsSource, rolesSource, unitsSource } from '../../staff/staff-sources.ts';

/** What staff fields and places name. */
export type NamedKind = StaffFieldKind | 'place';

/** Where the entries of a staff field come from, and the names of places. */
export const STAFF_SOURCES: Readonly<Record<NamedKind, (http: HttpPort) => ChoiceSource>> = {
  user: peopleSource,
  department: (http) => unitsSource(http, ['department']),
  position: positionsSource,
  role: rolesSource,
  userGroup: groupsSource,
  organize: organizationsSource,
  place: (http) => unitsSource(http, ['company', 'department']),
};

/** Names behind ids; ids that nobody knows are left out. */
export const staffNames = async (http: HttpPort, kind: NamedKind, ids: readonly string[]): Promise<readonly ChoiceName[]> =>
  ids.length === 0 ? [] : await STAFF_SOURCES[kind](http).names(ids);

import type { StaffFieldKind } from '@nephra/plugin-sdk/record';
import type { HttpPort } from '@nephra/plugin-sdk/web';
import type { ChoiceName, ChoiceSource } from '../../pick/choice.ts';
import { groupsSource, organizationsSource, peopleSource, positionsSource, rolesSource, unitsSource } from '../../staff/staff-sources.ts';

/** Where the entries of a staff field come from. */
export const STAFF_SOURCES: Readonly<Record<StaffFieldKind, (http: HttpPort) => ChoiceSource>> = {
  user: peopleSource,
  department: (http) => unitsSource(http, ['department']),
  position: positionsSource,
  role: rolesSource,
  userGroup: groupsSource,
  organize: organizationsSource,
};

/** Names behind ids; ids that nobody knows are left out. */
export const staffNames = async (http: HttpPort, kind: StaffFieldKind, ids: readonly string[]): Promise<readonly ChoiceName[]> =>
  ids.length === 0 ? [] : await STAFF_SOURCES[kind](http).names(ids);

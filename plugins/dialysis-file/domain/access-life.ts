import type { AccessBody } from '../contract/parts.schema.ts';

export type AccessState = 'ripening' | 'in-use' | 'failed' | 'removed';
type Kind = AccessBody['kind'];

/** A removed access stays removed; one that failed may be opened again. */
const MOVES: Readonly<Record<AccessState, readonly AccessState[]>> = {
  ripening: ['in-use', 'failed', 'removed'],
  'in-use': ['failed', 'removed'],
  failed: ['in-use', 'removed'],
  removed: [],
};

export const movesFrom = (state: AccessState): readonly AccessState[] => MOVES[state];
export const isCatheter = (kind: Kind): boolean => kind === 'TCC' || kind === 'NCC';

/** What does not belong to the kind is left out: no puncture of a catheter, no lock of a fistula. */
export const tidyAccess = (body: AccessBody): AccessBody =>
  isCatheter(body.kind) ? { ...body, needleGauge: null, punctureMethod: null } : { ...body, lockArterial: null, lockVenous: null };

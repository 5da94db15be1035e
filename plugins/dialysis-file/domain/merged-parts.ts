/** Parts of a dialysis file, as far as a merge decides by them. Days are `YYYY-MM-DD`. */
export interface MergingParts {
  readonly patterns: readonly { readonly id: string; readonly to: string | null; readonly cancelled: boolean }[];
  readonly prescriptions: readonly { readonly id: string; readonly versionNo: number; readonly state: 'draft' | 'signed' | 'replaced' | 'dropped' }[];
  readonly weights: readonly { readonly id: string }[];
  readonly accesses: readonly { readonly id: string; readonly state: string }[];
}

export interface PartsMoved {
  readonly patterns: readonly string[];
  /** Of those the ones that give way to the pattern of the file that is left. */
  readonly cancelled: readonly string[];
  /** With the number and state that they have from now on. */
  readonly prescriptions: readonly {
    readonly id: string;
    readonly versionNo: number;
    readonly state: string;
    readonly wasNo: number;
    readonly wasState: string;
  }[];
  readonly weights: readonly string[];
  readonly accesses: readonly string[];
}

/**
 * What of two dialysis files of one person becomes that of the file that is left. What decides how somebody is treated is never decided twice: pattern, prescription, dry
 * weight and access in use are those of the file that is left where it has any; those of the other are history, and what would count before them stays behind.
 * (Infection markers, consents and allergies are not looked at here: all of them join, for a positive marker is not to be lost.)
 */
export function mergedParts(going: MergingParts, left: MergingParts, today: string): PartsMoved {
  const counts = ({ to, cancelled }: MergingParts['patterns'][number]): boolean => !cancelled && (to === null || to >= today);
  const planned = left.patterns.some(counts);
  const [isSigned, isDrafted] = [left.prescriptions.some(({ state }) => state === 'signed'), left.prescriptions.some(({ state }) => state === 'draft')];
  const highest = Math.max(0, ...left.prescriptions.map(({ versionNo }) => versionNo));
  const inUse = left.accesses.some(({ state }) => state === 'in-use');
  return {
    patterns: going.patterns.map(({ id }) => id),
    cancelled: planned ? going.patterns.filter(counts).map(({ id }) => id) : [],
    prescriptions: going.prescriptions.map(({ id, versionNo, state }) => ({
      ...{ id, versionNo: highest + versionNo, wasNo: versionNo, wasState: state },
      state: state === 'signed' && isSigned ? 'replaced' : state === 'draft' && (isDrafted || isSigned) ? 'dropped' : state,
    })),
    // Of several dry weights the one that was written last counts, so that none is put among those of the file that is left.
    weights: left.weights.length > 0 ? [] : going.weights.map(({ id }) => id),
    accesses: going.accesses.filter(({ state }) => !(inUse && state === 'in-use')).map(({ id }) => id),
  };
}

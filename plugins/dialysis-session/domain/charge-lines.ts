/** A line of the kit of a mode. */
export interface KitLine {
  readonly part: 'treatment' | 'dialyser' | 'lines' | 'other';
  readonly kind: 'drug' | 'material' | 'item';
  readonly drugId: string;
  readonly quantity: number;
}
export interface GivenLine {
  readonly kind: 'drug' | 'material' | 'item';
  readonly drugId: string;
  readonly quantity: number;
  readonly title: string;
}
export interface ChargeLine {
  readonly kind: 'drug' | 'material' | 'item';
  readonly drugId: string;
  readonly quantity: number;
  readonly remark: string;
}

/**
 * What a closed treatment is charged with: its kit, with the dialyser and the cartridge that the doctor prescribed in place of those of the kit, and what was given. One line
 * for each entry, one treatment item at most.
 */
export function chargeLines(
  kit: readonly KitLine[],
  used: { readonly dialyserId: string | null; readonly perfusorId: string | null },
  given: readonly GivenLine[],
): ChargeLine[] {
  const treatments = kit.filter(({ part }) => part === 'treatment').slice(0, 1);
  const dialysers = used.dialyserId === null ? kit.filter(({ part }) => part === 'dialyser') : [material(used.dialyserId)];
  const perfusors = used.perfusorId === null ? [] : [material(used.perfusorId)];
  const rest = kit.filter(({ part }) => part === 'lines' || part === 'other');
  const lines = new Map<string, ChargeLine>();
  for (const { kind, drugId, quantity, remark } of [
    ...[...treatments, ...dialysers, ...perfusors, ...rest].map((line) => ({ ...line, remark: '' })),
    ...given.filter((line) => line.drugId !== '' && line.quantity > 0).map((line) => ({ ...line, remark: line.title })),
  ]) {
    const key = `${kind}/${drugId}`;
    const before = lines.get(key);
    lines.set(key, { kind, drugId, quantity: (before?.quantity ?? 0) + quantity, remark: before?.remark || remark });
  }
  return [...lines.values()];
}

const material = (drugId: string) => ({ kind: 'material' as const, drugId, quantity: 1 });

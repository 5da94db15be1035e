import { type Zone, zoneMisfit } from '../../../dialysis-file/contract/index.ts';

interface Station {
  readonly stationId: string;
  readonly code: string;
  readonly zone: Zone;
  readonly enabled: boolean;
  readonly modes: readonly string[];
}

/** Stations where nobody lies and whose zone fits, those first whose machine does what is wanted. Order otherwise as rooms are walked. */
export function freePlaces<S extends Station>(
  stations: readonly S[],
  taken: ReadonlySet<string>,
  wanted: { readonly zone: Zone; readonly mode: string; readonly lastShift: boolean },
): readonly S[] {
  const free = stations.filter(
    (station) => station.enabled && !taken.has(station.stationId) && zoneMisfit(wanted.zone, station.zone, wanted.lastShift) === undefined,
  );
  return free.toSorted((one, other) => Number(other.modes.includes(wanted.mode)) - Number(one.modes.includes(wanted.mode)));
}

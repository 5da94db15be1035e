export interface LainSlot {
  readonly date: string;
  readonly shiftId: string;
  readonly stationId: string;
  readonly patientId: string;
}
export interface ContactStation {
  readonly stationId: string;
  readonly roomId: string;
}

export interface CloseContact {
  readonly patientId: string;
  /** Treatments at a neighbouring station at the same time, and at the same station right after or right before. */
  readonly beside: number;
  readonly after: number;
  readonly before: number;
  readonly lastDate: string;
}

/**
 * Who lay near somebody: beside them in the same room and shift, or at the same station in the shift after or before. They are tested at once when a new case
 * of an infection is found (domain page, section 3; that "near" is the neighbouring station is ours).
 * @param slots treatments that were held; @param stations in the order in which rooms are walked; @param shifts ids in the order of a day
 * @returns those with most treatments near first
 */
export function closeContacts(
  patientId: string,
  slots: readonly LainSlot[],
  stations: readonly ContactStation[],
  shifts: readonly string[],
): readonly CloseContact[] {
  const at = new Map(stations.map(({ stationId }, place) => [stationId, place]));
  const rank = new Map(shifts.map((shiftId, place) => [shiftId, place]));
  const here = new Map(slots.map((slot) => [`${slot.date}|${slot.shiftId}|${slot.stationId}`, slot]));
  const found = new Map<string, { beside: number; after: number; before: number; lastDate: string }>();
  const note = (kind: 'beside' | 'after' | 'before', date: string, shiftId: string | undefined, stationId: string | undefined) => {
    const other = here.get(`${date}|${shiftId}|${stationId}`);
    if (!other || other.patientId === patientId) return;
    const known = found.get(other.patientId) ?? { beside: 0, after: 0, before: 0, lastDate: '' };
    known[kind] += 1;
    if (date > known.lastDate) known.lastDate = date;
    found.set(other.patientId, known);
  };
  for (const { date, shiftId, stationId } of slots.filter((slot) => slot.patientId === patientId)) {
    const place = at.get(stationId);
    const shift = rank.get(shiftId);
    if (place === undefined || shift === undefined) continue;
    for (const by of [-1, 1]) {
      const neighbour = stations[place + by];
      if (neighbour?.roomId === stations[place]?.roomId) note('beside', date, shiftId, neighbour?.stationId);
    }
    note('after', date, shifts[shift + 1], stationId);
    note('before', date, shifts[shift - 1], stationId);
  }
  const sum = ({ beside, after, before }: Omit<CloseContact, 'patientId' | 'lastDate'>): number => beside + after + before;
  return [...found]
    .map(([id, counts]) => ({ patientId: id, ...counts }))
    .toSorted((one, other) => sum(other) - sum(one) || (one.patientId < other.patientId ? -1 : 1));
}

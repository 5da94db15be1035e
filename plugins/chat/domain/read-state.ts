export interface Reader {
  readonly userId: string;
  /** Has read up to this place. Who came later has read all that was there before. */
  readonly readSeq: number;
}

/** Whether everybody but its sender has read a message. */
export const isReadByAll = (seq: number, senderId: string, readers: readonly Reader[]): boolean =>
  readers.every(({ userId, readSeq }) => userId === senderId || readSeq >= seq);

/** The newest place that all others have read; 0 where there are none. */
export function readByOthers(readers: readonly Reader[], viewerId: string): number {
  const places = readers.filter(({ userId }) => userId !== viewerId).map(({ readSeq }) => readSeq);
  return places.length === 0 ? 0 : Math.min(...places);
}

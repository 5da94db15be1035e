/** Highest number that stands on a mark. */
const MAX_SHOWN = 99;

/** What the mark of unread messages says; nothing where there is none. */
export const badgeText = (count: number): string => (count <= 0 ? '' : count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count));

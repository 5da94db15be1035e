const number = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);

/** Days from the one to the other, both `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string): number => number(to) - number(from);

/** Password of the demo accounts. */
export const PASSWORD = 'Demo2026';

/** Address of the system that `start-system.ts` started. */
export const systemUrl = (): string => {
  const url = process.env.NEPHRA_URL;
  if (!url) throw new Error('The journeys were started without their global set-up.');
  return url;
};

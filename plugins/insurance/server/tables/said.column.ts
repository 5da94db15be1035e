import { column } from '@nephra/plugin-sdk/server';

/** Far more than any message holds. */
const MAX_SAID = 10_000_000;

/** Text of a platform, or of another plugin: it is kept as it came, so its length is no matter of ours. */
export const said = () => column.text(MAX_SAID);

/** Id or name of whoever acts; the jobs of the server have none. */
export const actor = () => column.text(1_000);

/** `YYYY-MM-DD`, empty while it is open. */
export const dayText = () => column.text(10);

/** What fills a sentence. */
export const wordParams = () => column.json<Readonly<Record<string, string | number>>>();

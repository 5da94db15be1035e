import { homedir } from 'node:os';
import path from 'node:path';

/** Where filled databases are kept between runs and clones; `NEPHRA_TEST_CACHE` names another place. */
export const templateFolder = process.env.NEPHRA_TEST_CACHE ?? path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'nephra-tests');

/** A file or folder that another run found a moment ago may still be read: what is younger is not dropped. */
export const IN_USE_MS = 15 * 60_000;

import { startPostgres } from './postgres-server.ts';
import { templatesOf, tidyTemplates } from './postgres-templates.ts';

/**
 * One PostgreSQL for a whole test run with NEPHRA_TEST_DATABASE=postgres, unless NEPHRA_TEST_POSTGRES_URL names one. It begins with the template
 * databases of earlier runs and leaves its own to the next ones.
 * @throws Error when it was asked for and this machine has none: a run that tests nothing must not look green.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.NEPHRA_TEST_DATABASE !== 'postgres' || process.env.NEPHRA_TEST_POSTGRES_URL) return undefined;
  const server = await startPostgres({ withTemplates: true });
  if (typeof server === 'string') throw new Error(`NEPHRA_TEST_DATABASE=postgres, but ${server}`);
  process.env.NEPHRA_TEST_POSTGRES_URL = server.url;
  const before = (await templatesOf(server)).join();
  return async () => {
    delete process.env.NEPHRA_TEST_POSTGRES_URL;
    const changed = (await templatesOf(server)).join() !== before;
    if (changed) await tidyTemplates(server);
    await server.stop({ keepTemplates: changed });
  };
}

import { componentsForTests } from './build/components-for-tests.ts';
import { sqlForTests } from './build/migrations-folder.ts';

/** What `vitest.config.ts` of a plugin exports: lets tests draw pages with the SDK's widgets and import SQL, a file as text or a folder of migrations. */
export const pluginTests = (folder: string) => ({
  root: folder,
  plugins: [sqlForTests, componentsForTests(folder)],
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'dist/**', '.nephra/**'],
    // Of many processes that are started one now and then never answers.
    pool: 'threads' as const,
    // The SDK's widgets import style sheets and the component library, which only the test runner's loader can handle.
    server: { deps: { inline: [/@nephra[\\/]plugin-sdk/] } },
  },
});

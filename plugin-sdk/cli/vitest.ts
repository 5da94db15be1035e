import { componentsForTests } from './build/components-for-tests.ts';

/** SQL files are imported as text, like the builder does. */
const sqlAsText = {
  name: 'nephra-sql-as-text',
  transform: (code: string, id: string) => (id.split('?')[0]?.endsWith('.sql') ? { code: `export default ${JSON.stringify(code)};`, map: null } : null),
};

/** What `vitest.config.ts` of a plugin exports: lets tests draw pages with the SDK's widgets and import SQL as text. */
export const pluginTests = (folder: string) => ({
  root: folder,
  plugins: [sqlAsText, componentsForTests(folder)],
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'dist/**', '.nephra/**'],
    // Of many processes that are started one now and then never answers.
    pool: 'threads' as const,
    // The SDK's widgets import style sheets and the component library, which only the test runner's loader can handle.
    server: { deps: { inline: [/@nephra[\\/]plugin-sdk/] } },
  },
});

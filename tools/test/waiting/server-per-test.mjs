import { isCall, within } from './syntax.mjs';

/** What takes most of a second of processor. A database alone is brought back, or copied, in a few milliseconds. */
const DEAR = ['startTestServer', 'startDemoSystem', 'startPostgres', 'startPostgresWithDemo'];

/** Servers that are started anew before every test. */
export function serverPerTest(source) {
  return source.nodes
    .filter((node) => isCall(node, 'beforeEach'))
    .flatMap((hook) => within(hook))
    .filter((node) => isCall(node, ...DEAR))
    .map((node) => ({
      start: node.start,
      what: 'is started anew for every test',
      fix: 'start it in beforeAll and let each test clean up what it did',
    }));
}

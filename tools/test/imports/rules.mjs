/**
 * Who may import whom, as data. `from` and `to` are regular expressions over paths below the root (packages are `npm:<name>`);
 * `$1` in `allow` stands for the first group of `from`. `fix` tells the reader what to do instead.
 */
const TEST = /\.test\.tsx?$|\.fixture\.tsx?$|\/testing\//;

export const importRules = [
  {
    name: 'sdk-contract-is-pure',
    from: /^plugin-sdk\/contract\//,
    to: /./,
    allow: ['^plugin-sdk/contract/', '^npm:typebox$'],
    fix: 'plugin-sdk/contract runs in browsers and on servers: hand IO in from outside.',
  },
  { name: 'sdk-web-not-server', from: /^plugin-sdk\/web\//, to: /^plugin-sdk\/server\//, fix: 'put what both halves need into plugin-sdk/contract.' },
  { name: 'sdk-server-not-web', from: /^plugin-sdk\/server\//, to: /^plugin-sdk\/web\//, fix: 'put what both halves need into plugin-sdk/contract.' },
  { name: 'sdk-knows-nobody', from: /^plugin-sdk\//, to: /^(shell|plugins)\//, fix: 'add an interface to the SDK and let the shell implement it.' },
  { name: 'shell-knows-no-plugin', from: /^shell\//, to: /^plugins\//, fix: 'use a registration, a slot or a service.' },
  { name: 'shell-web-not-server', from: /^shell\/web\//, to: /^(shell\/server|plugin-sdk\/server)\//, fix: 'what both halves need is shell/contract.' },
  { name: 'shell-server-not-web', from: /^shell\/server\//, to: /^(shell\/web|plugin-sdk\/web)\//, fix: 'what both halves need is shell/contract.' },
  {
    name: 'shell-contract-is-pure',
    from: /^shell\/contract\//,
    to: /./,
    allow: ['^shell/contract/', '^plugin-sdk/contract/'],
    fix: 'shell/contract holds wire types only.',
  },
  { name: 'plugins-not-shell', from: /^plugins\//, to: /^shell\//, fix: 'a plugin knows the SDK and its own folder.' },
  {
    name: 'plugins-one-door',
    from: /^plugins\/([^/]+)\//,
    to: /^plugins\//,
    allow: ['^plugins/$1/', '^plugins/[^/]+/contract/index\\.ts$'],
    fix: "use the other plugin's contract/index.ts, and list it in dependsOn.",
  },
  {
    name: 'plugin-web-not-server',
    from: /^plugins\/([^/]+)\/web\//,
    to: /^(plugins\/[^/]+\/server|plugin-sdk\/server)\//,
    fix: 'call the server through the contract.',
  },
  {
    name: 'plugin-server-not-web',
    from: /^plugins\/([^/]+)\/server\//,
    to: /^(plugins\/[^/]+\/web|plugin-sdk\/web)\//,
    fix: "put shared rules into the plugin's domain folder.",
  },
  {
    name: 'rules-are-pure',
    from: /^plugins\/([^/]+)\/(?:contract|domain)\//,
    to: /./,
    allow: ['^plugins/$1/(contract|domain)/', '^plugin-sdk/contract/', '^plugins/[^/]+/contract/index\\.ts$'],
    fix: 'contract and domain do no IO: move the call to server/ or web/ and hand its result in.',
  },
  {
    name: 'simulator-is-an-oracle',
    from: /^tools\/sim\//,
    to: /^(plugins|shell|plugin-sdk)\//,
    fix: 'the simulated platform must not share code with what it judges: write it down a second time.',
  },
  {
    name: 'product-knows-no-simulator',
    from: /^(shell|plugin-sdk|plugins)\//,
    except: TEST,
    to: /^tools\/sim\//,
    fix: 'only tests and `npm start` use the simulator; the product reaches it over HTTP like any platform.',
  },
  {
    name: 'one-database-driver',
    from: /^(shell|plugin-sdk|plugins)\//,
    except: /^shell\/server\/db\//,
    to: /^npm:(pg|pg-cursor|pg-copy-streams|@electric-sql\/.*)$/,
    fix: 'use ctx.db; only shell/server/db knows the driver.',
  },
  {
    name: 'one-http-client',
    from: /^(shell|plugin-sdk|plugins)\//,
    except: /^shell\/web\/net\//,
    to: /^npm:axios$/,
    fix: 'use useClient(contract); only shell/web/net knows the HTTP client.',
  },
  {
    name: 'one-way-out',
    from: /^(shell|plugin-sdk|plugins)\//,
    except: /^shell\/server\/(outbound|db)\/|^plugin-sdk\/cli\//,
    to: /^(npm:|node:)*(https?|http2|net|tls|dns|dgram|undici)(\/.*)?$/,
    runtimeOnly: true,
    fix: 'call foreign systems with ctx.outbound; only shell/server/outbound opens connections.',
  },
  {
    name: 'one-name-for-the-ui-library',
    from: /^(shell|plugin-sdk|plugins)\//,
    except: /^plugin-sdk\/web\/ui\//,
    to: /^npm:@douyinfe\//,
    fix: "import from '@nephra/plugin-sdk/ui'.",
  },
];

/**
 * Folders of shell/server from the ground up: each may import those that stand before it, types too, and none that stands after it.
 * tools/docs/ARCHITECTURE.md says why they stand so.
 */
export const serverFloors = [
  ...['async-context', 'tables', 'i18n', 'secrets', 'db'],
  ...['core', 'alerts', 'numbers', 'outbound', 'config', 'site-config', 'foreign'],
  ...['plugin-settings', 'audit', 'monitor', 'home', 'auth', 'identity', 'files', 'exports', 'backup'],
  ...['http', 'socket', 'composition'],
  ...['jobs', 'first-start', 'host', 'routes'],
];

/** Globals with one owner: where they may stand. */
export const globalRules = [
  {
    name: 'network',
    from: /^(shell|plugin-sdk|plugins)\//,
    // A service worker stands between the page and the network: it is neither.
    owner: /^shell\/(web\/net|server\/outbound|web\/boot)\/|^shell\/web\/offline\/offline-worker\.ts$|^plugin-sdk\/cli\//,
    fix: 'use the typed client; network lives in shell/web/net and shell/server/outbound.',
  },
  {
    name: 'process.env',
    from: /^(shell|plugin-sdk|plugins)\//,
    owner: /^shell\/server\/config\/|^plugin-sdk\/cli\//,
    fix: 'add the value to shell/server/config and hand it in.',
  },
  {
    name: 'browser storage',
    from: /^(shell|plugin-sdk|plugins)\//,
    // The shell's root takes it from the window and hands it to the storage door.
    owner: /^shell\/web\/((storage|boot)\/|create-shell\.ts$)/,
    fix: 'use the storage door of shell/web (prefix jnpf_) or ctx.drafts.',
  },
  {
    name: 'raw HTML',
    from: /^(shell|plugin-sdk|plugins)\//,
    owner: /^plugin-sdk\/web\/widgets\/safe-html/,
    fix: 'use <SafeHtml>; it is the only raw HTML sink.',
  },
  {
    name: 'clock',
    from: /^(plugins\/[^/]+\/(domain|contract|server)|plugin-sdk\/contract|shell\/server)\//,
    // The database engine's housekeeping (dead locks, maintenance hour, export stamp) is not business time.
    owner: /clock\.ts$|^shell\/server\/db\/(embedded|transfer)\/|^shell\/server\/db\/open-database\.ts$/,
    fix: 'take the time from ctx.clock or a parameter.',
  },
  {
    name: 'clock',
    from: /^(plugins\/[^/]+|plugin-sdk|shell)\/web\//,
    // The computer's own clock is known where the server's is worked out from it, and before anybody has signed in.
    owner: /^shell\/web\/(surroundings\.ts|boot\/early\.ts|offline\/offline-worker\.ts|login\/main\.tsx)$|\/testing\/|\.(web-)?fixture\.tsx?$/,
    fix: "the product's time is the server's: use ctx.now(), in the shell shell.now().",
  },
  {
    name: 'randomness',
    from: /^(plugins\/[^/]+\/(domain|contract|server)|plugin-sdk\/contract|shell\/server)\//,
    // Spreading repeated attempts, and names of temporary files.
    owner: /^shell\/server\/db\/(transactions\/unit-of-work\.ts$|worker\/)/,
    fix: 'take ids from ctx.newId(); use node:crypto for secrets.',
  },
  {
    name: 'async storage',
    from: /^shell\/server\//,
    // The process of packages is another one.
    owner: /^shell\/server\/(async-context|host\/apart\/child)\//,
    fix: 'use AsyncContext of shell/server/async-context: each further storage makes every promise of the server dearer.',
  },
  { name: 'eval', from: /./, owner: /^$/, fix: 'no code is made from text at run time.' },
];

/** Tests may look at anything of their own half, and at the testing kit. */
export const isTest = (file) => TEST.test(file);

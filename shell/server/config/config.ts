import { PASSWORD_RULES, type PasswordPolicy, type PasswordRuleName, passwordFlaw, passwordRuleText } from '@nephra/plugin-sdk/contract';
import { fileSettings } from './file-settings.ts';
import { pluginGuardSettings } from './plugin-guard-settings.ts';
import {
  address,
  addresses,
  bearerToken,
  databaseUrl,
  flag,
  integer,
  list,
  namedNetworks,
  oneOf,
  optional,
  origins,
  secretKey,
  type Setting,
  setting,
  someOf,
  text,
} from './setting.ts';

/**
 * Every environment variable of the server: name, default, meaning. The README's table is checked against this one.
 * Nothing else in the server reads the environment.
 */
export const settings = {
  port: setting({ name: 'PORT', fallback: '5000', parse: integer(0, 65_535), meaning: 'TCP port of the server; 0 takes a free one.' }),
  host: setting({
    name: 'HOST',
    fallback: '',
    parse: text,
    meaning: 'Address to listen on; default: 0.0.0.0 (everybody) in production, 127.0.0.1 (this computer only) else, because the demo passwords are public.',
  }),
  mode: setting({
    name: 'NODE_ENV',
    fallback: 'development',
    parse: oneOf('development', 'production', 'test'),
    meaning: 'production refuses demo data and asks for a first administrator password.',
  }),
  dataDir: setting({ name: 'DATA_DIR', fallback: './data', parse: text, meaning: 'Folder of the embedded database, uploaded files and unpacked plugins.' }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    fallback: '',
    secret: true,
    parse: databaseUrl,
    meaning: 'PostgreSQL 15 or newer; empty uses the embedded database in DATA_DIR.',
  }),
  databaseConnections: setting({
    name: 'DATABASE_CONNECTIONS',
    fallback: '10',
    parse: integer(1, 500),
    meaning:
      'Most connections to PostgreSQL that this server holds; those of all servers together must stay below max_connections there. The embedded database has one.',
  }),
  databaseReadConnections: setting({
    name: 'DATABASE_READ_CONNECTIONS',
    fallback: '',
    parse: optional(integer(1, 499)),
    meaning:
      'How many of them saving and exporting never take, so that reading goes on while others wait for a lock; below DATABASE_CONNECTIONS; default: three of ten, at least one.',
  }),
  ...pluginGuardSettings,
  registryFile: setting({ name: 'REGISTRY_FILE', fallback: './registry.json', parse: text, meaning: 'Which plugins this site runs.' }),
  buildDir: setting({ name: 'BUILD_DIR', fallback: './.build', parse: text, meaning: 'Output folder of npm run build.' }),
  secretKey: setting({
    name: 'SECRET_KEY',
    fallback: '',
    secret: true,
    parse: secretKey,
    meaning:
      'Key of sealed texts such as credentials of foreign systems, 32 bytes in base64; empty: DATA_DIR/secret.key, made on first use. Keep a copy: what it sealed cannot be read without it.',
  }),
  outboundAllow: setting({
    name: 'OUTBOUND_ALLOW',
    fallback: '',
    parse: origins,
    meaning:
      'Foreign systems that plugins may call besides those of manifests and registry.json, comma-separated: https://gateway.example:8443 for all plugins, insurance=https://… for one.',
  }),
  backupDir: setting({
    name: 'BACKUP_DIR',
    fallback: '',
    parse: text,
    meaning: 'Folder that backups are written to, best on another disk, and shared where several servers work on a database; default: DATA_DIR/backups.',
  }),
  backupPassphrase: setting({
    name: 'BACKUP_PASSPHRASE',
    fallback: '',
    secret: true,
    parse: text,
    meaning:
      'What backups are encrypted with, 12 characters or more; goes before the one that is kept on the page of backups. Keep a copy: a lost one cannot be brought back.',
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    fallback: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    meaning: 'Least important log line that is written.',
  }),
  adminPassword: setting({
    name: 'ADMIN_PASSWORD',
    fallback: '',
    secret: true,
    parse: text,
    meaning:
      'First password of the account admin, made by the rules of PASSWORD_*; without it the log shows a one-time setup code. Ignored once a password is set.',
  }),
  demoData: setting({
    name: 'DEMO_DATA',
    fallback: '',
    parse: text,
    meaning: 'Folder with generated demo data, read on the first start of the embedded database only; ignored in production.',
  }),
  passwordCost: setting({
    name: 'PASSWORD_COST',
    fallback: '15',
    parse: integer(10, 18),
    meaning: 'Cost of password hashes as a power of two: 15 takes 32 MiB and about 80 ms per log-in.',
  }),
  passwordPolicy: setting({
    name: 'PASSWORD_POLICY',
    fallback: '',
    parse: oneOf('', 'specification', 'level3'),
    meaning:
      'Rule for new passwords: specification (6-16 letters and digits) or level3 (8-16 characters of three kinds, the last five not again, a new one after 90 days); default: what was chosen on the set-up page, else specification.',
  }),
  passwordMinLength: setting({
    name: 'PASSWORD_MIN_LENGTH',
    fallback: '',
    parse: optional(integer(6, 64)),
    meaning: 'Shortest new password; default: of PASSWORD_POLICY. Letters and digits are always needed.',
  }),
  passwordMaxLength: setting({
    name: 'PASSWORD_MAX_LENGTH',
    fallback: '',
    parse: optional(integer(8, 64)),
    meaning: 'Longest new password; default: of PASSWORD_POLICY.',
  }),
  passwordKinds: setting({
    name: 'PASSWORD_KINDS',
    fallback: '',
    parse: optional(integer(2, 4)),
    meaning:
      'How many of small letters, capitals, digits and other signs a new password must hold; 2 takes letters and digits and no other signs; default: of PASSWORD_POLICY.',
  }),
  passwordHistory: setting({
    name: 'PASSWORD_HISTORY',
    fallback: '',
    parse: optional(integer(0, 24)),
    meaning: 'How many earlier passwords may not come back; default: of PASSWORD_POLICY.',
  }),
  passwordMaxAgeDays: setting({
    name: 'PASSWORD_MAX_AGE_DAYS',
    fallback: '',
    parse: optional(integer(0, 3650)),
    meaning: 'Days after which a password has to be changed at the next call; 0 = never; default: of PASSWORD_POLICY. Demo accounts are left out.',
  }),
  loginNeedCode: setting({ name: 'LOGIN_NEED_CODE', fallback: 'false', parse: flag, meaning: 'Every log-in needs the captcha, not only after failed tries.' }),
  loginCaptchaAfter: setting({
    name: 'LOGIN_CAPTCHA_AFTER',
    fallback: '3',
    parse: integer(0, 100),
    meaning: 'Failed tries after which an account needs the captcha.',
  }),
  loginFailuresAllowed: setting({
    name: 'LOGIN_FAILURES_ALLOWED',
    fallback: '5',
    parse: integer(1, 100),
    meaning: 'Failed tries after which an account waits; the wait doubles with each further failure.',
  }),
  loginWaitMinutes: setting({
    name: 'LOGIN_WAIT_MINUTES',
    fallback: '10',
    parse: integer(1, 1440),
    meaning: 'First wait after too many failed tries, in minutes.',
  }),
  addressFailuresAllowed: setting({
    name: 'LOGIN_FAILURES_PER_ADDRESS',
    fallback: '50',
    parse: integer(1, 10_000),
    meaning:
      'Failed tries from one network address, over all accounts, after which everybody there reads a captcha and accounts never seen there queue; half of them are forgotten every four hours.',
  }),
  loginModes: setting({
    name: 'LOGIN_MODES',
    fallback: 'password,scan,code',
    parse: someOf('password', 'scan', 'code'),
    meaning: 'Ways to sign in that the log-in page offers; code is left out where no text message sender is configured.',
  }),
  smsSender: setting({
    name: 'SMS_SENDER',
    fallback: '',
    parse: oneOf('', 'outbox', 'off'),
    meaning:
      'Deprecated; counts only while the plugin message cannot send codes (text message provider, and a message template with the code core.mobileCode). outbox keeps text messages for the page system.outbox instead of sending; default: outbox in development, off in production.',
  }),
  sessionLockMinutes: setting({
    name: 'SESSION_LOCK_MINUTES',
    fallback: '15',
    parse: integer(0, 10_080),
    meaning: 'A session that nobody works in is locked after this time and asks for the password again; 0, or not below SESSION_IDLE_MINUTES = never.',
  }),
  sessionIdleMinutes: setting({
    name: 'SESSION_IDLE_MINUTES',
    fallback: '30',
    parse: integer(1, 10_080),
    meaning: 'A session that nobody works in ends after this time.',
  }),
  sessionMaxHours: setting({ name: 'SESSION_MAX_HOURS', fallback: '12', parse: integer(1, 720), meaning: 'A session ends after this time in any case.' }),
  singleLogin: setting({ name: 'SINGLE_LOGIN', fallback: 'false', parse: flag, meaning: 'A new log-in ends the older sessions of the same account.' }),
  lastLoginNotice: setting({
    name: 'LAST_LOGIN_NOTICE',
    fallback: 'true',
    parse: flag,
    meaning: 'Shows time and address of the last log-in after signing in.',
  }),
  networkNames: setting({
    name: 'NETWORK_NAMES',
    fallback: '',
    parse: namedNetworks,
    meaning: 'Names of own networks, shown as the place of the last log-in, the first that fits: 10.1.0.0/16=广州中心,10.2.0.0/16=武汉中心.',
  }),
  trustProxy: setting({
    name: 'TRUST_PROXY',
    fallback: '',
    parse: list,
    meaning: 'Network addresses of proxies whose X-Forwarded headers are believed, comma-separated.',
  }),
  metricsToken: setting({
    name: 'METRICS_TOKEN',
    fallback: '',
    secret: true,
    parse: bearerToken,
    meaning:
      'What /api/metrics asks for as bearer token, 16 letters or more; empty: it answers programs on this computer alone, and nothing that a proxy passes on.',
  }),
  allowedOrigins: setting({
    name: 'ALLOWED_ORIGINS',
    fallback: '',
    parse: addresses,
    meaning:
      'Further origins, such as https://old.example.org, whose pages may call the server (CORS, without cookies) and open the socket, comma-separated; empty: only its own.',
  }),
  frameHosts: setting({ name: 'FRAME_HOSTS', fallback: '', parse: addresses, meaning: 'Further origins that pages may show inside a frame, comma-separated.' }),
  ...fileSettings,
  bodyLimitKb: setting({ name: 'BODY_LIMIT_KB', fallback: '1024', parse: integer(16, 65_536), meaning: 'Largest body of any other call, in KB.' }),
  ratePerMinute: setting({
    name: 'RATE_PER_MINUTE',
    fallback: '1200',
    parse: integer(10, 1_000_000),
    meaning: 'Calls per minute that one session may make; callers without a session get a quarter of it per address.',
  }),
  socketsPerSession: setting({
    name: 'SOCKETS_PER_SESSION',
    fallback: '10',
    parse: integer(1, 1000),
    meaning: 'Windows of one session that hear of news at the same time; the oldest one more gives way and says so.',
  }),
  socketsPerAddress: setting({
    name: 'SOCKETS_PER_ADDRESS',
    fallback: '1000',
    parse: integer(5, 5000),
    meaning: 'Connections for news that one network address may hold; more are told to come back later.',
  }),
  socketFrameKb: setting({
    name: 'SOCKET_FRAME_KB',
    fallback: '64',
    parse: integer(4, 1024),
    meaning: 'Largest frame that a socket may send, in KB; a larger one ends that socket.',
  }),
  socketFramesPerSecond: setting({
    name: 'SOCKET_FRAMES_PER_SECOND',
    fallback: '20',
    parse: integer(1, 1000),
    meaning: 'Frames per second that one socket may send, three times as many at once; more end that socket.',
  }),
  socketBufferKb: setting({
    name: 'SOCKET_BUFFER_KB',
    fallback: '4096',
    parse: integer(256, 65_536),
    meaning: 'What waits for one socket that reads slowly, in KB; more ends that socket.',
  }),
  heavyCalls: setting({ name: 'HEAVY_CALLS', fallback: '4', parse: integer(1, 256), meaning: 'Exports and uploads that run at the same time; others wait.' }),
  exportRows: setting({
    name: 'EXPORT_ROWS',
    fallback: '20000',
    parse: integer(1, 1_000_000),
    meaning: 'Exports with more rows go on in the background, with progress; smaller ones are downloaded at once.',
  }),
  exportMinutes: setting({
    name: 'EXPORT_MINUTES',
    fallback: '15',
    parse: integer(1, 240),
    meaning: 'Minutes after which an export in the background is ended.',
  }),
  dashboardHost: setting({ name: 'DASHBOARD_HOST', fallback: '', parse: address, meaning: 'Address of the dashboard server (menu type 6).' }),
  reportHost: setting({ name: 'REPORT_HOST', fallback: '', parse: address, meaning: 'Address of the report server (menu type 5).' }),
  previewHost: setting({
    name: 'PREVIEW_HOST',
    fallback: '',
    parse: address,
    meaning: 'Address of a document preview server for PDF and office files; without one PDF, .docx and .xlsx are shown by the product itself.',
  }),
  sysName: setting({ name: 'SYS_NAME', fallback: '血透中心信息系统', parse: text, meaning: 'System name on the log-in page and in the top bar.' }),
  sysTitle: setting({ name: 'SYS_TITLE', fallback: '血透中心信息系统', parse: text, meaning: 'Suffix of page titles in simplified Chinese.' }),
  companyName: setting({ name: 'COMPANY_NAME', fallback: '', parse: text, meaning: 'Name of the hospital; default: name of the site in the registry.' }),
  copyright: setting({ name: 'COPYRIGHT', fallback: 'Copyright © Nephra', parse: text, meaning: 'Copyright line at the foot of pages.' }),
  website: setting({
    name: 'WEBSITE',
    fallback: '',
    parse: address,
    meaning: 'Address behind the system name in the about dialog; default: that of the system itself.',
  }),
  logoIcon: setting({ name: 'LOGO_ICON', fallback: '', parse: text, meaning: 'Address of the picture in the about dialog; empty = built-in.' }),
  navigationIcon: setting({ name: 'NAVIGATION_ICON', fallback: '', parse: text, meaning: 'Address of the picture above the navigation; empty = built-in.' }),
  loginIcon: setting({ name: 'LOGIN_ICON', fallback: '', parse: text, meaning: 'Address of the picture on the log-in page; empty = built-in.' }),
  appIcon: setting({ name: 'APP_ICON', fallback: '', parse: text, meaning: 'Address of the picture for mobile clients; empty = built-in.' }),
};

type Settings = typeof settings;
/** All settings with their values. */
export type Config = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never } & {
  /** Names of the variables that say something; what they say is not adjusted on the page of configuration. */
  readonly given: ReadonlySet<string>;
};

/** The settings that change single numbers of the chosen rule. */
export type PasswordSettings = Pick<
  Config,
  'passwordPolicy' | 'passwordMinLength' | 'passwordMaxLength' | 'passwordKinds' | 'passwordHistory' | 'passwordMaxAgeDays'
>;

/** The rules for passwords as both halves know them. @param chosen on the set-up page; the configuration comes before it */
export const passwordPolicyOf = (config: PasswordSettings, chosen: PasswordRuleName = 'specification'): PasswordPolicy => {
  const rule = PASSWORD_RULES[config.passwordPolicy || chosen];
  return {
    minLength: config.passwordMinLength ?? rule.minLength,
    maxLength: config.passwordMaxLength ?? rule.maxLength,
    kinds: config.passwordKinds ?? rule.kinds,
    history: config.passwordHistory ?? rule.history,
    maxAgeDays: config.passwordMaxAgeDays ?? rule.maxAgeDays,
  };
};

/** What is wrong with values that are each fine. */
function disagreements(config: Config): string[] {
  const policy = passwordPolicyOf(config);
  const policies = [policy, passwordPolicyOf(config, 'level3')];
  if (policies.some(({ minLength, maxLength }) => maxLength < minLength)) return ['PASSWORD_MAX_LENGTH must not be below PASSWORD_MIN_LENGTH.'];
  if (config.s3Endpoint !== '' && [config.s3Bucket, config.s3AccessKeyId, config.s3SecretAccessKey].includes(''))
    return ['S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it.'];
  const { databaseConnections: all, databaseReadConnections: reads } = config;
  if (reads !== undefined && reads >= all)
    return [`DATABASE_READ_CONNECTIONS must be below DATABASE_CONNECTIONS (${all}), not "${reads}": saving needs a connection, too.`];
  if (config.adminPassword === '' || passwordFlaw(config.adminPassword, policy) === undefined) return [];
  return [`ADMIN_PASSWORD must fit the rule: ${passwordRuleText(policy, 'en')}.`];
}

/** Lists everything that is wrong with the environment, one sentence per variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length === 1 ? 'an error' : 'errors'}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the configuration from environment variables.
 * @throws ConfigError naming every variable whose text does not fit.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const names = new Set<string>();
  const values: Record<string, unknown> = { given: names };
  for (const [key, definition] of Object.entries(settings) as [string, Setting<unknown>][]) {
    const own = environment[definition.name]?.trim();
    if (own) names.add(definition.name);
    const given = own || definition.fallback;
    try {
      values[key] = definition.parse(given);
    } catch (error) {
      const shown = definition.secret ? '' : `, not "${given}"`;
      problems.push(`${definition.name} must be ${error instanceof Error ? error.message : 'valid'}${shown}.`);
    }
  }
  if (problems.length === 0) problems.push(...disagreements(values as Config));
  if (problems.length) throw new ConfigError(problems);
  return values as Config;
}

/** Name, default and meaning of every setting, for the README and its check. */
export const describeSettings = (): { name: string; fallback: string; meaning: string }[] =>
  Object.values(settings).map(({ name, fallback, meaning }) => ({ name, fallback, meaning }));

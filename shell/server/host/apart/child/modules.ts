import { builtinModules } from 'node:module';
import { SourceTextModule, SyntheticModule, type Module } from 'node:vm';
import { NotForPackages, refusal } from './lockdown.ts';

/** Parts of Node that calculate and nothing else. */
const WHOLE = [
  ...['assert', 'assert/strict', 'buffer', 'events', 'path', 'path/posix', 'path/win32', 'punycode', 'querystring', 'stream', 'stream/consumers'],
  ...['stream/promises', 'stream/web', 'string_decoder', 'timers', 'timers/promises', 'url', 'util', 'util/types', 'zlib'],
];
/** Of these some names alone: the others look into the process or load code of the machine. */
const IN_PART: Readonly<Record<string, readonly string[]>> = {
  async_hooks: ['AsyncLocalStorage', 'AsyncResource'],
  perf_hooks: ['performance'],
  crypto: [
    ...['createHash', 'createHmac', 'createCipheriv', 'createDecipheriv', 'createSign', 'createVerify', 'sign', 'verify', 'hash', 'getHashes', 'getCiphers'],
    ...['createPrivateKey', 'createPublicKey', 'createSecretKey', 'generateKeyPair', 'generateKeyPairSync', 'generateKey', 'generateKeySync', 'getCurves'],
    ...['randomBytes', 'randomUUID', 'randomInt', 'randomFill', 'randomFillSync', 'pbkdf2', 'pbkdf2Sync', 'scrypt', 'scryptSync', 'hkdf', 'hkdfSync'],
    ...['timingSafeEqual', 'webcrypto', 'KeyObject', 'X509Certificate', 'constants', 'createECDH', 'createDiffieHellman', 'diffieHellman', 'publicEncrypt'],
    ...['privateDecrypt', 'privateEncrypt', 'publicDecrypt', 'Hash', 'Hmac', 'getRandomValues', 'subtle'],
  ],
};

type Names = Readonly<Record<string, unknown>>;
const bare = (specifier: string): string => specifier.replace(/^node:/, '');
const tables = new Map<string, Names>();

/** After the lock: what `node:process` is for a package. */
export function shareProcess(): void {
  const { process: harmless } = globalThis as unknown as { process: object };
  tables.set('process', { ...harmless, default: harmless });
}

/** Node's own door to its parts, kept from before the lock. */
const partOf = process.getBuiltinModule.bind(process) as (name: string) => Names | undefined;
/** They look into the process, or are of no use to anybody here. */
const NEVER = /^(_|inspector|trace_events|wasi|repl|cluster|worker_threads|sys|sqlite|test)/;

function readTable(name: string): Names | undefined {
  const whole = NEVER.test(name) || !builtinModules.includes(name) ? undefined : partOf(`node:${name}`);
  if (!whole) return undefined;
  const allowed = WHOLE.includes(name) ? () => true : (key: string) => IN_PART[name]?.includes(key) ?? false;
  const own: Record<string, unknown> = {};
  for (const key of Object.keys(whole)) if (key !== 'default') own[key] = allowed(key) ? whole[key] : refused(`${name}.${key}`, whole[key]);
  if (name === 'module') own.createRequire = () => requireModule;
  const plain = WHOLE.includes(name) ? whole : { ...own };
  return { ...own, default: plain };
}

/** A name that is not for packages: modules that only mention it load, and what uses it fails by a sentence. */
function refused(what: string, value: unknown): unknown {
  if (typeof value === 'function') return refusal(what);
  return typeof value === 'object' && value !== null ? {} : value;
}

function tableOf(specifier: string): Names {
  const name = bare(specifier);
  const found = tables.get(name) ?? readTable(name);
  if (found) tables.set(name, found);
  else throw new NotForPackages(`it imports "${specifier}"`);
  return found;
}

/** What CommonJS code within a bundle calls. */
const requireModule = (specifier: string): unknown => tableOf(specifier).default;

function synthetic(specifier: string): Module {
  const table = tableOf(specifier);
  const made = new SyntheticModule(
    Object.keys(table),
    () => {
      for (const [name, value] of Object.entries(table)) made.setExport(name, value);
    },
    { identifier: specifier },
  );
  return made;
}

const linked = new Map<string, Module>();
function moduleOf(specifier: string): Module {
  const known = linked.get(specifier) ?? synthetic(specifier);
  linked.set(specifier, known);
  return known;
}

/** Runs the module of a package. What it imports is told by name, whether written or worked out; nothing else of Node is there. @returns its exports */
export async function runModule(code: string, identifier: string): Promise<Names> {
  const late = async (specifier: string): Promise<Module> => {
    const made = moduleOf(specifier);
    if (made.status === 'unlinked') await made.link(() => Promise.reject(new Error('imports nothing')));
    if (made.status === 'linked') await made.evaluate();
    return made;
  };
  const module = new SourceTextModule(code, {
    identifier,
    initializeImportMeta: (meta) => {
      meta.url = `file:///${identifier}/server.mjs`;
    },
    importModuleDynamically: late as never,
  });
  await module.link((specifier) => moduleOf(specifier));
  await module.evaluate();
  return module.namespace as Names;
}

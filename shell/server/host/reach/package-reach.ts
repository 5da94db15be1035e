import * as contract from '@nephra/plugin-sdk/contract';
import { AppError, EnvelopeCode, type PluginManifest, type Privilege, type Route } from '@nephra/plugin-sdk/contract';
import * as sdk from '@nephra/plugin-sdk/server';
import { SHELL } from '../conflicts.ts';
import { PluginProblem } from '../views/reason.ts';

/** How a manifest names what its sources take from another plugin. */
const OTHERS = '@nephra/plugins/';
/** Owners of what the product itself offers; what of it needs a privilege says so. */
const PRODUCT: ReadonlySet<string> = new Set([SHELL, 'core']);
/** An extension point that would run code at times which nobody was shown: its jobs are declared as one, by this name. */
export const ROW_JOBS = 'row-jobs';

interface Named {
  readonly token: { readonly id: string };
}

/** What a server half brings, as far as it names things of others. */
export interface NamedParts {
  readonly services?: readonly Named[] | undefined;
  readonly extensions?: readonly Named[] | undefined;
  readonly subscribers?: readonly Named[] | undefined;
  readonly implementations?: readonly { readonly contract: { readonly routes: Readonly<Record<string, Pick<Route, 'method' | 'path'>>> } }[] | undefined;
}

/** What a route of a package may be called by; with a parameter for its first part it would hear what is meant for plugins that are off. */
const ROUTE_PATH = /^\/api\/[A-Za-z0-9][\w.-]*(?:\/[\w.{}-]+)*$/;
const METHODS: ReadonlySet<unknown> = new Set<Route['method']>(['GET', 'POST', 'PUT', 'DELETE']);

/** Services and additions by which somebody would be given an account, or be taken for somebody else, whoever offers or asks for them. */
const POWERS: ReadonlyMap<string, Privilege> = new Map([sdk.staffSync, sdk.workAccounts, sdk.signInProviders].map(({ id }) => [id, 'identity']));
/** What the SDK gives to some alone. */
const NOT_FREE: ReadonlySet<string> = new Set([...POWERS.keys(), sdk.smsSending.id]);

let ofSdk: ReadonlySet<string> | undefined;
/** Names of services and extension points that the SDK itself gives to every plugin, whoever offers or asks for them. */
function isOfSdk(name: string): boolean {
  ofSdk ??= new Set([sdk, contract].flatMap((door) => Object.values(door).map((one: unknown) => (one as { readonly id?: string } | undefined)?.id ?? '')));
  return ofSdk.has(name) && !NOT_FREE.has(name);
}

/** Other plugins that a package names: the administrator reads them on the page of plugins before it runs. */
export const namedOthers = ({ dependsOn, uses = {} }: Pick<PluginManifest, 'dependsOn' | 'uses'>): ReadonlySet<string> =>
  new Set([...dependsOn, ...Object.keys(uses).flatMap((door) => (door.startsWith(OTHERS) ? door.slice(OTHERS.length) : []))]);

/** Keeps a package from outside to what the hospital was shown of it: it takes nothing of a plugin that its manifest does not name, and says nothing in the name of another. */
export class PackageReach {
  readonly #id: string;
  readonly #manifest: PluginManifest;
  readonly #named: ReadonlySet<string>;
  readonly #registered: ReadonlySet<string>;

  /** @param registered ids of all plugins of the registry, whether they run or not */
  constructor(manifest: PluginManifest, registered: ReadonlySet<string>) {
    this.#id = manifest.id;
    this.#manifest = manifest;
    this.#named = namedOthers(manifest);
    this.#registered = registered;
  }

  /** The plugin after which something is named, `charging` of `charging.paid@1`; undefined: this one, or none. */
  foreignOwner(name: string): string | undefined {
    for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      const owner = name.slice(0, dot);
      if (owner === this.#id) return undefined;
      if (this.#registered.has(owner) || PRODUCT.has(owner)) return owner;
    }
    return undefined;
  }

  /** Why it may not take a service. @param owner plugin that offers it @returns undefined: it may */
  serviceRefusal(name: string, owner: string): AppError | undefined {
    const refused = (key: string, params: Readonly<Record<string, string>>): AppError =>
      new AppError(key, { code: EnvelopeCode.Forbidden, params: { plugin: this.#id, ...params } });
    const privilege = POWERS.get(name);
    if (privilege !== undefined) return this.#has(privilege) ? undefined : refused('core.privilege-missing', { privilege, service: name });
    if (name === sdk.jobBoard.id) return this.#declaresJob(ROW_JOBS) ? undefined : refused('core.job-undeclared', { job: ROW_JOBS, service: name });
    const isOpen = owner === this.#id || PRODUCT.has(owner) || this.#named.has(owner) || isOfSdk(name);
    return isOpen ? undefined : refused('core.reach-undeclared', { owner, what: name });
  }

  /** The owner of an event or an extension point of which it may know nothing; undefined: it may. */
  hiddenOwner(name: string): string | undefined {
    const owner = this.foreignOwner(name);
    return owner === undefined || this.#named.has(owner) ? undefined : owner;
  }

  /** @throws PluginProblem for what its manifest does not say, or is another's */
  assertParts({ services = [], extensions = [], subscribers = [], implementations = [] }: NamedParts): void {
    for (const { method, path } of implementations.flatMap(({ contract: { routes } }) => Object.values(routes)))
      if (!METHODS.has(method) || !ROUTE_PATH.test(String(path)))
        throw new PluginProblem('incompatible', 'route-malformed', { route: `${String(method).slice(0, 10)} ${String(path).slice(0, 200)}` });
    for (const { token } of services) {
      const owner = this.foreignOwner(token.id);
      if (owner !== undefined) throw new PluginProblem('conflict', 'conflict-service', { what: token.id, owner, plugin: this.#id });
    }
    for (const { token } of subscribers) this.#assertNamed(token.id);
    for (const { token } of extensions) if (!isOfSdk(token.id) && token.id !== sdk.signInProviders.id) this.#assertNamed(token.id);
    this.#assertPower(extensions);
  }

  #assertNamed(what: string): void {
    const owner = this.hiddenOwner(what);
    if (owner !== undefined) throw new PluginProblem('incompatible', 'reach-undeclared', { what, owner });
  }

  /** What an addition could do by itself that is granted one by one elsewhere. */
  #assertPower(extensions: readonly Named[]): void {
    const adds = ({ id }: { readonly id: string }): boolean => extensions.some(({ token }) => token.id === id);
    if (adds(sdk.signInProviders) && !this.#has('identity')) throw new PluginProblem('incompatible', 'sign-in-privilege', { privilege: 'identity' });
    if (adds(sdk.rowJobs) && !this.#declaresJob(ROW_JOBS)) throw new PluginProblem('incompatible', 'jobs-undeclared', { jobs: ROW_JOBS });
  }

  #has(privilege: Privilege): boolean {
    return this.#manifest.privileges?.includes(privilege) ?? false;
  }

  #declaresJob(name: string): boolean {
    return this.#manifest.server?.jobs?.some((job) => job.name === name) ?? false;
  }
}

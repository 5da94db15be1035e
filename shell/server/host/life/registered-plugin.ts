import type { PluginManifest, PluginState, RegistryEntry, RegistryFile, TextByLanguage } from '@nephra/plugin-sdk/contract';
import type { BoundRoute } from '../../http/pipeline/bound-route.ts';
import type { LivePlugin } from './live-plugin.ts';
import type { Reason } from '../views/reason.ts';

/** One line of registry.json and what became of it. */
export interface RegisteredPlugin {
  readonly entry: RegistryEntry;
  readonly state: PluginState;
  readonly reason: Reason;
  /** What runs; may be an older version than the one that was refused. */
  readonly live: LivePlugin | undefined;
  /** Of the package that was found, whether it runs or not. */
  readonly manifest?: PluginManifest | undefined;
  /** Name of the trusted key that the package which was found is signed by. */
  readonly publisher?: string | undefined;
  /** What people call it; undefined when nobody could look. */
  readonly name: TextByLanguage | undefined;
  /** `GET /api/…` of each route that its package has; empty when nobody could look. */
  readonly routes: readonly string[];
}

/** Everything that belongs to one revision of the registry; replaced as a whole. */
export interface HostSnapshot {
  /** Changes whenever a browser would get something else. */
  readonly revision: string;
  readonly registry: RegistryFile;
  readonly plugins: readonly RegisteredPlugin[];
  /** Running ones, each after what it needs. */
  readonly live: readonly LivePlugin[];
  readonly routes: readonly BoundRoute[];
}

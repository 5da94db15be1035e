import type { WebContext } from '@nephra/plugin-sdk/web';
import type { OfferedLanguage, PluginForBrowser } from '../../contract/index.ts';

/** Plugins of this session. */
export interface PluginHost {
  /** Registry revision that the session signed in with. */
  readonly revision: string;
  readonly plugins: readonly PluginForBrowser[];
  /** Languages that the site added to the three of the product. */
  readonly languages: readonly OfferedLanguage[];
  /** True under `?plugins=off`: nothing of any plugin is loaded. */
  readonly safeMode: boolean;
  /** Context of the shell itself, for SDK widgets inside the shell's own pages. */
  readonly shellContext: WebContext;
  /** Reads the registry again after an administrator changed it; pages that are open stay as they are. */
  reload(): Promise<void>;
}

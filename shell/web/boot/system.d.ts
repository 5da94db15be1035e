/** SystemJS as the boot script sets it up. Only `shell/web/boot` and `shell/web/plugins` touch it. */
interface ModuleLoader {
  /** Loads and runs a module: an address, or a name of the import map. Concurrent calls share one request. */
  import<T = Record<string, unknown>>(id: string, parentUrl?: string): Promise<T>;
  /** @throws Error #8 when a bare name is not in the import map. */
  resolve(id: string, parentUrl?: string): string;
  has(url: string): boolean;
  delete(url: string): unknown;
  /**
   * Makes the files of a package known before they are first imported: the hash each must have, and the style sheets
   * that must be there before a module of it runs. Names are relative to `base`; `base` ends with a slash.
   */
  addFiles(base: string, files: { readonly integrity: Readonly<Record<string, string>>; readonly css: Readonly<Record<string, readonly string[]>> }): void;
  /**
   * Drops every module and style sheet that failed to load, so that the next import asks the network again; without it
   * SystemJS answers the old failure for ever. @returns the addresses that were dropped.
   */
  forgetFailures(): readonly string[];
}

declare var System: ModuleLoader;

/** What was asked for before this code was there; missing where the script in index.html did not run. */
declare var nephraEarly: import('./early-start.ts').EarlyStart | undefined;

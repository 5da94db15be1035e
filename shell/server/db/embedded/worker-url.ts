/** The worker beside the server's bundle; the source launcher when this file itself runs as TypeScript. */
export const defaultWorkerUrl = (): URL =>
  import.meta.url.endsWith('.ts') ? new URL('../worker/db-worker.source.mjs', import.meta.url) : new URL('./db-worker.mjs', import.meta.url);

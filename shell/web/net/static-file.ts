/** How a plugin file could be had: the browser tells a wrong hash, a wrong status and no network apart only when asked twice. */
export type FileState =
  | { readonly state: 'ok' }
  | { readonly state: 'network' }
  | { readonly state: 'integrity' }
  | { readonly state: 'http'; readonly status: number };

/**
 * Fetches JSON text of a plugin (locales) and checks its hash.
 * @param early the same request, made before; without an answer to it the file is asked for again.
 */
export async function fetchJsonFile(url: string, integrity: string | undefined, early?: Promise<Response>): Promise<unknown> {
  const asked = await early?.catch(() => undefined);
  const response = asked?.ok ? asked : await fetch(url, integrity === undefined ? {} : { integrity });
  if (!response.ok) throw new Error(`${response.status} for ${url}`);
  return response.json();
}

/** Finds out why a file could not be loaded. `crypto.subtle` is missing on plain http, the hash check of `fetch` is not. */
export async function probeFile(url: string, integrity: string | undefined): Promise<FileState> {
  let response: Response;
  try {
    response = await fetch(url, { cache: 'no-store' });
  } catch {
    return { state: 'network' };
  }
  if (!response.ok) return { state: 'http', status: response.status };
  if (integrity === undefined) return { state: 'ok' };
  try {
    await fetch(url, { integrity, cache: 'no-store' });
    return { state: 'ok' };
  } catch {
    return { state: 'integrity' };
  }
}

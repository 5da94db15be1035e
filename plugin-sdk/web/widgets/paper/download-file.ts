import { ApiError, type CallOptions, type CallResult, EXPORT_GOES_ON, type WebContext } from '@nephra/plugin-sdk/web';
import { errorText } from '../error-text.ts';
import { kitTextIn } from '../kit-text.ts';

/** A call of a `raw` route that takes the given options: `(options) => client.export({ query }, options)`. */
export type FileCall = (options: CallOptions) => Promise<CallResult<File>>;

export interface DownloadOptions {
  /** Name to save it under. Default: the one that the server gives. */
  readonly fileName?: string;
  readonly onProgress?: CallOptions['onProgress'];
  readonly signal?: AbortSignal;
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
  link.click();
  // The browser has taken hold of it once the click is through.
  setTimeout(() => URL.revokeObjectURL(address));
}

/**
 * Fetches the file of a `raw` route and saves it. Tells by toast what was saved, or with the server's sentence why nothing
 * was; a download that was called off says nothing.
 * @returns whether a file was saved; false as well for a large export that goes on in the background
 */
export async function downloadFile(
  ctx: Pick<WebContext, 'toast' | 'language'>,
  call: FileCall,
  { fileName, onProgress, signal }: DownloadOptions = {},
): Promise<boolean> {
  const text = kitTextIn(ctx.language);
  try {
    const { data } = await call({ quiet: true, mayGoOn: true, ...(onProgress ? { onProgress } : {}), ...(signal ? { signal } : {}) });
    const name = fileName ?? (data.name || 'download');
    saveFile(data, name);
    ctx.toast.success(text('downloaded', { name }));
    return true;
  } catch (error) {
    if (signal?.aborted) return false;
    if (!(error instanceof ApiError)) throw error;
    if (error.error === EXPORT_GOES_ON) {
      ctx.toast.info(text('exportGoesOn'));
      return false;
    }
    if (error.error !== 'core.locked') ctx.toast.error(errorText(error, text));
    return false;
  }
}

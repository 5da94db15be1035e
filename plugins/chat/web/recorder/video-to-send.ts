import type { WebContext } from '@nephra/plugin-sdk/web';
import { MAX_RECORDING_SECONDS, MAX_VIDEO_BYTES } from '../../contract/limits.ts';
import type { OwnRecording } from '../store/unsent.ts';

/** What the server keeps as films. */
const KINDS = ['video/mp4', 'video/webm'];
const PATIENCE_MS = 10_000;

/** Seconds of a film. @throws where the browser cannot play it */
function lengthOf(address: string): Promise<number> {
  const film = document.createElement('video');
  film.preload = 'metadata';
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('a film does not say how long it is')), PATIENCE_MS);
    film.onloadedmetadata = () => {
      clearTimeout(late);
      // One that was recorded in a browser does not know.
      resolve(Number.isFinite(film.duration) ? film.duration : 0);
    };
    film.onerror = () => {
      clearTimeout(late);
      reject(new Error('a film cannot be played'));
    };
    film.src = address;
  });
}

/** The film among files that were chosen or dropped; says why one cannot be sent: one at a time, MP4 or WebM, not too large. */
export async function videoToSend(
  files: readonly File[],
  { t, toast }: Pick<WebContext, 't' | 'toast'>,
  measure = lengthOf,
): Promise<OwnRecording | undefined> {
  const [file, ...others] = files;
  if (!file) return undefined;
  if (others.length > 0) toast.warning(t('video.one'));
  if (!KINDS.includes(file.type)) {
    toast.error(t('video.only'));
    return undefined;
  }
  if (file.size > MAX_VIDEO_BYTES) {
    toast.error(t('video.tooLarge', { n: MAX_VIDEO_BYTES / 1_048_576 }));
    return undefined;
  }
  const address = URL.createObjectURL(file);
  try {
    const length = Math.round((await measure(address)) * 10) / 10;
    if (length <= MAX_RECORDING_SECONDS) return { file, address, length };
    toast.error(t('video.tooLong'));
  } catch {
    toast.error(t('video.broken'));
  }
  URL.revokeObjectURL(address);
  return undefined;
}

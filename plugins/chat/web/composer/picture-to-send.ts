import { DEFAULT_UPLOAD_MB, UNIT_BYTES } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { MAX_PICTURE_SIDE } from '../../contract/limits.ts';
import type { OwnPicture } from '../store/unsent.ts';

/** A picture has to be smaller (spec 5-25: 5242880 bytes). */
export const PICTURE_BYTES = DEFAULT_UPLOAD_MB * UNIT_BYTES.MB;

/** Its sides in pixels. @throws what the browser says of a file that is no picture */
async function sidesOf(address: string): Promise<{ readonly width: number; readonly height: number }> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

const fits = (side: number): boolean => side >= 1 && side <= MAX_PICTURE_SIDE;

/** The picture among files that were chosen, dropped or pasted; says why one cannot be sent (spec 5-25: one at a time, image/*, smaller than 5 MB). */
export async function pictureToSend(files: readonly File[], { t, toast }: Pick<WebContext, 't' | 'toast'>, measure = sidesOf): Promise<OwnPicture | undefined> {
  const [file, ...others] = files;
  if (!file) return undefined;
  if (others.length > 0) toast.warning(t('picture.one'));
  if (!file.type.startsWith('image/')) {
    toast.error(t('picture.only'));
    return undefined;
  }
  if (file.size >= PICTURE_BYTES) {
    toast.error(t('picture.tooLarge'));
    return undefined;
  }
  const address = URL.createObjectURL(file);
  try {
    const { width, height } = await measure(address);
    if (fits(width) && fits(height)) return { file, address, width, height };
  } catch {
    // No picture, whatever it is called.
  }
  URL.revokeObjectURL(address);
  toast.error(t('picture.broken'));
  return undefined;
}

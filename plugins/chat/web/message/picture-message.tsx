import { usePlugin } from '@nephra/plugin-sdk/web';
import { smallPicture } from '@nephra/plugin-sdk/widgets';
import { lazy, Suspense, useState } from 'react';
import type { PictureContent } from '../../contract/message.schema.ts';

const PictureDialog = lazy(() => import('./picture.dialog.tsx').then((module) => ({ default: module.PictureDialog })));

/** Pixels that a picture takes of a conversation at most, either way. */
const SHOWN_SIDE = 220;

/** As large as it is shown; known before the picture is there, so that nothing moves when it comes. */
export function shownSize({ width, height }: Pick<PictureContent, 'width' | 'height'>): { readonly width: number; readonly height: number } {
  const sound = width > 0 && height > 0;
  const scale = sound ? Math.min(1, SHOWN_SIDE / width, SHOWN_SIDE / height) : 1;
  // A line of a pixel could not be pressed.
  const side = (pixels: number) => Math.max(16, Math.round(pixels * scale));
  return sound ? { width: side(width), height: side(height) } : { width: SHOWN_SIDE, height: SHOWN_SIDE };
}

/** A picture of a conversation; a press shows it whole. */
export function PictureMessage({ picture }: { readonly picture: PictureContent }) {
  const { t, http } = usePlugin();
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState(false);
  const address = picture.path.startsWith('blob:') ? picture.path : http.fileUrl(picture.path);
  // Of one that moves only the first frame would be left.
  const small = picture.path.endsWith('.gif') ? address : smallPicture(address, 480);
  if (broken) return <div className="chat-bubble chat-bubble-soft">{t('picture.gone')}</div>;
  return (
    <>
      <button type="button" className="chat-picture" aria-label={t('picture.open')} onClick={() => setOpen(true)}>
        <img src={small} alt="" {...shownSize(picture)} loading="lazy" onError={() => setBroken(true)} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <PictureDialog address={address} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useMediaText } from './media-texts.ts';
import { smallPicture } from './small-picture.ts';
import './media.css';

export interface PictureRowProps {
  readonly files: readonly UploadedFile[];
  readonly label?: string;
  /** Most that are shown; how many more there are is said. Default: all. */
  readonly max?: number;
  /** For cells of tables. */
  readonly small?: boolean;
}

/** Stored pictures as thumbnails; each opens in a tab of its own. */
export function PictureRow({ files, label, max = files.length, small }: PictureRowProps) {
  const { http } = usePlugin();
  const text = useMediaText();
  if (files.length === 0) return small ? null : <p className="nk-attachments-none">{text('noPictures')}</p>;
  return (
    <ul className="nk-pictures" data-small={small || undefined} aria-label={label ?? text('pictures')}>
      {files.slice(0, max).map(({ fileId, name, url }) => (
        <li key={fileId}>
          <a href={http.fileUrl(url)} target="_blank" rel="noopener noreferrer" aria-label={text('open', { name })}>
            <img src={smallPicture(http.fileUrl(url), small ? 160 : 480)} alt="" loading="lazy" />
          </a>
        </li>
      ))}
      {files.length > max && <li className="nk-pictures-more">+{files.length - max}</li>}
    </ul>
  );
}

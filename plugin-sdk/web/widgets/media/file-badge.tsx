import { usePlugin } from '@nephra/plugin-sdk/web';
import { useState } from 'react';
import { smallPicture } from './small-picture.ts';
import './media.css';

const FAMILIES: Readonly<Record<string, string>> = {
  pdf: 'pdf',
  doc: 'word',
  docx: 'word',
  xls: 'sheet',
  xlsx: 'sheet',
  csv: 'sheet',
  ppt: 'slides',
  pptx: 'slides',
  zip: 'box',
  rar: 'box',
  jpg: 'picture',
  jpeg: 'picture',
  png: 'picture',
  gif: 'picture',
  bmp: 'picture',
  webp: 'picture',
};

const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';

export interface FileBadgeProps {
  readonly name: string;
  /** Of a stored picture, which is shown small in place of the sign; any other address leaves the sign. */
  readonly url?: string | undefined;
}

/** The kind of a file as a small coloured sign, or a picture itself; the name beside it says the same. */
export function FileBadge({ name, url = '' }: FileBadgeProps) {
  const { http } = usePlugin();
  const [broken, setBroken] = useState(false);
  const extension = extensionOf(name);
  const address = http.fileUrl(url);
  const small = smallPicture(address, 160);
  if (small !== address && !broken) return <img className="nk-file-picture" src={small} alt="" loading="lazy" onError={() => setBroken(true)} />;
  return (
    <span className="nk-file-badge" data-family={FAMILIES[extension] ?? 'other'} aria-hidden="true">
      {extension.slice(0, 4) || '?'}
    </span>
  );
}

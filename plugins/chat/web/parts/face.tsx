import { IconUserGroup } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { smallPicture } from '@nephra/plugin-sdk/widgets';
import { useState } from 'react';
import { isGroupPeer } from '../../contract/limits.ts';

/** Letters of a name that stand for a missing picture. */
const LETTERS = 2;

/** A person's picture, or the end of their name; the name itself stands beside it. */
export function Face({ id, name, icon }: { readonly id: string; readonly name: string; readonly icon: string }) {
  const { http } = usePlugin();
  const [broken, setBroken] = useState('');
  if (icon !== '' && icon !== broken)
    return <img className="chat-face" src={smallPicture(http.fileUrl(icon), 160)} alt="" loading="lazy" onError={() => setBroken(icon)} />;
  return (
    <span className="chat-face" aria-hidden>
      {isGroupPeer(id) ? <IconUserGroup /> : [...name].slice(-LETTERS).join('')}
    </span>
  );
}

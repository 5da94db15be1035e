import { usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';
import type { MpMaterialsStore } from './mp-materials.store.ts';

/** A picture of WeChat, fetched through this server. */
export function MaterialPicture({ store, mediaId, large = false }: { readonly store: MpMaterialsStore; readonly mediaId: string; readonly large?: boolean }) {
  const { t } = usePlugin();
  const [address, setAddress] = useState('');
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    let made = '';
    store.picture(mediaId, stop.signal).then(
      (blob) => {
        if (stop.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      () => void (stop.signal.aborted || setFailed(true)),
    );
    return () => {
      stop.abort();
      if (made !== '') URL.revokeObjectURL(made);
      setAddress('');
      setFailed(false);
    };
  }, [store, mediaId]);
  if (failed) return <small className="wx-quiet">{t('mpMaterial.noPicture')}</small>;
  return address === '' ? <span className="wx-picture" data-large={large} /> : <img className="wx-picture" data-large={large} src={address} alt="" />;
}

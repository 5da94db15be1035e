import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { Chart, EmptyState, ErrorCard, ListSkeleton, ViewDialog } from '@nephra/plugin-sdk/widgets';
import { useCallback, useEffect, useState } from 'react';
import { mapContract } from '../../contract/map/map.contract.ts';
import { mapOption, namesOf, type Shapes } from './map-option.ts';
import './map.css';

type Shown = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'ready'; readonly shapes: Shapes | null };
const HEIGHT = 380;
/** Pixels of a window that has less room than the dialog wants. */
const NARROW = 600;
/** Names beside the picture, which says nothing to who cannot see it. */
const NAMES_SHOWN = 60;

interface MapPreviewProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** A map as pages draw it. */
export function MapPreview({ id, name, onClose }: MapPreviewProps) {
  const { t, http } = usePlugin();
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  const load = useCallback(async () => {
    setShown({ kind: 'loading' });
    try {
      const { data } = await createClient(mapContract, http).data({ params: { id } }, { quiet: true });
      setShown({ kind: 'ready', shapes: data.data === '' ? null : (JSON.parse(data.data) as Shapes) });
    } catch (error) {
      setShown({ kind: 'failed', error });
    }
  }, [http, id]);
  useEffect(() => void load(), [load]);
  const names = shown.kind === 'ready' && shown.shapes ? namesOf(shown.shapes) : [];
  return (
    <ViewDialog title={t('map.previewOf', { name })} width={760} onClose={onClose}>
      <div className="data-map-preview">
        {shown.kind === 'loading' && <ListSkeleton />}
        {shown.kind === 'failed' && <ErrorCard error={shown.error} onRetry={() => void load()} />}
        {shown.kind === 'ready' && shown.shapes === null && <EmptyState text={t('map.noShapes')} />}
        {shown.kind === 'ready' && shown.shapes !== null && (
          <>
            <Chart label={t('map.previewOf', { name })} option={mapOption(id, shown.shapes, window.innerWidth < NARROW)} height={HEIGHT} />
            {names.length > 0 && (
              <ul className="data-map-names" aria-label={t('map.names')}>
                {names.slice(0, NAMES_SHOWN).map((one) => (
                  <li key={one}>{one}</li>
                ))}
                {names.length > NAMES_SHOWN && <li>{t('map.more', { n: names.length - NAMES_SHOWN })}</li>}
              </ul>
            )}
          </>
        )}
      </div>
    </ViewDialog>
  );
}

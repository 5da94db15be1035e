import { type KeyboardEvent, useRef, useState } from 'react';
import type { PreviewText } from './preview-texts.ts';
import { useFirstFocus, useRoom } from './use-room.ts';
import { EDGE, fitOf, type Zoom, zoomByKey } from './zoom.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

interface PictureViewProps {
  readonly name: string;
  /** Where the browser has the picture. */
  readonly address: string;
  readonly text: PreviewText;
  readonly onBroken: () => void;
}

/** A picture, as wide as there is room and at most in its own size, until somebody asks for it larger. */
export function PictureView({ name, address, text, onBroken }: PictureViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [natural, setNatural] = useState(0);
  useFirstFocus(box);
  const scale = zoom === 'fit' ? Math.min(1, fitOf(room, natural)) : zoom;
  const handleKey = (event: KeyboardEvent) => {
    const wanted = zoomByKey(event, scale);
    if (wanted === undefined) return;
    event.preventDefault();
    setZoom(wanted);
  };
  return (
    <>
      <div className="nephra-viewer-tools" role="toolbar" aria-label={text('tools')}>
        <ZoomButtons scale={scale} zoom={zoom} text={text} onZoom={setZoom} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
      <section ref={box} className="nephra-viewer-scroll" tabIndex={0} aria-label={text('content', { name })} onKeyDown={handleKey}>
        <div className="nephra-viewer-picture" style={{ padding: EDGE }}>
          <img
            src={address}
            alt={name}
            width={natural === 0 ? undefined : Math.round(natural * scale)}
            onLoad={({ currentTarget }) => setNatural(currentTarget.naturalWidth)}
            onError={onBroken}
          />
        </div>
      </section>
    </>
  );
}

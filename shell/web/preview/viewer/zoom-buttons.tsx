import { Button, IconMinus, IconPlus } from '@nephra/plugin-sdk/ui';
import type { PreviewText } from './preview-texts.ts';
import { largerThan, smallerThan, type Zoom } from './zoom.ts';

interface ZoomButtonsProps {
  readonly scale: number;
  readonly zoom: Zoom;
  readonly text: PreviewText;
  readonly onZoom: (zoom: Zoom) => void;
}

/** Smaller, how large it is, larger, as wide as the room. */
export function ZoomButtons({ scale, zoom, text, onZoom }: ZoomButtonsProps) {
  return (
    <span className="nephra-viewer-group">
      <Button
        theme="borderless"
        type="tertiary"
        icon={<IconMinus />}
        aria-label={text('zoomOut')}
        title={text('zoomOut')}
        disabled={smallerThan(scale) >= scale}
        onClick={() => onZoom(smallerThan(scale))}
      />
      <span className="nephra-viewer-scale" role="status">
        {Math.round(scale * 100)}%
      </span>
      <Button
        theme="borderless"
        type="tertiary"
        icon={<IconPlus />}
        aria-label={text('zoomIn')}
        title={text('zoomIn')}
        disabled={largerThan(scale) <= scale}
        onClick={() => onZoom(largerThan(scale))}
      />
      <Button theme="borderless" type="tertiary" aria-pressed={zoom === 'fit'} onClick={() => onZoom('fit')}>
        {text('fit')}
      </Button>
    </span>
  );
}

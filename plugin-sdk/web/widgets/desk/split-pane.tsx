import { Button, IconChevronLeft } from '@nephra/plugin-sdk/ui';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { useKitText } from '../kit-text.ts';
import { NextPiece } from '../next-piece.ts';
import './split-pane.css';

export interface SplitPaneProps {
  readonly left: ReactNode;
  readonly right: ReactNode;
  /** Pixels of the left side at first. Default 280. */
  readonly leftWidth?: number;
  readonly minLeft?: number;
  readonly maxLeft?: number;
  /** Where there is room for one side only: true shows the right one. */
  readonly detailOpen?: boolean;
  /** Leads back to the left side there. Without it both stand one below the other. */
  readonly onBack?: () => void;
  readonly leftLabel?: string;
  readonly rightLabel?: string;
}

const KEY_STEP = 16;

/** List left, detail right (which is drawn in the piece after), with a border that can be dragged (or moved with ← →). On a phone one side at a time. */
export function SplitPane({ left, right, leftWidth = 280, minLeft = 200, maxLeft = 560, detailOpen = false, onBack, leftLabel, rightLabel }: SplitPaneProps) {
  const text = useKitText();
  const [width, setWidth] = useState(leftWidth);
  const resize = (next: number) => setWidth(Math.min(Math.max(minLeft, next), maxLeft));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const bar = event.currentTarget;
    const startX = event.clientX;
    const startWidth = width;
    const move = (moved: globalThis.PointerEvent) => resize(startWidth + moved.clientX - startX);
    bar.setPointerCapture(event.pointerId);
    bar.addEventListener('pointermove', move);
    bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', move), { once: true });
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -KEY_STEP : event.key === 'ArrowRight' ? KEY_STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    resize(width + step);
  };
  return (
    <div className="nk-split" style={{ '--nk-left': `${width}px` } as CSSProperties} data-detail={onBack ? (detailOpen ? 'open' : 'closed') : undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a landmark of each side would stand beside that of the list in it, by the same name */}
      <div role="group" className="nk-split-left" aria-label={leftLabel}>
        {left}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule that can be moved has no element of its own */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={text('resize')}
        aria-valuenow={width}
        aria-valuemin={minLeft}
        aria-valuemax={maxLeft}
        className="nk-split-bar"
        onPointerDown={drag}
        onKeyDown={handleKey}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: see the left side */}
      <div role="group" className="nk-split-right" aria-label={rightLabel}>
        {onBack && (
          <Button className="nk-split-back" theme="borderless" type="tertiary" icon={<IconChevronLeft />} onClick={onBack}>
            {text('back')}
          </Button>
        )}
        <NextPiece>{right}</NextPiece>
      </div>
    </div>
  );
}

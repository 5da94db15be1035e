import { usePlugin } from '@nephra/plugin-sdk/web';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { EMOJI } from './emoji.ts';
import './emoji-panel.css';

interface EmojiPanelProps {
  /** Its code, `[微笑]`. */
  readonly onPick: (code: string) => void;
  readonly onClose: () => void;
}

/** How many stand beside one another now; what CSS has made of the width. */
function columnsOf(buttons: readonly HTMLElement[]): number {
  const top = buttons[0]?.offsetTop;
  const next = buttons.findIndex((button) => button.offsetTop !== top);
  return next > 0 ? next : buttons.length;
}

/** All emoji of the set: one stop of the Tab key, arrows walk, Escape closes (spec 2.4-13). */
export function EmojiPanel({ onPick, onClose }: EmojiPanelProps) {
  const { t } = usePlugin();
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    box.current?.querySelector('button')?.focus();
    const outside = ({ target }: PointerEvent) => {
      const inside = target instanceof Element && (box.current?.contains(target) || target.closest('.chat-composer') !== null);
      if (!inside) close.current();
    };
    document.addEventListener('pointerdown', outside, true);
    return () => document.removeEventListener('pointerdown', outside, true);
  }, []);

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The drawer around would take it for its own.
      event.preventDefault();
      event.stopPropagation();
      onClose();
      return;
    }
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])];
    const row = columnsOf(buttons);
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row, Home: -at, End: buttons.length - 1 - at };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(buttons.length - 1, Math.max(0, at + step));
    setAt(next);
    buttons[next]?.focus();
  };
  return (
    <div ref={box} className="chat-emoji" role="toolbar" aria-label={t('composer.emoji')} onKeyDown={handleKey}>
      {EMOJI.map(({ alt, character }, nth) => (
        <button
          key={alt}
          type="button"
          tabIndex={nth === at ? 0 : -1}
          title={alt.slice(1, -1)}
          onClick={() => {
            setAt(nth);
            onPick(alt);
          }}
        >
          {character}
        </button>
      ))}
    </div>
  );
}

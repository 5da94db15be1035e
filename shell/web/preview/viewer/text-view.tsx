import { useRef } from 'react';
import { Notes } from './notes.tsx';
import type { PreviewText } from './preview-texts.ts';
import { useFirstFocus } from './use-room.ts';

interface TextViewProps {
  readonly name: string;
  readonly content: string;
  readonly cut: boolean;
  readonly text: PreviewText;
}

/** A plain text as it was written; long lines are wrapped. */
export function TextView({ name, content, cut, text }: TextViewProps) {
  const box = useRef<HTMLDivElement>(null);
  useFirstFocus(box);
  return (
    <>
      <Notes notes={[cut && text('textCut')]} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
      <section ref={box} className="nephra-viewer-scroll" tabIndex={0} aria-label={text('content', { name })}>
        {content === '' ? <p className="nephra-viewer-empty">{text('emptyText')}</p> : <pre className="nephra-viewer-text">{content}</pre>}
      </section>
    </>
  );
}

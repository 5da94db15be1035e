import { SafeHtml } from '@nephra/plugin-sdk/widgets';
import { useRef } from 'react';
import { Notes } from './notes.tsx';
import type { PreviewText } from './preview-texts.ts';
import { useFirstFocus } from './use-room.ts';

interface DocumentViewProps {
  readonly name: string;
  readonly html: string;
  readonly cut: boolean;
  readonly picturesLeftOut: number;
  readonly text: PreviewText;
}

/** A text document on a sheet of paper, which stays white: its texts bear the colours that they were given for one. */
export function DocumentView({ name, html, cut, picturesLeftOut, text }: DocumentViewProps) {
  const box = useRef<HTMLDivElement>(null);
  useFirstFocus(box);
  return (
    <>
      <Notes notes={[cut && text('textCut'), picturesLeftOut > 0 && text('picturesLeftOut', { n: picturesLeftOut })]} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
      <section ref={box} className="nephra-viewer-scroll" tabIndex={0} aria-label={text('content', { name })}>
        {html === '' ? (
          <p className="nephra-viewer-empty">{text('emptyText')}</p>
        ) : (
          <div className="nephra-viewer-paper">
            <SafeHtml html={html} />
          </div>
        )}
      </section>
    </>
  );
}

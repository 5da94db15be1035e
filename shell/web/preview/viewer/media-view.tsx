import type { PreviewText } from './preview-texts.ts';

export type MediaKind = 'audio' | 'video';

interface MediaViewProps {
  readonly kind: MediaKind;
  readonly name: string;
  /** Where the browser has the recording. */
  readonly address: string;
  readonly text: PreviewText;
  readonly onBroken: () => void;
}

/** A recording with the browser's own controls; it waits until somebody lets it play, since others may be in the room. */
export function MediaView({ kind, name, address, text, onBroken }: MediaViewProps) {
  const Player = kind;
  return (
    <div className="nephra-viewer-scroll nephra-viewer-media">
      {/* Nobody has written down what is said in it. */}
      <Player controls src={address} aria-label={text('content', { name })} onError={onBroken} />
    </div>
  );
}

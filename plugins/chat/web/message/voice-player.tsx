import { Button, IconExpand, IconPause, IconPlay } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useRef, useState } from 'react';
import { chatContract } from '../../contract/conversation.contract.ts';
import './voice-player.css';

interface VoicePlayerProps {
  /** `blob:…`, or `/api/file/Download/IM/{name}`. */
  readonly path: string;
  readonly seconds: number;
  /** Opens it in the preview dialog; left out while it is on its way. */
  readonly onPreview?: () => void;
}

type State = 'still' | 'loading' | 'playing' | 'failed';

/** One recording at a time is heard. */
function silenceOthers(own: HTMLAudioElement): void {
  for (const other of document.querySelectorAll<HTMLAudioElement>('audio[data-chat-voice]')) if (other !== own) other.pause();
}

/** A voice message: played where it stands. Its bytes are fetched when somebody wants to hear it. */
export function VoicePlayer({ path, seconds, onPreview }: VoicePlayerProps) {
  const { t, http } = usePlugin();
  const audio = useRef<HTMLAudioElement>(null);
  const fetched = useRef<string | undefined>(undefined);
  const [state, setState] = useState<State>('still');
  const [at, setAt] = useState(0);
  useEffect(
    () => () => {
      if (fetched.current !== undefined) URL.revokeObjectURL(fetched.current);
    },
    [],
  );

  const addressOf = async (): Promise<string> => {
    if (path.startsWith('blob:')) return path;
    if (fetched.current === undefined) {
      const fileName = path.split('/').at(-1) ?? '';
      const { data } = await createClient(chatContract, http).recording({ params: { fileName } }, { quiet: true });
      fetched.current = URL.createObjectURL(data);
    }
    return fetched.current;
  };
  const toggle = async () => {
    const player = audio.current;
    if (!player) return;
    if (state === 'playing') {
      player.pause();
      return;
    }
    setState('loading');
    try {
      const address = await addressOf();
      if (player.src !== address) player.src = address;
      silenceOthers(player);
      await player.play();
    } catch {
      setState('failed');
    }
  };
  const told = state === 'failed' ? t('voice.unplayable') : t('recording.length', { name: t('recording.voice'), n: seconds });
  return (
    <div className="chat-voice-message" data-state={state}>
      <Button
        className="chat-recording"
        icon={state === 'playing' ? <IconPause /> : <IconPlay />}
        loading={state === 'loading'}
        aria-label={t(state === 'playing' ? 'voice.pause' : 'voice.play', { n: seconds })}
        onClick={() => void toggle()}
      >
        <span role={state === 'failed' ? 'alert' : undefined}>{told}</span>
      </Button>
      {onPreview && <Button theme="borderless" type="tertiary" icon={<IconExpand />} aria-label={t('voice.preview', { n: seconds })} onClick={onPreview} />}
      {state === 'playing' && seconds > 0 && <progress className="chat-voice-progress" max={seconds} value={Math.min(at, seconds)} aria-hidden />}
      {/* biome-ignore lint/a11y/useMediaCaption: speech of a colleague has no captions */}
      <audio
        ref={audio}
        data-chat-voice
        preload="none"
        onPlaying={() => setState('playing')}
        onPause={() => setState('still')}
        onEnded={() => {
          setState('still');
          setAt(0);
        }}
        onError={() => setState((before) => (before === 'still' ? 'still' : 'failed'))}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
      />
    </div>
  );
}

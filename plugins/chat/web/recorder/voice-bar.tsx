import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { MAX_VOICE_SECONDS } from '../../contract/limits.ts';
import type { OwnRecording } from '../store/unsent.ts';
import type { VoiceRecorder } from './voice-recorder.ts';
import './voice-bar.css';

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

interface VoiceBarProps {
  readonly recorder: VoiceRecorder;
  readonly onRecorded: (recording: OwnRecording) => void;
}

/** While speech is recorded: how long it is, and whether it is sent or thrown away. */
export const VoiceBar = observer(function VoiceBar({ recorder, onRecorded }: VoiceBarProps) {
  const { t } = usePlugin();
  const send = useRef<HTMLDivElement>(null);
  const { state, seconds } = recorder;
  useEffect(() => {
    if (state === 'recording') send.current?.querySelector<HTMLButtonElement>('button:last-of-type')?.focus();
  }, [state]);
  const finish = async () => {
    const recording = await recorder.finish();
    if (recording) onRecorded(recording);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of what belongs to the recording, not of fields
    <div
      ref={send}
      className="chat-voice-bar"
      role="group"
      aria-label={t('voice.recording')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        recorder.cancel();
      }}
    >
      <span className="chat-voice-dot" data-state={state} aria-hidden />
      <span role="status">{t(state === 'asking' ? 'voice.asking' : state === 'full' ? 'voice.full' : 'voice.recording')}</span>
      <span className="chat-voice-time" role="timer">
        {clock(seconds)} / {clock(MAX_VOICE_SECONDS)}
      </span>
      <span className="chat-voice-acts">
        <Button onClick={recorder.cancel}>{t('voice.cancel')}</Button>
        <Button theme="solid" disabled={state === 'asking'} onClick={() => void finish()}>
          {t('voice.send')}
        </Button>
      </span>
    </div>
  );
});

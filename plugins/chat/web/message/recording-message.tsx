import { Button, IconVideo } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import type { RecordingContent } from '../../contract/message.schema.ts';
import { VoicePlayer } from './voice-player.tsx';

interface RecordingMessageProps {
  readonly kind: 'voice' | 'video';
  /** `path` begins with `blob:` while it is on its way. */
  readonly recording: RecordingContent;
}

/** Voice is played in its bubble, and opens in the preview dialog as a film does (spec 2.4-15). */
export function RecordingMessage({ kind, recording }: RecordingMessageProps) {
  const { t, previewDocument } = usePlugin();
  const seconds = Math.round(Number(recording.length) || 0);
  const name = t(`recording.${kind}`);
  const own = recording.path.startsWith('blob:');
  const fileId = recording.path.split('/').at(-1) ?? '';
  const preview = () => previewDocument({ name, fileId });
  if (kind === 'voice') return <VoicePlayer path={recording.path} seconds={seconds} onPreview={own ? undefined : preview} />;
  return (
    <Button className="chat-recording" icon={<IconVideo />} disabled={own} aria-label={t('recording.open', { name, n: seconds })} onClick={preview}>
      {seconds > 0 ? t('recording.length', { name, n: seconds }) : name}
    </Button>
  );
}

import { Button, IconPlayCircle, IconVideo } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import type { RecordingContent } from '../../contract/message.schema.ts';

interface RecordingMessageProps {
  readonly kind: 'voice' | 'video';
  readonly recording: RecordingContent;
}

/** Voice and video open in the preview dialog (spec 2.4-15). */
export function RecordingMessage({ kind, recording }: RecordingMessageProps) {
  const { t, previewDocument } = usePlugin();
  const seconds = Math.round(Number(recording.length) || 0);
  const name = t(`recording.${kind}`);
  const fileId = recording.path.split('/').at(-1) ?? '';
  return (
    <Button
      className="chat-recording"
      icon={kind === 'voice' ? <IconPlayCircle /> : <IconVideo />}
      aria-label={t('recording.open', { name, n: seconds })}
      onClick={() => previewDocument({ name, fileId })}
    >
      {seconds > 0 ? t('recording.length', { name, n: seconds }) : name}
    </Button>
  );
}

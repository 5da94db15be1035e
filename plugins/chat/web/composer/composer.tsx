import { Button, IconEmoji, IconImage, IconLink, IconMicrophone, IconVideo } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type ClipboardEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { MAX_MESSAGE_TEXT } from '../../contract/limits.ts';
import type { ConversationStore } from '../store/conversation.store.ts';
import type { LinksStore } from '../store/links.store.ts';
import { browserMicrophone } from '../recorder/microphone.ts';
import { VoiceRecorder } from '../recorder/voice-recorder.ts';
import './composer.css';

const EmojiPanel = lazy(() => import('../emoji/emoji-panel.tsx').then((module) => ({ default: module.EmojiPanel })));
const VoiceBar = lazy(() => import('../recorder/voice-bar.tsx').then((module) => ({ default: module.VoiceBar })));
const LinkPanel = lazy(() => import('./link-panel.tsx').then((module) => ({ default: module.LinkPanel })));

/** What a browser calls the key while an input method composes a character. */
const COMPOSING_KEY = 229;

interface ComposerProps {
  readonly conversation: ConversationStore;
  readonly links: LinksStore;
  /** Files that were chosen or pasted. */
  readonly onPictures: (files: readonly File[]) => Promise<void>;
  /** Films that were chosen. */
  readonly onVideos: (files: readonly File[]) => Promise<void>;
}

/** What is written: Enter sends, Shift+Enter breaks the line, and the Enter that ends the choice of a character is none of both (spec 2.4-13). */
export const Composer = observer(function Composer({ conversation, links, onPictures, onVideos }: ComposerProps) {
  const { t } = usePlugin();
  const box = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const film = useRef<HTMLInputElement>(null);
  // Whoever goes to another conversation throws away what was being recorded in this one.
  const recorder = useStore(() => new VoiceRecorder(browserMicrophone()));
  const [open, setOpen] = useState<'emoji' | 'link' | null>(null);
  useEffect(() => {
    // A phone would push its keyboard over the messages that one came to read.
    if (!window.matchMedia('(pointer: coarse)').matches) box.current?.focus();
  }, []);

  const { closed, text } = conversation;
  const recording = recorder.state !== 'idle';
  if (closed !== null) return <p className="chat-composer chat-composer-closed">{t(closed === 'account' ? 'panel.closed' : 'panel.left')}</p>;

  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { isComposing, keyCode } = event.nativeEvent;
    if (event.key !== 'Enter' || event.shiftKey || isComposing || keyCode === COMPOSING_KEY) return;
    event.preventDefault();
    conversation.sendText();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const pictures = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
    // Tables and texts of other programs bring their picture along: what was meant is the text.
    if (pictures.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    void onPictures(pictures);
  };
  const insert = (code: string) => {
    const area = box.current;
    const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length];
    const written = text.slice(0, from) + code + text.slice(to);
    if (written.length > MAX_MESSAGE_TEXT) return;
    conversation.setText(written);
    // When React has drawn it the cursor would stand at the end.
    requestAnimationFrame(() => area?.setSelectionRange(from + code.length, from + code.length));
  };
  const close = () => {
    setOpen(null);
    box.current?.focus();
  };
  const toggle = (panel: 'emoji' | 'link') => setOpen(open === panel ? null : panel);
  return (
    <div className="chat-composer">
      <Suspense fallback={null}>
        {open === 'emoji' && <EmojiPanel onPick={insert} onClose={close} />}
        {open === 'link' && (
          <LinkPanel
            links={links}
            onPick={(link) => {
              conversation.sendLink(link);
              close();
            }}
            onClose={close}
          />
        )}
      </Suspense>
      <div className="chat-composer-tools" role="toolbar" aria-label={t('composer.tools')}>
        <Button theme="borderless" icon={<IconEmoji />} aria-label={t('composer.emoji')} aria-expanded={open === 'emoji'} onClick={() => toggle('emoji')} />
        <Button theme="borderless" icon={<IconImage />} aria-label={t('composer.picture')} onClick={() => file.current?.click()} />
        <Button theme="borderless" icon={<IconMicrophone />} aria-label={t('voice.start')} disabled={recording} onClick={() => void recorder.start()} />
        <Button theme="borderless" icon={<IconVideo />} aria-label={t('composer.video')} onClick={() => film.current?.click()} />
        <Button theme="borderless" icon={<IconLink />} aria-label={t('composer.link')} aria-expanded={open === 'link'} onClick={() => toggle('link')} />
        <input
          ref={file}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('composer.picture')}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            target.value = '';
            void onPictures(files);
          }}
        />
        <input
          ref={film}
          type="file"
          accept="video/mp4,video/webm"
          hidden
          aria-label={t('composer.video')}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            target.value = '';
            void onVideos(files);
          }}
        />
      </div>
      {recorder.flaw !== null && (
        <p className="chat-composer-flaw" role="alert">
          {t(`voice.flaw.${recorder.flaw}`)}
        </p>
      )}
      {recording && (
        <Suspense fallback={null}>
          <VoiceBar recorder={recorder} onRecorded={(spoken) => conversation.sendRecording('voice', spoken)} />
        </Suspense>
      )}
      <textarea
        ref={box}
        className="chat-composer-text"
        rows={3}
        hidden={recording}
        maxLength={MAX_MESSAGE_TEXT}
        value={text}
        placeholder={t('composer.placeholder')}
        aria-label={t('composer.text')}
        onChange={({ target }) => {
          recorder.forget();
          conversation.setText(target.value);
        }}
        onKeyDown={handleKey}
        onPaste={handlePaste}
      />
      <div className="chat-composer-foot" hidden={recording}>
        <span className="chat-composer-hint" data-full={text.length >= MAX_MESSAGE_TEXT || undefined}>
          {text.length >= MAX_MESSAGE_TEXT ? t('composer.full', { n: MAX_MESSAGE_TEXT }) : t('composer.hint')}
        </span>
        <Button theme="solid" disabled={text.trim() === ''} onClick={() => conversation.sendText()}>
          {t('composer.send')}
        </Button>
      </div>
    </div>
  );
});

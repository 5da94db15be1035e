import { withThousands } from '@nephra/plugin-sdk/contract';
import { Button, IconEyeOpened, IconSend, IconStop, TextArea } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { KeyboardEvent } from 'react';
import { MAX_PROMPT } from '../../contract/limits.ts';
import type { AssistantStore } from './assistant.store.ts';

/** Browsers tell so that a key belongs to an input method that is still composing. */
const COMPOSING_KEY = 229;

/** Where a question is typed. Enter sends, Shift+Enter breaks the line; an Enter that chooses a word of an input method does neither. */
export const AskBox = observer(function AskBox({ store }: { readonly store: AssistantStore }) {
  const { t } = usePlugin();
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { isComposing, keyCode } = event.nativeEvent;
    if (event.key !== 'Enter' || event.shiftKey || isComposing || keyCode === COMPOSING_KEY) return;
    event.preventDefault();
    void store.send();
  };
  const ready = store.status?.state === 'ready';
  return (
    <div className="as-box">
      <TextArea
        aria-label={t('panel.question')}
        placeholder={t('panel.placeholder')}
        value={store.typed}
        onChange={(text: string) => store.type(text)}
        onKeyDown={pressed}
        autosize={{ minRows: 2, maxRows: 8 }}
        maxLength={MAX_PROMPT}
        disabled={!ready}
      />
      <div className="as-box-acts">
        <Button
          size="small"
          theme="borderless"
          type="tertiary"
          icon={<IconEyeOpened />}
          aria-label={t('panel.willBeSent')}
          title={t('panel.willBeSent')}
          disabled={!ready || store.typed.trim() === ''}
          onClick={() => void store.showWhatIsSent(false)}
        />
        <span className="as-left">{store.status && ready && t('panel.left', { n: withThousands(String(store.status.tokensLeft)) })}</span>
        {store.running === null ? (
          <Button theme="solid" icon={<IconSend />} disabled={!store.canSend} onClick={() => void store.send()}>
            {t('panel.send')}
          </Button>
        ) : (
          <Button type="danger" icon={<IconStop />} onClick={() => void store.stop()}>
            {t('panel.stop')}
          </Button>
        )}
      </div>
    </div>
  );
});

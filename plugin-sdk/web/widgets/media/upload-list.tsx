import { Button, IconClose, IconPause, IconPlay, IconRefresh } from '@nephra/plugin-sdk/ui';
import { observer } from 'mobx-react-lite';
import { sizeText } from '../../../contract/files/size-text.ts';
import { FileBadge } from './file-badge.tsx';
import type { MediaText } from './media-texts.ts';
import { canPause, type UploadItem, type UploadState, type UploadStore } from './upload-store.ts';

export interface UploadPartProps {
  readonly store: UploadStore;
  readonly disabled: boolean;
  readonly text: MediaText;
}

export const percentOfSent = (state: UploadState): number => ('sent' in state ? Math.round(state.sent * 100) : 0);

export function stateText({ state, size }: UploadItem, text: MediaText): string {
  if (state.kind === 'waiting') return text('waiting');
  if (state.kind === 'sending') return text('sending', { percent: percentOfSent(state) });
  if (state.kind === 'paused') return text('paused', { percent: percentOfSent(state) });
  if (state.kind === 'failed') return text('failed', { reason: state.reason });
  return size === undefined ? '' : sizeText(size);
}

/** How far a file is; also what screen readers ask for. */
export function UploadBar({ item: { name, state }, text }: { readonly item: UploadItem; readonly text: MediaText }) {
  if (state.kind !== 'sending' && state.kind !== 'waiting' && state.kind !== 'paused') return null;
  return <progress className="nk-upload-bar" aria-label={text('progress', { name })} value={percentOfSent(state)} max={100} />;
}

interface ItemButtonsProps extends UploadPartProps {
  readonly item: UploadItem;
}

/** Stop and go on, call off or remove, and try again. */
export function UploadButtons({ item, store, disabled, text }: ItemButtonsProps) {
  const { key, name, state } = item;
  const onWay = state.kind === 'sending' || state.kind === 'waiting' || state.kind === 'paused';
  return (
    <>
      {canPause(item) && (
        <Button
          size="small"
          theme="borderless"
          icon={<IconPause />}
          disabled={disabled}
          aria-label={text('pause', { name })}
          onClick={() => store.pause(key)}
        />
      )}
      {state.kind === 'paused' && (
        <Button size="small" theme="borderless" icon={<IconPlay />} disabled={disabled} aria-label={text('goOn', { name })} onClick={() => store.retry(key)} />
      )}
      {state.kind === 'failed' && (
        <Button
          size="small"
          theme="borderless"
          icon={<IconRefresh />}
          disabled={disabled}
          aria-label={text('retry', { name })}
          onClick={() => store.retry(key)}
        />
      )}
      <Button
        size="small"
        theme="borderless"
        type="tertiary"
        icon={<IconClose />}
        disabled={disabled}
        aria-label={text(onWay ? 'cancel' : 'remove', { name })}
        onClick={() => store.remove(key)}
      />
    </>
  );
}

/** Chosen files, one a line. */
export const UploadList = observer(function UploadList(props: UploadPartProps) {
  const { store, text } = props;
  if (store.items.length === 0) return null;
  return (
    <ul className="nk-upload-list" aria-label={text('files')}>
      {store.items.map((item) => (
        <li key={item.key} data-state={item.state.kind}>
          <FileBadge name={item.name} url={item.state.kind === 'stored' ? item.state.stored.url : undefined} />
          <span className="nk-upload-name" title={item.name}>
            {item.name}
          </span>
          <span className="nk-upload-state" role={item.state.kind === 'failed' ? 'alert' : undefined}>
            {stateText(item, text)}
          </span>
          <span className="nk-upload-buttons">
            <UploadButtons {...props} item={item} />
          </span>
          <UploadBar item={item} text={text} />
        </li>
      ))}
    </ul>
  );
});

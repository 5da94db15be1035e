import { Button, IconArrowLeft, IconArrowRight } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type DragEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { smallPicture } from './small-picture.ts';
import type { UploadItem } from './upload-store.ts';
import { stateText, UploadBar, UploadButtons, type UploadPartProps } from './upload-list.tsx';

/** Address of what a tile shows: the stored picture, or the chosen file itself while it is on its way. */
function useThumbnail({ state, file }: UploadItem): string | undefined {
  const { http } = usePlugin();
  const stored = state.kind === 'stored' ? smallPicture(http.fileUrl(state.stored.url), 480) : undefined;
  const [local, setLocal] = useState<string>();
  useEffect(() => {
    if (stored !== undefined || !file) return undefined;
    const address = URL.createObjectURL(file);
    setLocal(address);
    return () => URL.revokeObjectURL(address);
  }, [stored, file]);
  return stored ?? local;
}

const DRAGGED = 'application/x-nephra-picture';

interface TileProps extends UploadPartProps {
  readonly item: UploadItem;
  readonly at: number;
  readonly onMoved: (sentence: string) => void;
}

const Tile = observer(function Tile({ item, at, store, disabled, text, onMoved }: TileProps) {
  const address = useThumbnail(item);
  const { key, name } = item;
  const total = store.items.length;
  const move = (by: number) => {
    const n = store.move(key, by) + 1;
    onMoved(text('movedTo', { name, n, total }));
  };
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!event.altKey || by === undefined || disabled) return;
    event.preventDefault();
    move(by);
  };
  const drop = (event: DragEvent) => {
    const from = store.items.findIndex((one) => one.key === event.dataTransfer.getData(DRAGGED));
    if (from < 0 || disabled) return;
    event.preventDefault();
    event.stopPropagation();
    store.move(store.items[from]?.key ?? '', at - from);
  };
  return (
    <li
      data-state={item.state.kind}
      draggable={!disabled}
      onKeyDown={keys}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, key)}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={drop}
    >
      <span className="nk-tile-picture">{address !== undefined && <img src={address} alt={name} draggable={false} />}</span>
      <UploadBar item={item} text={text} />
      <span className="nk-upload-state" role={item.state.kind === 'failed' ? 'alert' : undefined} title={name}>
        {item.state.kind === 'stored' ? name : stateText(item, text)}
      </span>
      <span className="nk-upload-buttons">
        <Button
          size="small"
          theme="borderless"
          type="tertiary"
          icon={<IconArrowLeft />}
          disabled={disabled || at === 0}
          aria-label={text('moveBack', { name })}
          onClick={() => move(-1)}
        />
        <Button
          size="small"
          theme="borderless"
          type="tertiary"
          icon={<IconArrowRight />}
          disabled={disabled || at === total - 1}
          aria-label={text('moveOn', { name })}
          onClick={() => move(1)}
        />
        <UploadButtons item={item} store={store} disabled={disabled} text={text} />
      </span>
    </li>
  );
});

/** Chosen pictures as tiles; their order is that of the value. */
export const UploadTiles = observer(function UploadTiles(props: UploadPartProps) {
  const { store, text } = props;
  const [moved, setMoved] = useState('');
  return (
    <>
      {store.items.length > 0 && (
        <ul className="nk-tiles" aria-label={text('files')}>
          {store.items.map((item, at) => (
            <Tile key={item.key} {...props} item={item} at={at} onMoved={setMoved} />
          ))}
        </ul>
      )}
      <span className="nk-unseen" aria-live="polite">
        {moved}
      </span>
    </>
  );
});

import { DEFAULT_UPLOAD_MB, type Language, type SizeUnit } from '@nephra/plugin-sdk/contract';
import { Button, IconUpload } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type ClipboardEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { errorText } from '../error-text.ts';
import { kitTextIn } from '../kit-text.ts';
import { useStore } from '../use-store.ts';
import { AttachmentList } from './attachment-list.tsx';
import { type MediaText, mediaTextIn } from './media-texts.ts';
import { PictureRow } from './picture-row.tsx';
import { UploadList } from './upload-list.tsx';
import { UploadStore } from './upload-store.ts';
import { UploadTiles } from './upload-tiles.tsx';
import type { FileUploaderProps, ImageUploaderProps } from './uploader.tsx';
import './media.css';

const DEFAULT_MAX = 9;
const IMAGES = 'image/*';

/** 只能上传不超过{size}{unit}的{type}文件; without a type where every type is taken. */
function tipOf(text: MediaText, picture: boolean, size: number, unit: SizeUnit, accept: string | undefined): string {
  const type = picture ? text('pictures') : accept;
  return type === undefined ? text('tipAny', { size, unit }) : text('tip', { size, unit, type });
}

/** Files wait in the browser's hands here only while something is dragged that holds some. */
const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

const Chooser = observer(function Chooser(props: FileUploaderProps & { readonly picture: boolean }) {
  const {
    label,
    value,
    onChange,
    limit = DEFAULT_UPLOAD_MB,
    unit = 'MB',
    accept,
    max = DEFAULT_MAX,
    picture,
    disabled,
    invalid,
    id,
    describedBy,
    onHold,
  } = props;
  const { files, toast, language } = usePlugin();
  const text = mediaTextIn(language);
  const latest = useRef({ onChange, language });
  latest.current = { onChange, language };
  const store = useStore(
    () =>
      new UploadStore(
        {
          rule: { limit, unit, accept },
          picture,
          ...(props.type && { type: props.type }),
          max,
          upload: props.upload ?? files.upload,
          language: () => latest.current.language,
          onChange: (stored) => latest.current.onChange(stored),
          onRefused: toast.error,
          reasonOf: (error) => errorText(error, kitTextIn(latest.current.language)),
        },
        value,
      ),
  );
  useEffect(() => store.accept(value), [store, value]);
  useHold(store, onHold, language);
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const tip = useId();

  const take = (list: FileList | null) => {
    if (!disabled && list && list.length > 0) store.add([...list]);
  };
  const drop = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take(event.clipboardData.files);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend of its own
    <div
      role="group"
      aria-label={label}
      className="nk-upload"
      data-over={over || undefined}
      data-invalid={invalid || undefined}
      data-disabled={disabled || undefined}
      onDragOver={(event) => {
        if (!holdsFiles(event) || disabled) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <div className="nk-upload-head">
        <Button
          id={id}
          icon={<IconUpload />}
          theme="light"
          disabled={disabled}
          aria-describedby={describedBy ? `${tip} ${describedBy}` : tip}
          onClick={() => input.current?.click()}
        >
          {text(picture ? 'choosePictures' : 'chooseFiles')}
        </Button>
        {!disabled && <span className="nk-upload-hint">{text('dropHint')}</span>}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple={max > 1}
        accept={picture ? IMAGES : accept}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file may be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
      <div id={tip} className="nk-upload-tip">
        {tipOf(text, picture, limit, unit, accept)}
      </div>
      {picture ? <UploadTiles store={store} disabled={disabled ?? false} text={text} /> : <UploadList store={store} disabled={disabled ?? false} text={text} />}
    </div>
  );
});

/** Tells the form while it must not be saved, and takes it back when the field goes. */
function useHold(store: UploadStore, onHold: FileUploaderProps['onHold'], language: Language): void {
  const { hold } = store;
  const tell = useRef(onHold);
  tell.current = onHold;
  useEffect(() => {
    tell.current?.(hold && mediaTextIn(language)(hold));
  }, [hold, language]);
  useEffect(() => () => tell.current?.(undefined), []);
}

export const FileField = ({ readOnly, ...props }: FileUploaderProps) =>
  readOnly ? <AttachmentList files={props.value} label={props.label} /> : <Chooser {...props} picture={false} />;

export const ImageField = ({ readOnly, ...props }: ImageUploaderProps) =>
  readOnly ? <PictureRow files={props.value} label={props.label} /> : <Chooser {...props} accept={IMAGES} picture />;

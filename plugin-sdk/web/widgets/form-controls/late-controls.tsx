import type { RichText, UploadedFile } from '@nephra/plugin-sdk/contract';
import { FileUploader, ImageUploader } from '../media/uploader.tsx';
import { RichTextEditor } from '../rich-text/rich-text-editor.tsx';
import type { ControlProps } from './control-parts.tsx';

const NO_FILES: readonly UploadedFile[] = [];

type Kind = 'richText' | 'files' | 'images';

/** What these have in common. Their code is fetched when the first such field shows. */
const shared = ({ field, set, input, disabled, invalid, name, describedBy, onHold }: ControlProps<Kind>) => ({
  id: input.id,
  label: name ?? field.label,
  onChange: set,
  disabled,
  invalid,
  describedBy,
  onHold,
});

export const RichTextControl = (props: ControlProps<'richText'>) => (
  <RichTextEditor
    {...shared(props)}
    value={(props.value as RichText | null | undefined) ?? null}
    maxLength={props.field.maxCharacters}
    placeholder={props.field.placeholder}
    upload={props.field.upload}
    onBlur={props.onBlur}
  />
);

const uploads = (props: ControlProps<'files' | 'images'>) => {
  const { limit, unit, accept, max, type, upload } = props.field;
  return { ...shared(props), limit, unit, accept, max, type, upload, value: (props.value as readonly UploadedFile[] | null | undefined) ?? NO_FILES };
};

export const FilesControl = (props: ControlProps<'files' | 'images'>) => <FileUploader {...uploads(props)} />;

export const ImagesControl = (props: ControlProps<'files' | 'images'>) => <ImageUploader {...uploads(props)} />;

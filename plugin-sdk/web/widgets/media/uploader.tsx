import type { SizeUnit, UploadedFile } from '@nephra/plugin-sdk/contract';
import type { FilePort, UploadType } from '@nephra/plugin-sdk/web';
import { LateControl } from '../date/late-control.tsx';
import { LatePart } from '../late-part.ts';

export interface FileUploaderProps {
  /** Name for people who cannot see the label. */
  readonly label: string;
  readonly value: readonly UploadedFile[];
  readonly onChange: (files: readonly UploadedFile[]) => void;
  /** A file has to be smaller than this many units. Default 5. */
  readonly limit?: number;
  /** Default MB. */
  readonly unit?: SizeUnit;
  /** Extensions such as `.xls,.xlsx`. Default: everything that the server takes. */
  readonly accept?: string;
  /** Most files. Default 9. */
  readonly max?: number;
  readonly disabled?: boolean;
  /** Shows what is there; nothing can be changed. */
  readonly readOnly?: boolean;
  readonly invalid?: boolean;
  readonly id?: string;
  readonly describedBy?: string;
  /** What they are for. Default: `annex`, of pictures `annexpic`. */
  readonly type?: UploadType;
  /** Where files go. Default: the file storage of the server. */
  readonly upload?: FilePort['upload'];
  /** Why the form cannot be saved now: files are on their way, or were not sent. Undefined: it can. */
  readonly onHold?: (reason: string | undefined) => void;
}

/** Pictures have a list with thumbnails that can be put into another order. */
export interface ImageUploaderProps extends Omit<FileUploaderProps, 'accept'> {}

const filePart = new LatePart(() => import('./upload-field.tsx').then(({ FileField }) => ({ Control: FileField })));
const imagePart = new LatePart(() => import('./upload-field.tsx').then(({ ImageField }) => ({ Control: ImageField })));

/** Files of a record: chosen, dropped or pasted, sent with progress, called off, sent again, removed (spec 2.6, 5). */
export const FileUploader = (props: FileUploaderProps) => <LateControl part={filePart} props={props} />;
/** Pictures of a record: as files, with thumbnails and an order of their own. */
export const ImageUploader = (props: ImageUploaderProps) => <LateControl part={imagePart} props={props} />;

import type { RichText, UploadedFile } from '@nephra/plugin-sdk/contract';
import { ApiError, type FilePort, usePlugin } from '@nephra/plugin-sdk/web';
import {
  AttachmentList,
  FileCount,
  FileUploader,
  type FileUploaderProps,
  ImageUploader,
  PictureRow,
  RichTextEditor,
  type RichTextEditorProps,
  RichTextPreview,
  RichTextView,
} from '@nephra/plugin-sdk/widgets';
import { useMemo, useState } from 'react';
import type { Entry } from '../entry.ts';
import type { Words } from '../sample-rows.ts';

const idOf = (n: number, extension: string): string => `20260302_${String(n).padStart(32, '0')}.${extension}`;
const file = (n: number, name: string): UploadedFile => {
  const fileId = idOf(n, name.split('.').at(-1) ?? 'txt');
  return { name, fileId, fileVersionId: fileId, url: `/api/file/Download/annex/${fileId}`, fileSize: n * 131_072 };
};
const filesOf = (t: Words): readonly UploadedFile[] =>
  ['pdf', 'docx', 'xlsx', 'zip'].map((extension, at) => file(at + 1, `${t('sample.name', { n: at + 1 })}.${extension}`));
const longFile = (t: Words): readonly UploadedFile[] => [file(3, `${t('sample.longName', { n: 1 })}.pdf`)];

/** A drawn picture, so that the example needs no file of the server. */
function drawn(n: number): string {
  const hue = (n * 67) % 360;
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="160" height="120"><rect width="160" height="120" fill="hsl(${hue} 45% 80%)"/><circle cx="80" cy="60" r="36" fill="hsl(${hue} 45% 55%)"/></svg>`)}`;
}
const pictures = (t: Words, count: number): readonly UploadedFile[] =>
  Array.from({ length: count }, (_, at) => ({ name: `${t('sample.name', { n: at + 1 })}.png`, fileId: idOf(at + 1, 'png'), url: drawn(at) }));

/** Takes files without a server: they stay in this page. */
const here: FilePort['upload'] = async (given, { type } = {}) => ({
  name: given.name,
  fileId: `${given.name} ${given.lastModified}`,
  url: type === 'annexpic' ? URL.createObjectURL(given) : '',
  fileSize: given.size,
});

interface Sample extends Partial<FileUploaderProps> {
  readonly pictures?: boolean;
  readonly start?: readonly UploadedFile[];
}
function Upload({ pictures: asPictures, start = [], ...rest }: Sample) {
  const { t } = usePlugin();
  const [files, setFiles] = useState(start);
  const Uploader = asPictures ? ImageUploader : FileUploader;
  return <Uploader label={t('sample.field')} value={files} onChange={setFiles} upload={here} {...rest} />;
}
function Filled(props: Sample) {
  const { t } = usePlugin();
  const start = useMemo(() => (props.pictures ? pictures(t, 3) : filesOf(t)), [t, props.pictures]);
  return <Upload {...props} start={start} />;
}
function Failing({ pictures: asPictures }: Sample) {
  const { t } = usePlugin();
  const away = () => Promise.reject(new ApiError({ code: 0, error: 'network', message: t('sample.away') }));
  return <Upload pictures={asPictures} upload={away} />;
}

const textOf = (t: Words): RichText => ({
  ops: [
    { insert: t('sample.base') },
    { insert: '\n', attributes: { header: 2 } },
    { insert: t('sample.article'), attributes: { bold: true } },
    { insert: ' ' },
    { insert: t('sample.help'), attributes: { color: '#0050b3', background: '#fffb8f' } },
    { insert: '\n' },
    { insert: t('sample.drugs') },
    { insert: '\n', attributes: { list: 'ordered' } },
    { insert: t('sample.packed') },
    { insert: '\n', attributes: { list: 'bullet', indent: 1 } },
    { insert: t('sample.treatments') },
    { insert: '\n', attributes: { list: 'ordered' } },
    { insert: 'example.org', attributes: { link: 'https://example.org' } },
    { insert: '\n', attributes: { blockquote: true } },
    { insert: 'K = 4.2 mmol/L' },
    { insert: '\n', attributes: { 'code-block': true } },
  ],
});
function Editor({ filled, ...rest }: Partial<RichTextEditorProps> & { readonly filled?: boolean }) {
  const { t } = usePlugin();
  const [text, setText] = useState<RichText | null>(filled ? textOf(t) : null);
  return <RichTextEditor label={t('sample.field')} value={text} onChange={setText} placeholder={t('sample.help')} {...rest} />;
}
function View() {
  const { t } = usePlugin();
  return <RichTextView text={textOf(t)} />;
}
function Preview() {
  const { t } = usePlugin();
  return <RichTextPreview text={textOf(t)} max={24} />;
}
function List({ long }: { readonly long?: boolean }) {
  const { t } = usePlugin();
  return <AttachmentList files={long ? longFile(t) : filesOf(t)} />;
}
function Row({ count, small }: { readonly count: number; readonly small?: boolean }) {
  const { t } = usePlugin();
  return <PictureRow files={pictures(t, count)} max={6} small={small} />;
}
function Count() {
  const { t } = usePlugin();
  return <FileCount files={filesOf(t)} />;
}

export const media: readonly Entry[] = [
  {
    name: 'FileUploader',
    area: 'forms',
    code: `<FileUploader label={t('…')} value={files} onChange={setFiles} accept=".pdf,.docx" max={5} />`,
    states: {
      usual: Filled,
      empty: () => <Upload accept=".pdf,.docx" max={2} />,
      failed: () => <Failing />,
      required: () => <Upload invalid />,
      readOnly: () => <Filled readOnly />,
    },
  },
  {
    name: 'ImageUploader',
    area: 'forms',
    code: `<ImageUploader label={t('…')} value={pictures} onChange={setPictures} max={9} />`,
    states: {
      usual: () => <Filled pictures />,
      empty: () => <Upload pictures />,
      failed: () => <Failing pictures />,
      required: () => <Upload pictures invalid />,
      readOnly: () => <Filled pictures readOnly />,
    },
  },
  {
    name: 'RichTextEditor',
    area: 'forms',
    code: `<RichTextEditor label={t('…')} value={text} onChange={setText} maxLength={2000} />`,
    states: {
      usual: () => <Editor filled upload={null} />,
      empty: () => <Editor upload={null} />,
      long: () => <Editor filled upload={null} maxLength={20} />,
      required: () => <Editor upload={null} invalid />,
      readOnly: () => <Editor filled readOnly />,
    },
  },
  { name: 'RichTextView', area: 'values', code: `<RichTextView text={record.note} />`, states: { usual: View } },
  { name: 'RichTextPreview', area: 'values', code: `render: (row) => <RichTextPreview text={row.note} />`, states: { usual: Preview } },
  {
    name: 'AttachmentList',
    area: 'values',
    code: `<AttachmentList files={record.files} />`,
    states: { usual: () => <List />, long: () => <List long />, empty: () => <AttachmentList files={[]} /> },
  },
  { name: 'FileCount', area: 'values', code: `render: (row) => <FileCount files={row.files} />`, states: { usual: Count } },
  {
    name: 'PictureRow',
    area: 'pictures',
    code: `<PictureRow files={record.pictures} />`,
    states: { usual: () => <Row count={3} />, multiple: () => <Row count={3} small />, many: () => <Row count={14} />, empty: () => <PictureRow files={[]} /> },
  },
];

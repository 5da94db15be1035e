/** What an extension stands for, and how its content begins. */
interface FileKind {
  readonly contentType: string;
  readonly picture: boolean;
  readonly looksRight: (head: Buffer) => boolean;
}

const starts =
  (...signatures: readonly (readonly number[] | string)[]) =>
  (head: Buffer): boolean =>
    signatures.some((signature) =>
      head.subarray(0, signature.length).equals(typeof signature === 'string' ? Buffer.from(signature, 'latin1') : Buffer.from(signature)),
    );

const zip = starts([0x50, 0x4b, 0x03, 0x04], [0x50, 0x4b, 0x05, 0x06]);
/** The container of the older office formats. */
const ole = starts([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** Text has no zero bytes. Markup is no plain text here: a browser might be talked into showing it as a page. */
const text = (head: Buffer): boolean => !head.includes(0) && !/^\s*<(!doctype|html|script|svg|\?xml)/i.test(head.subarray(0, 200).toString('latin1'));

const picture = (contentType: string, looksRight: FileKind['looksRight']): FileKind => ({ contentType, picture: true, looksRight });
const document = (contentType: string, looksRight: FileKind['looksRight']): FileKind => ({ contentType, picture: false, looksRight });

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const jpeg = picture('image/jpeg', starts([0xff, 0xd8, 0xff]));

/** Everything that may be uploaded. SVG is not among it: it can carry scripts. */
const KINDS: Readonly<Record<string, FileKind>> = {
  jpg: jpeg,
  jpeg,
  png: picture('image/png', starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  gif: picture('image/gif', starts('GIF87a', 'GIF89a')),
  bmp: picture('image/bmp', starts('BM')),
  webp: picture('image/webp', (head) => starts('RIFF')(head) && head.subarray(8, 12).toString('latin1') === 'WEBP'),
  pdf: document('application/pdf', starts('%PDF-')),
  doc: document('application/msword', ole),
  xls: document('application/vnd.ms-excel', ole),
  ppt: document('application/vnd.ms-powerpoint', ole),
  docx: document(`${OFFICE}.wordprocessingml.document`, zip),
  xlsx: document(`${OFFICE}.spreadsheetml.sheet`, zip),
  pptx: document(`${OFFICE}.presentationml.presentation`, zip),
  zip: document('application/zip', zip),
  rar: document('application/vnd.rar', starts('Rar!\x1a\x07')),
  txt: document('text/plain; charset=utf-8', text),
  csv: document('text/csv; charset=utf-8', text),
  json: document('application/json', text),
  mp3: document('audio/mpeg', starts('ID3', [0xff, 0xfb], [0xff, 0xf3], [0xff, 0xf2])),
  wav: document('audio/wav', (head) => starts('RIFF')(head) && head.subarray(8, 12).toString('latin1') === 'WAVE'),
  mp4: document('video/mp4', (head) => head.subarray(4, 8).toString('latin1') === 'ftyp'),
  webm: document('video/webm', starts([0x1a, 0x45, 0xdf, 0xa3])),
};

export interface RecognisedFile {
  readonly extension: string;
  readonly contentType: string;
  readonly picture: boolean;
}

/** As many bytes as the checks look at. */
export const HEAD_BYTES = 512;

/** What a file is, by name and content together; undefined when it is not accepted. */
export function recogniseFile(name: string, head: Buffer): RecognisedFile | undefined {
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = Object.hasOwn(KINDS, extension) ? KINDS[extension] : undefined;
  if (!kind?.looksRight(head)) return undefined;
  return { extension, contentType: kind.contentType, picture: kind.picture };
}

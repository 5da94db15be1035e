import { AppError, EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import type { ServerCache } from '@nephra/plugin-sdk/server';
import type { PreviewContent } from '../../contract/preview/preview.contract.ts';
import type { ForeignFiles } from '../foreign/foreign-files.ts';
import type { FileRecord, Files } from './file-store.ts';
import { decodeText } from './decode-text.ts';
import { PreviewCache } from './preview-cache.ts';

/** A larger workbook or text document is downloaded: to read it takes longer than somebody waits for a look at it. */
const MAX_DOCUMENT_BYTES = 20 * 1_048_576;
/** What the parts of one may unpack to. */
const UNPACKED_BYTES = 100 * 1_048_576;
const MAX_ROWS = 1_000;
const MAX_COLUMNS = 50;
/** Characters of a text document, and bytes of its pictures. */
const DOCUMENT_CHARS = 400_000;
const PICTURE_BYTES = 8 * 1_048_576;
/** Bytes of a plain text; the rest is cut off. */
const TEXT_BYTES = 512 * 1_024;
/** Characters of finished previews that are kept for the next one who looks. */
const CACHED_CHARS = 16_000_000;

const ENDINGS: Readonly<Record<string, PreviewContent['kind']>> = {
  ...{ pdf: 'pdf', docx: 'document', xlsx: 'sheet', txt: 'text', csv: 'text', json: 'text' },
  ...{ mp3: 'audio', wav: 'audio', mp4: 'video', webm: 'video' },
  ...{ jpg: 'picture', jpeg: 'picture', png: 'picture', gif: 'picture', bmp: 'picture', webp: 'picture' },
};

/** Kinds whose bytes the browser itself draws or plays. */
const PLAIN = ['pdf', 'picture', 'audio', 'video'] as const satisfies readonly PreviewContent['kind'][];

/** The preview dialog fetches the bytes of such a file. */
export const isDrawnByBrowser = (fileId: string): boolean => PLAIN.some((kind) => kind === previewKind(fileId));

/** Sounds and films: played in pieces. */
export const isRecording = (fileId: string): boolean => ['audio', 'video'].includes(previewKind(fileId));

/** What a stored file is shown as. */
export const previewKind = (fileId: string): PreviewContent['kind'] => ENDINGS[fileId.split('.').at(-1) ?? ''] ?? 'none';

/** Sentences of the readers speak of workbooks that are imported; here they speak of a file that is looked at. */
const SENTENCES: Readonly<Record<string, string>> = {
  'core.xlsx-unreadable': 'core.preview-unreadable',
  'core.xlsx-too-large': 'core.preview-too-large',
  'core.xlsx-too-slow': 'core.preview-too-slow',
};

const tooLarge = (): AppError => new AppError('core.preview-too-large', { code: EnvelopeCode.TooLarge });

/** Makes of stored files what the preview dialog shows. Workbooks and text documents are read in threads of their own, with limits of time and memory. */
export class Previews {
  readonly #files: Files;
  readonly #foreign: ForeignFiles;
  readonly #cache = new PreviewCache(CACHED_CHARS);

  /** For the page of caches. */
  readonly cache: ServerCache = {
    name: 'previews',
    title: { zh: '文件预览', zhtw: '檔案預覽', en: 'Previews of files' },
    entries: () => this.#cache.size.entries,
    bytes: () => this.#cache.size.chars * 2,
    clear: () => this.#cache.clear(),
  };

  constructor(files: Files, foreign: ForeignFiles) {
    this.#files = files;
    this.#foreign = foreign;
  }

  /**
   * @param sheet of a workbook, from 0
   * @throws AppError `core.preview-unreadable`, `core.preview-too-large`, `core.preview-too-slow`, `core.too-busy`
   */
  async content(record: FileRecord, sheet: number): Promise<PreviewContent> {
    const kind = previewKind(record.fileId);
    switch (kind) {
      case 'text': {
        const bytes = await this.#beginning(record, TEXT_BYTES);
        return { kind, text: decodeText(bytes), cut: record.size > bytes.length };
      }
      case 'document':
        return await this.#cache.get(`${record.sha256} docx`, () => this.#document(record));
      case 'sheet':
        return await this.#cache.get(`${record.sha256} xlsx ${sheet}`, () => this.#sheet(record, sheet));
      default:
        return { kind };
    }
  }

  async #document(record: FileRecord): Promise<PreviewContent> {
    const limits = { unpackedBytes: UNPACKED_BYTES, chars: DOCUMENT_CHARS, pictureBytes: PICTURE_BYTES };
    const document = await inWordsOfAPreview(async () => this.#foreign.docx(await this.#whole(record), limits));
    return { kind: 'document', ...document };
  }

  async #sheet(record: FileRecord, at: number): Promise<PreviewContent> {
    const limits = { rows: MAX_ROWS, columns: MAX_COLUMNS, unpackedBytes: UNPACKED_BYTES };
    const { sheets, rows, moreRows, moreColumns } = await inWordsOfAPreview(async () => this.#foreign.sheetPart(await this.#whole(record), at, limits));
    return {
      kind: 'sheet',
      sheets: [...sheets],
      at: at < sheets.length ? at : 0,
      rows: rows.map(({ number, cells }) => ({ number, cells: [...cells] })),
      moreRows,
      moreColumns,
      maxRows: MAX_ROWS,
      maxColumns: MAX_COLUMNS,
    };
  }

  async #whole(record: FileRecord): Promise<Buffer> {
    if (record.size > MAX_DOCUMENT_BYTES) throw tooLarge();
    return await this.#beginning(record, MAX_DOCUMENT_BYTES);
  }

  async #beginning(record: FileRecord, mostBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.#files.read(record)) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= mostBytes) break;
    }
    return Buffer.concat(chunks).subarray(0, mostBytes);
  }
}

async function inWordsOfAPreview<Content>(read: () => Promise<Content>): Promise<Content> {
  try {
    return await read();
  } catch (error) {
    const key = isAppError(error) ? SENTENCES[error.key] : undefined;
    if (key === undefined || !isAppError(error)) throw error;
    throw new AppError(key, { code: error.code, cause: error });
  }
}

import type { ForeignFileReader, SheetContent, SheetPart, XlsxLimits, ZippedLinesLimits } from '@nephra/plugin-sdk/server';
import { Gate } from '../core/gate.ts';
import type { DocxContent, DocxLimits } from './docx/docx-html.ts';
import type { ForeignJob, FromReader } from './foreign-messages.ts';
import { ReaderThread, type ThreadLimits } from './reader-thread.ts';

/** The largest workbook that is accepted takes some seconds on a slow machine. */
const LIMITS: ThreadLimits = { answerMs: 30_000, memoryMb: 384 };
/** Workbooks of people who wait for them. */
const SHEETS_AT_A_TIME = 2;
const SHEETS_WAITING = 32;
/** Each takes up to half a gigabyte while a photograph is decoded, so people wait for each other. */
const PICTURES_AT_A_TIME = 1;
const PICTURES_WAITING = 64;
/** Files of jobs: they come at the speed of the database and hold their place for minutes, so people do not share it. */
const STREAMS_AT_A_TIME = 4;

const isOf = <Type extends FromReader['type']>(answer: FromReader, type: Type): answer is Extract<FromReader, { type: Type }> => answer.type === type;

/** Reads what came from outside in threads of their own, a few at a time. */
export class ForeignFiles implements ForeignFileReader {
  readonly #limits: ThreadLimits;
  readonly #sheets = new Gate(SHEETS_AT_A_TIME, SHEETS_WAITING);
  readonly #streams = new Gate(STREAMS_AT_A_TIME);
  readonly #pictures = new Gate(PICTURES_AT_A_TIME, PICTURES_WAITING);

  constructor(limits: ThreadLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Threads at work. */
  get running(): number {
    return [this.#sheets, this.#streams, this.#pictures].reduce((sum, { load }) => sum + load.running, 0);
  }

  async sheet(content: Buffer, limits: XlsxLimits): Promise<SheetContent> {
    return (await this.#read({ kind: 'sheet', content, limits }, 'sheet')).sheet;
  }

  /** The beginning of one sheet, to be looked at. @param at place among the visible sheets, from 0 */
  async sheetPart(content: Buffer, at: number, limits: XlsxLimits): Promise<SheetPart> {
    return (await this.#read({ kind: 'sheet-part', content, at, limits }, 'sheet-part')).part;
  }

  /** A text document, to be looked at. */
  async docx(content: Buffer, limits: DocxLimits): Promise<DocxContent> {
    return (await this.#read({ kind: 'docx', content, limits }, 'docx')).document;
  }

  /** A JPEG of not more than `side` pixels either way. @param content asked for once there is a place for it, so that waiting ones hold no memory */
  async picture(content: () => Promise<Buffer>, side: number): Promise<Buffer> {
    return await this.#pictures.run(async () => {
      const { jpeg } = await this.#answer({ kind: 'picture', content: await content(), side }, 'picture');
      return Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
    });
  }

  /** One file for a person who waits, one answer. */
  async #read<Type extends FromReader['type']>(job: ForeignJob, type: Type): Promise<Extract<FromReader, { type: Type }>> {
    return await this.#sheets.run(() => this.#answer(job, type));
  }

  async #answer<Type extends FromReader['type']>(job: ForeignJob, type: Type): Promise<Extract<FromReader, { type: Type }>> {
    const thread = this.#start(job);
    try {
      const answer: FromReader = await thread.next();
      if (!isOf(answer, type)) throw new Error(`a reader of "${type}" answered "${answer.type}"`);
      return answer;
    } finally {
      await thread.end();
    }
  }

  async *zippedLines(content: Buffer, limits: ZippedLinesLimits): AsyncGenerator<readonly string[]> {
    const leave = await this.#streams.enter();
    try {
      const thread = this.#start({ kind: 'lines', content, limits });
      try {
        for (;;) {
          const answer = await thread.next();
          if (answer.type !== 'lines') return;
          yield answer.lines;
          thread.goOn();
        }
      } finally {
        await thread.end();
      }
    } finally {
      leave();
    }
  }

  #start(job: ForeignJob): ReaderThread {
    return new ReaderThread(job, this.#limits);
  }
}

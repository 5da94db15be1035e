import type { FigurePeriod, ReplyOf } from '@nephra/plugin-sdk/contract';
import type { Client } from '@nephra/plugin-sdk/web';
import { type FileCall, ListStore } from '@nephra/plugin-sdk/widgets';
import { makeObservable, observableRef, runInAction } from 'mobx';
import type { figuresContract } from '../contract/index.ts';

type FiguresClient = Client<(typeof figuresContract)['routes']>;
type Rows = ReplyOf<(typeof figuresContract.routes)['rows']>;
export type FigureRow = Rows['list'][number];
export type FigureColumnView = Rows['columns'][number];

/** A figure that somebody opened. */
export interface FigureOpened {
  readonly panel: string;
  readonly figure: string;
  /** Entry of parts, or series of the days. */
  readonly part?: string;
  readonly day?: string;
  readonly period: FigurePeriod;
  /** What is opened, in words: panel, then figure, then part or day. */
  readonly title: readonly string[];
  /** The figure as it stands on the page. */
  readonly value: string;
}

/** The rows that a figure is made of; the panel says which columns they have. */
export class RowsStore {
  columns: readonly FigureColumnView[] = [];
  readonly list: ListStore<FigureRow>;

  constructor(
    private readonly client: FiguresClient,
    readonly opened: FigureOpened,
  ) {
    makeObservable(this, { columns: observableRef });
    this.list = new ListStore<FigureRow>({
      rowKey: 'key',
      load: async ({ currentPage, pageSize }, signal) => {
        const answer = await client.rows({ ...this.question, query: { ...this.question.query, currentPage, pageSize } }, { quiet: true, signal });
        runInAction(() => {
          this.columns = answer.data.columns;
        });
        return answer;
      },
    });
  }

  private get question() {
    const { panel, figure, part, day, period } = this.opened;
    return { params: { panel }, query: { ...period, figure, ...(part === undefined ? {} : { part }), ...(day === undefined ? {} : { day }) } };
  }

  /** All rows as a workbook. */
  readonly export: FileCall = (options) => this.client.rowsExport(this.question, options);

  dispose(): void {
    this.list.dispose();
  }
}

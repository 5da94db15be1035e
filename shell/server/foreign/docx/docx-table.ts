interface Cell {
  html: string;
  across: number;
  /** `start` begins a cell over several rows, `on` goes on with the one above. */
  merged?: 'start' | 'on';
  down: number;
}

/** More columns are no table that a person made. */
const MAX_ACROSS = 200;

/** A table as it is read, cell by cell. */
export class DocxTable {
  readonly #rows: Cell[][] = [];
  #cell: Cell | undefined;

  startRow(): void {
    this.#rows.push([]);
  }

  startCell(): void {
    this.#cell = { html: '', across: 1, down: 1 };
    this.#rows.at(-1)?.push(this.#cell);
  }

  note(tag: 'gridSpan' | 'vMerge', value: string | undefined): void {
    if (!this.#cell) return;
    if (tag === 'vMerge') this.#cell.merged = value === 'restart' ? 'start' : 'on';
    else this.#cell.across = Math.min(MAX_ACROSS, Math.max(1, Math.floor(Number(value)) || 1));
  }

  endCell(html: string): void {
    const cell = this.#rows.at(-1)?.at(-1);
    if (cell) cell.html = html;
    this.#cell = undefined;
  }

  html(): string {
    this.#merge();
    const rows = this.#rows.map(
      (cells) =>
        `<tr>${cells
          .filter(({ merged }) => merged !== 'on')
          .map(cellHtml)
          .join('')}</tr>`,
    );
    return rows.length === 0 ? '' : `<table><tbody>${rows.join('')}</tbody></table>`;
  }

  /** Cells that go on with one above make that one higher; one with nothing above stands by itself. */
  #merge(): void {
    let above = new Map<number, Cell>();
    for (const row of this.#rows) {
      const next = new Map<number, Cell>();
      let column = 0;
      for (const cell of row) {
        const start = above.get(column);
        if (cell.merged === 'on' && start?.across === cell.across) {
          start.down += 1;
          next.set(column, start);
        } else if (cell.merged) {
          cell.merged = 'start';
          next.set(column, cell);
        }
        column += cell.across;
      }
      above = next;
    }
  }
}

const cellHtml = ({ html, across, down }: Cell): string => `<td${across > 1 ? ` colspan="${across}"` : ''}${down > 1 ? ` rowspan="${down}"` : ''}>${html}</td>`;

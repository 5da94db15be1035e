/** TXT of the national platform: UTF-8, tabs between cells, a line per row, the word null for an empty cell. */
export const tabText = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((cells) => `${cells.map((cell) => (cell === '' ? 'null' : cell.replace(/[\t\r\n]/g, ' '))).join('\t')}\n`).join(''));

export const readTabText = (content: Buffer): string[][] =>
  content
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => line.split('\t').map((cell) => (cell === 'null' ? '' : cell)));

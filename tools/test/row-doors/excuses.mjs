/** What a comment may stand above: the whole statement, or the member of a class that holds it. */
const WHOLE = new Set(['PropertyDefinition', 'MethodDefinition']);
const MARK = /^\s*rows:\s*(.*)$/;
const MIN_REASON = 10;

/** Comments `// rows: <reason>` of a file, each on the line that it speaks of, at the call, or above the statement around it. */
export class Excuses {
  #source;
  #byLine;

  /** @param {import('../waiting/syntax.mjs').Source} source */
  constructor(source) {
    this.#source = source;
    this.lineAt = lineFinder(source.text);
    this.#byLine = excusesOf(source, this.lineAt);
  }

  /** Whether a node is excused; the comment has been of use then. @param {number} at offset that the finding is told at */
  take(node, at) {
    const excuse = this.#excuseFor(node, this.lineAt(at));
    if (excuse) excuse.used = true;
    return excuse !== undefined;
  }

  /**
   * @returns {{ excused: { line: number, reason: string }[], problems: { line: number, problem: string }[] }} `problems`: comments without a reason, or that excuse
   * nothing
   */
  told() {
    const all = [...new Set(this.#byLine.values())];
    return {
      excused: all.filter(({ used, reason }) => used && reason.length >= MIN_REASON).map(({ line, reason }) => ({ line, reason })),
      problems: all.flatMap(({ line, reason, used }) => {
        if (!used) return [{ line, problem: '"rows:" excuses nothing here; take it away' }];
        return reason.length < MIN_REASON ? [{ line, problem: '"rows:" without a reason; say why nobody meets too much' }] : [];
      }),
    };
  }

  #excuseFor(node, line) {
    const direct = this.#byLine.get(line);
    if (direct) return direct;
    for (let at = node; at; at = this.#source.parentOf(at)) {
      const excuse = this.#byLine.get(this.lineAt(at.start));
      if (excuse) return excuse;
      if (isStatement(at) && at.type !== 'BlockStatement') {
        const exported = this.#source.parentOf(at);
        return exported?.type.startsWith('Export') ? this.#byLine.get(this.lineAt(exported.start)) : undefined;
      }
    }
    return undefined;
  }
}

function lineFinder(code) {
  const starts = [0];
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}

/** Comments by the line that they speak of: their own, or the first below their block. */
function excusesOf({ comments, text }, lineAt) {
  const lines = text.split('\n');
  const alone = (line) => lines[line - 1]?.trimStart().startsWith('//') === true;
  const excuses = new Map();
  for (const { value, start } of comments) {
    const reason = MARK.exec(value)?.[1].trim();
    if (reason === undefined) continue;
    const line = lineAt(start);
    let of = line;
    while (alone(of)) of += 1;
    excuses.set(of, { line, reason, used: false });
  }
  return excuses;
}

const isStatement = ({ type }) => type.endsWith('Statement') || type.endsWith('Declaration') || WHOLE.has(type);

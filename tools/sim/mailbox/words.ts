/** A word of a command: a text (bytes, latin1), or words in brackets. */
export type Word = string | readonly Word[];

/**
 * Words of one whole command. Counted bytes stand in it as `{n}` and the bytes behind the end of the line; `BODY[HEADER.FIELDS (SUBJECT)]<0.100>` is one word.
 * @throws Error for what is no command
 */
export function wordsOf(command: string): Word[] {
  let at = 0;
  const many = (end: string): Word[] => {
    const words: Word[] = [];
    for (;;) {
      while (command[at] === ' ') at += 1;
      if (at >= command.length || command[at] === end) {
        at += 1;
        return words;
      }
      words.push(one());
    }
  };
  const one = (): Word => {
    if (command[at] === '(') {
      at += 1;
      return many(')');
    }
    if (command[at] === '"') {
      let text = '';
      for (at += 1; command[at] !== '"'; at += 1) {
        if (at >= command.length) throw new Error('quote without end');
        if (command[at] === '\\') at += 1;
        text += command[at] ?? '';
      }
      at += 1;
      return text;
    }
    const [counted, size] = /^\{(\d{1,9})\+?\}\r\n/.exec(command.slice(at, at + 16)) ?? [];
    if (counted !== undefined) {
      const from = at + counted.length;
      at = from + Number(size);
      return command.slice(from, at);
    }
    const from = at;
    for (let depth = 0; at < command.length; at += 1) {
      const sign = command[at];
      if (sign === '[') depth += 1;
      else if (sign === ']') depth -= 1;
      else if (depth === 0 && (sign === ' ' || sign === '(' || sign === ')')) break;
    }
    if (at === from) throw new Error('no word');
    return command.slice(from, at);
  };
  return many('');
}

/** Whether `1:3,7,10:*` holds a number; `*` is the last one. */
export function isIn(set: string, number: number, last: number): boolean {
  return set.split(',').some((range) => {
    const [from = 0, to = from] = range.split(':').map((end) => (end === '*' ? last : Number(end)));
    return number >= Math.min(from, to) && number <= Math.max(from, to);
  });
}

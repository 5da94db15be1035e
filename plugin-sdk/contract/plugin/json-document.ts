/** Place in a text, both from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Text that is no JSON; `position` is where it stops being some. */
export class JsonSyntaxError extends Error {
  readonly position: TextPosition;
  constructor(message: string, position: TextPosition) {
    super(`line ${position.line}, column ${position.column}: ${message}`);
    this.name = 'JsonSyntaxError';
    this.position = position;
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const positionAt = (text: string, offset: number): TextPosition => {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

/**
 * JSON text that remembers where each value stands, so that an error can be shown with its line and one value can be
 * changed without touching the rest of what an administrator wrote.
 */
export class JsonDocument {
  readonly text: string;
  readonly value: unknown;
  readonly #spans = new Map<string, Span>();
  /** Where the name of a member begins. */
  readonly #names = new Map<string, number>();
  #at = 0;

  /** @throws JsonSyntaxError */
  constructor(text: string) {
    this.text = text;
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
    this.value = this.#readValue('');
    this.#space();
    if (this.#at < text.length) this.#fail('there is text after the end');
  }

  /** Where the value at a JSON pointer stands; for a missing one, where its parent does. */
  positionOf(pointer: string): TextPosition {
    let path = pointer;
    while (path !== '' && !this.#spans.has(path)) path = path.slice(0, path.lastIndexOf('/'));
    return positionAt(this.text, this.#spans.get(path)?.start ?? 0);
  }

  /** The text with one existing value replaced. */
  withValue(pointer: string, value: unknown): string | undefined {
    const span = this.#spans.get(pointer);
    return span && this.text.slice(0, span.start) + JSON.stringify(value) + this.text.slice(span.end);
  }

  /** The text with one member added right behind an existing one. */
  withMemberAfter(pointer: string, key: string, value: unknown): string | undefined {
    const span = this.#spans.get(pointer);
    return span && `${this.text.slice(0, span.end)}, ${JSON.stringify(key)}: ${JSON.stringify(value)}${this.text.slice(span.end)}`;
  }

  /** The text without one member of an object, and with it the comma that parts it from its neighbour. */
  withoutMember(pointer: string): string | undefined {
    const [start, end] = [this.#names.get(pointer), this.#spans.get(pointer)?.end];
    if (start === undefined || end === undefined) return undefined;
    const behind = /^\s*,\s*/.exec(this.text.slice(end))?.[0];
    if (behind !== undefined) return this.text.slice(0, start) + this.text.slice(end + behind.length);
    const kept = this.text.slice(0, start).trimEnd();
    return (kept.endsWith(',') ? kept.slice(0, -1) : kept) + this.text.slice(end);
  }

  /** The text with one value more at the end of a list that is there, in the manner of its neighbours. */
  withElement(list: string, value: unknown): string | undefined {
    const span = this.#spans.get(list);
    if (!span) return undefined;
    let last = -1;
    while (this.#spans.has(`${list}/${last + 1}`)) last += 1;
    const end = this.#spans.get(`${list}/${last}`)?.end;
    const first = this.#spans.get(`${list}/0`)?.start;
    if (end === undefined || first === undefined) return `${this.text.slice(0, span.start)}[${JSON.stringify(value)}]${this.text.slice(span.end)}`;
    const indent = this.text.slice(span.start + 1, first);
    return `${this.text.slice(0, end)},${indent || ' '}${JSON.stringify(value)}${this.text.slice(end)}`;
  }

  /** Sets a member of an object that is there, or adds it behind another one; undefined takes it away. */
  withMember(object: string, key: string, value: unknown, behind: string): string {
    const pointer = `${object}/${key}`;
    if (value === undefined) return this.withoutMember(pointer) ?? this.text;
    return this.withValue(pointer, value) ?? this.withMemberAfter(`${object}/${behind}`, key, value) ?? this.text;
  }

  #fail(message: string): never {
    throw new JsonSyntaxError(message, positionAt(this.text, this.#at));
  }

  #space(): void {
    while (this.#at < this.text.length && ' \t\r\n'.includes(this.text.charAt(this.#at))) this.#at += 1;
  }

  #readValue(pointer: string, depth = 0): unknown {
    if (depth > 64) this.#fail('values are nested too deeply');
    this.#space();
    const start = this.#at;
    const first = this.text.charAt(start);
    let value: unknown;
    if (first === '{') value = this.#readObject(pointer, depth);
    else if (first === '[') value = this.#readArray(pointer, depth);
    else if (first === '"') value = this.#readString();
    else value = this.#readWord();
    this.#spans.set(pointer, { start, end: this.#at });
    return value;
  }

  #readObject(pointer: string, depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    this.#at += 1;
    this.#space();
    if (this.#take('}')) return object;
    for (;;) {
      this.#space();
      if (this.text.charAt(this.#at) !== '"')
        this.#fail(this.text.charAt(this.#at) === '}' ? 'a comma before } is one too many' : 'a name in double quotes is missing');
      const named = this.#at;
      const key = this.#readString();
      if (key === '__proto__') this.#fail('the name __proto__ is not allowed');
      if (Object.hasOwn(object, key)) this.#fail(`the name "${key}" stands twice in one object`);
      this.#space();
      if (!this.#take(':')) this.#fail(`a colon is missing after "${key}"`);
      const member = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      this.#names.set(member, named);
      object[key] = this.#readValue(member, depth + 1);
      this.#space();
      if (this.#take('}')) return object;
      if (!this.#take(',')) this.#fail('a comma or } is missing');
    }
  }

  #readArray(pointer: string, depth: number): unknown[] {
    const array: unknown[] = [];
    this.#at += 1;
    this.#space();
    if (this.#take(']')) return array;
    for (;;) {
      this.#space();
      if (this.text.charAt(this.#at) === ']') this.#fail('a comma before ] is one too many');
      array.push(this.#readValue(`${pointer}/${array.length}`, depth + 1));
      this.#space();
      if (this.#take(']')) return array;
      if (!this.#take(',')) this.#fail('a comma or ] is missing');
    }
  }

  #readString(): string {
    const start = this.#at;
    this.#at += 1;
    while (this.#at < this.text.length) {
      const sign = this.text.charAt(this.#at);
      if (sign === '"') {
        this.#at += 1;
        return this.#parse(start) as string;
      }
      if (sign === '\n') break;
      this.#at += sign === '\\' ? 2 : 1;
    }
    this.#at = start;
    return this.#fail('this text has no closing quote');
  }

  #readWord(): unknown {
    const start = this.#at;
    const word = /[^\s,:{}[\]"]*/y;
    word.lastIndex = start;
    this.#at += word.exec(this.text)?.[0].length ?? 0;
    if (this.#at === start) this.#fail(start >= this.text.length ? 'the text ends too early' : 'a value is missing');
    return this.#parse(start);
  }

  #parse(start: number): unknown {
    try {
      return JSON.parse(this.text.slice(start, this.#at));
    } catch {
      this.#at = start;
      return this.#fail('this is not a valid value');
    }
  }

  #take(sign: string): boolean {
    if (this.text.charAt(this.#at) !== sign) return false;
    this.#at += 1;
    return true;
  }
}

/** Scanners type faster than anybody: a longer pause between two keys is a person. Milliseconds. */
const MAX_PAUSE_MS = 50;
/** Shorter ones are no code. */
const MIN_CODE = 4;
/** What scanners type for the separator of GS1 codes. */
const SEPARATOR = '|';

type TextField = HTMLInputElement | HTMLTextAreaElement;
const textFieldOf = (target: EventTarget | null): TextField | null =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio') ? target : null;

/** As React hears of it, too. */
function setText(field: TextField, text: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Hears a scanner that types, wherever the focus is: quick keys that end in Enter or Tab. None of them reaches what has the focus: keys over buttons are held back until it is clear
 * that a person types, and a text field gets its text back.
 */
export class WedgeReader {
  private readonly onCode: (code: string) => void;
  private readonly isHere: (target: EventTarget | null) => boolean;
  private typed = '';
  private last = Number.NEGATIVE_INFINITY;
  private held: { readonly target: EventTarget; readonly key: string }[] = [];
  private before: { readonly field: TextField; readonly text: string } | null = null;
  private readonly own = new WeakSet<Event>();
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** @param isHere whether a key that reaches this target is for whoever hears: not from a page behind another tab, nor from a dialog */
  constructor(onCode: (code: string) => void, isHere: (target: EventTarget | null) => boolean = () => true) {
    this.onCode = onCode;
    this.isHere = isHere;
  }

  /** @returns what ends it */
  listen(page: Document): () => void {
    const hear = (event: KeyboardEvent): void => this.hear(event);
    page.addEventListener('keydown', hear, { capture: true });
    return () => {
      page.removeEventListener('keydown', hear, { capture: true });
      this.forget();
    };
  }

  private hear(event: KeyboardEvent): void {
    if (!this.isHere(event.target) || this.own.has(event) || event.key === 'Shift' || event.key === 'Control') return;
    const quick = event.timeStamp - this.last <= MAX_PAUSE_MS;
    const key = this.signOf(event);
    const isEnd = event.key === 'Enter' || event.key === 'Tab';
    if (isEnd && quick && this.typed.length >= MIN_CODE) this.take(event);
    else if (key === '') this.giveBack();
    else this.collect(event, key, quick);
  }

  /** The sign that a key adds to a code; empty: none. */
  private signOf({ key, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent): string {
    if (isComposing || altKey || metaKey) return '';
    if (key === '\u001D' || (ctrlKey && key === ']')) return SEPARATOR;
    return ctrlKey || key.length !== 1 || key === ' ' ? '' : key;
  }

  private collect(event: KeyboardEvent, key: string, quick: boolean): void {
    if (!quick) this.giveBack();
    this.last = event.timeStamp;
    const field = textFieldOf(event.target);
    if (this.typed === '') this.before = field && { field, text: field.value };
    this.typed += key;
    if (!field && event.target) this.hold(event, event.target);
  }

  private hold(event: KeyboardEvent, target: EventTarget): void {
    event.preventDefault();
    event.stopPropagation();
    this.held.push({ target, key: event.key });
    if (this.timer !== null) clearTimeout(this.timer);
    // waits: a person's key goes on as soon as it cannot be a scanner's
    this.timer = setTimeout(() => this.giveBack(), MAX_PAUSE_MS + 10);
  }

  private take(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const { typed, before } = this;
    this.forget();
    if (before) setText(before.field, before.text);
    this.onCode(typed);
  }

  /** A person typed: what was held back arrives where it was typed. */
  private giveBack(): void {
    const { held } = this;
    this.forget();
    for (const { target, key } of held) {
      const again = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      this.own.add(again);
      target.dispatchEvent(again);
    }
  }

  private forget(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.typed = '';
    this.held = [];
    this.before = null;
    this.last = Number.NEGATIVE_INFINITY;
  }
}

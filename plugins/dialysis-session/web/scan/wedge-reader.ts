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
  private typed = '';
  private last = Number.NEGATIVE_INFINITY;
  private held: { readonly target: EventTarget; readonly key: string }[] = [];
  private before: { readonly field: TextField; readonly text: string } | null = null;
  private readonly own = new WeakSet<Event>();
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(onCode: (code: string) => void) {
    this.onCode = onCode;
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
    if (this.own.has(event) || event.key === 'Shift' || event.key === 'Control') return;
    if (event.isComposing || event.altKey || event.metaKey) return this.giveBack();
    const quick = event.timeStamp - this.last <= MAX_PAUSE_MS;
    const key = event.ctrlKey ? (event.key === ']' ? SEPARATOR : '') : event.key === '\u001D' ? SEPARATOR : event.key;
    if ((key === 'Enter' || key === 'Tab') && quick && this.typed.length >= MIN_CODE) return this.take(event);
    if (key.length !== 1 || key === ' ') return this.giveBack();
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

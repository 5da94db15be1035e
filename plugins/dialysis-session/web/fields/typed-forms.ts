import { autorun } from 'mobx';
import type { FieldValues } from '../../contract/fields.ts';
import type { SealedDrafts } from '../kept/sealed-drafts.ts';
import { FormDraft, type Rules, type TypedFields } from './form-draft.ts';

/** Of this person alone, over a session that ends by itself as what waits to be sent. */
const TYPED = 'typed:';
/** What nobody came back to within a shift is not a value of today any more. */
const KEPT_MS = 12 * 3_600_000;

interface Form {
  readonly draft: FormDraft;
  readonly key: string;
  /** On its way to the server, or from the device: not being entered any more, or not yet. */
  handed: boolean;
  stop: () => void;
}

/**
 * What is being entered, by treatment and form. It outlives tabs, the next patient and a page that is drawn anew or loaded again: on the device it lies sealed, until it is
 * saved or emptied.
 */
export class TypedForms {
  private readonly sealed: SealedDrafts;
  private readonly now: () => number;
  private readonly forms = new Map<string, Form>();
  private readonly shown = new Map<FormDraft, number>();

  /** @param now milliseconds by the server's clock */
  constructor(sealed: SealedDrafts, now: () => number) {
    this.sealed = sealed;
    this.now = now;
    for (const key of sealed.keys(TYPED)) if (!this.isFresh(key)) sealed.clear(key);
  }

  /** The form of a treatment, with what was typed into it. @param base what stands there */
  of(sessionId: string, name: string, rules: Rules, base: FieldValues = {}): FormDraft {
    const key = `${TYPED}${sessionId}:${name}`;
    const known = this.forms.get(key);
    if (known) return known.draft;
    const draft = new FormDraft(rules, base);
    if (sessionId === '') return draft;
    const lies = this.sealed.keys(TYPED).includes(key) && this.isFresh(key);
    const at = lies ? this.sealed.momentOf(key) : 0;
    const found = lies ? this.sealed.load<{ readonly at: number; readonly value: TypedFields }>(key) : undefined;
    // What lies there stays until it was read.
    const form: Form = { draft, key, handed: lies, stop: () => undefined };
    // Runs at once where nothing is being drawn: it must find the form.
    form.stop = autorun(() => this.follow(form, draft.toKeep));
    this.forms.set(key, form);
    void found?.then((one) => {
      if (one.kind === 'value') draft.bringBack(one.value.value, at);
      form.handed = false;
      this.follow(form, draft.toKeep);
    });
    return draft;
  }

  /** Names of the forms of a treatment with something that was typed and neither saved nor emptied, the last one first. */
  typedIn(sessionId: string): readonly string[] {
    const own = `${TYPED}${sessionId}:`;
    return this.sealed
      .keys(own)
      .filter((key) => this.isFresh(key))
      .toSorted((one, other) => this.sealed.momentOf(other) - this.sealed.momentOf(one))
      .map((key) => key.slice(own.length));
  }

  /** It is seen until the answer is called. */
  show(draft: FormDraft): () => void {
    this.shown.set(draft, (this.shown.get(draft) ?? 0) + 1);
    return () => {
      const left = (this.shown.get(draft) ?? 1) - 1;
      if (left > 0) this.shown.set(draft, left);
      else this.shown.delete(draft);
    };
  }

  /** Somebody enters something that can be seen at this moment, and that is not on its way. */
  get isTyping(): boolean {
    return [...this.forms.values()].some(({ draft, handed }) => !handed && this.shown.has(draft) && (draft.dirty || draft.active !== null));
  }

  /**
   * Sends what was entered: meanwhile it lies with what waits to be sent, and is typed again only if that fails.
   * @param send calls `kept` when it lies elsewhere, or is on its way: it is a typed value no more
   * @param emptied what stands there afterwards
   */
  async hand(draft: FormDraft, send: (kept: () => void) => Promise<boolean>, emptied?: () => FieldValues): Promise<boolean> {
    const form = [...this.forms.values()].find((one) => one.draft === draft);
    if (form) form.handed = true;
    const { patch, base } = draft;
    try {
      const done = await send(() => form && this.sealed.clear(form.key));
      if (done) draft.reset(emptied ? emptied() : { ...base, ...patch });
      return done;
    } finally {
      if (form) {
        form.handed = false;
        this.follow(form, draft.toKeep);
      }
    }
  }

  dispose(): void {
    for (const { stop } of this.forms.values()) stop();
  }

  private follow({ key, handed }: Pick<Form, 'key' | 'handed'>, typed: TypedFields | undefined): void {
    if (handed) return;
    const at = Math.round(this.now());
    if (typed) void this.sealed.save(key, { at, value: typed }, at, 'until-key');
    else if (this.sealed.keys(TYPED).includes(key)) this.sealed.clear(key);
  }
  private isFresh(key: string): boolean {
    return this.now() - this.sealed.momentOf(key) <= KEPT_MS;
  }
}

import { newActKey } from '@nephra/plugin-sdk/widgets';

/** Name of the act that is being tried: the same one goes out again after a lost answer, so that the server does it once. */
export class ActKey {
  private act: { readonly body: string; readonly key: string } | null = null;

  /** The key of this act with this body; another body is another act. */
  of(name: string, body: unknown): string {
    const named = `${name} ${JSON.stringify(body)}`;
    if (this.act?.body !== named) this.act = { body: named, key: newActKey() };
    return this.act.key;
  }

  /** Answered: the next press is another act. */
  forget(): void {
    this.act = null;
  }
}

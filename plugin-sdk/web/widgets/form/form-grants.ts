/**
 * Form codes (spec 6) of one form while it is open. What was denied when the form was first drawn stays out of it: the server sent no value
 * for it, so a field that appeared later would be empty and would be saved empty. A code that is taken away goes at once, and comes back.
 */
export class FormGrants {
  private granted: (formCode: string) => boolean = () => true;
  private readonly deniedAtFirst = new Map<string, boolean>();
  private limited = false;

  limitTo(granted: (formCode: string) => boolean): void {
    this.granted = granted;
    this.limited = true;
  }

  has(permission: string | undefined): boolean {
    if (permission === undefined) return true;
    const now = this.granted(permission);
    if (this.limited && !this.deniedAtFirst.has(permission)) this.deniedAtFirst.set(permission, !now);
    return now && this.deniedAtFirst.get(permission) !== true;
  }
}

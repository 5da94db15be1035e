/**
 * Puts a text on the clipboard. Pages that are not served over TLS have no clipboard of their own: there the older way is taken, by a selected field.
 * @returns whether the browser took it
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement('textarea'), { value: text });
    document.body.append(field);
    field.select();
    const copied = document.execCommand?.('copy') === true;
    field.remove();
    return copied;
  }
}

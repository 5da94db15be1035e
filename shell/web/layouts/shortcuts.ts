/** Acts of the frame that have a key; the help page lists them. */
export type Shortcut = 'search' | 'fold' | 'help';

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'> & { readonly target: unknown };

const isEditor = (target: unknown): boolean => target instanceof HTMLElement && target.isContentEditable;

/** The act that a key press asks for. Text editors keep their own Ctrl + B and Ctrl + K. */
export function shortcutOf(press: KeyPress): Shortcut | undefined {
  if (press.defaultPrevented || press.shiftKey || press.altKey || isEditor(press.target)) return undefined;
  const control = press.ctrlKey || press.metaKey;
  if (!control) return press.key === 'F1' ? 'help' : undefined;
  if (press.key.toLowerCase() === 'k') return 'search';
  if (press.key.toLowerCase() === 'b') return 'fold';
  return undefined;
}

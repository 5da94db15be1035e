const FOCUSABLE =
  'a[href], button:not(:disabled):not([tabindex="-1"]), input:not(:disabled):not([tabindex="-1"]), textarea:not(:disabled), select:not(:disabled), [tabindex="0"]';

/** Tab from the last stop leads to the first, and back: what lies under a dialog is out of reach. */
export function keepTab(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'preventDefault' | 'defaultPrevented'>, box: HTMLElement): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const stops = [...box.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.offsetParent !== null);
  const [end, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const at = document.activeElement;
  // The dialog itself holds the focus at first: from there a step back leads to the end as well.
  if (at !== end && box.contains(at) && !(event.shiftKey && at === box)) return;
  event.preventDefault();
  other?.focus();
}

/**
 * When what holds the focus goes from a dialog (a step that is done, a list that shrinks) or can no longer be pressed (a button while it saves), the dialog
 * itself takes the focus: else it falls to the page below, and the keyboard with it. What can be pressed again gets it back.
 */
export function catchFocus(box: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  let lost = false;
  const note = ({ target }: FocusEvent) => {
    if (target === box) return;
    last = target as HTMLElement;
    lost = false;
  };
  const forget = ({ relatedTarget: to }: FocusEvent) => {
    if (to !== null && to !== box) last = null;
  };
  const watch = new MutationObserver(() => {
    const at = document.activeElement;
    const off = !last?.isConnected || last.matches(':disabled');
    // A browser may leave the focus for a moment at what was switched off.
    if (!last || (off ? at !== document.body && at !== last : !lost || at !== box)) return;
    (off ? box : last).focus({ preventScroll: true });
    lost = off;
  });
  box.addEventListener('focusin', note);
  box.addEventListener('focusout', forget);
  watch.observe(box, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    watch.disconnect();
    box.removeEventListener('focusin', note);
    box.removeEventListener('focusout', forget);
  };
}

/** What had the focus when a dialog was opened. */
const openers = new WeakMap<Element, Element>();

/**
 * For a dialog that gives the focus back by itself: when what it lay on went together with it (a drawer, after the question whether to
 * discard), the focus goes to what that was opened from. Call it as the dialog opens, and what is returned once it is gone.
 */
export function followFocus(dialog: HTMLElement): () => void {
  const before = document.activeElement;
  const below = before?.closest('[role="dialog"]') ?? null;
  return () => {
    if (below === null || below.isConnected) return;
    const at = document.activeElement;
    const opener = openers.get(below);
    if ((at === null || at === document.body || dialog.contains(at)) && opener instanceof HTMLElement && opener.isConnected)
      opener.focus({ preventScroll: true });
  };
}

/**
 * Moves the focus into a dialog that has just appeared and keeps it there. What is returned ends that and gives the focus back to where
 * it was, unless somebody has put it elsewhere meanwhile.
 */
export function holdFocus(box: HTMLElement, modal: boolean): () => void {
  const before = document.activeElement;
  if (before) openers.set(box, before);
  box.focus({ preventScroll: true });
  const hear = (event: KeyboardEvent) => keepTab(event, box);
  if (modal) box.addEventListener('keydown', hear);
  const letGo = catchFocus(box);
  return () => {
    letGo();
    box.removeEventListener('keydown', hear);
    const at = document.activeElement;
    const astray = at === null || at === document.body || box.contains(at);
    if (astray && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}

const MODALS = '[role="dialog"][aria-modal="true"]';

/** Whether this dialog lies on top: dialogs join the page in the order in which they are opened, and one that was put away stays hidden. */
function isFrontmost(dialog: HTMLElement): boolean {
  const shown = [...document.querySelectorAll<HTMLElement>(MODALS)].filter((one) => one.checkVisibility?.() ?? true);
  return shown.length === 0 || shown.at(-1) === dialog;
}

/** Parts of the library that keep every Escape for themselves, also while nothing of theirs is open. */
const KEEPS_ESCAPE = '.semi-select, .semi-datepicker, .semi-cascader, .semi-tree-select, .semi-autocomplete, .semi-timepicker, button[aria-describedby]';
/** While a list, a calendar or a menu is open, Escape closes that, pressed at what opened it or inside; and so it is with a panel of the kit. */
const OPEN = '[aria-expanded="true"], .semi-popover-wrapper, .semi-dropdown-wrapper, .nk-floating';

function keptForNothing({ key, target }: KeyboardEvent): boolean {
  const part = key === 'Escape' && target instanceof Element ? target.closest(KEEPS_ESCAPE) : null;
  return part !== null && part.closest(OPEN) === null && part.querySelector(OPEN) === null;
}

/**
 * The keys of an open dialog, wherever the focus is: Escape closes the one on top alone, and Tab leads back in when what had the focus is gone
 * (a row that was deleted, a button that can no longer be pressed). What is returned ends that.
 */
export function hearDialogKeys(dialog: HTMLElement, close: (event: KeyboardEvent) => void): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isFrontmost(dialog)) return;
    const at = document.activeElement;
    if (event.key === 'Tab' && (at === null || at === document.body || at === dialog)) keepTab(event, dialog);
    if (event.key !== 'Escape' || event.isComposing) return;
    // The dialog below must not take the same press for its own once this one has gone.
    event.preventDefault();
    close(event);
  };
  const hearFirst = (event: KeyboardEvent) => {
    if (keptForNothing(event)) hear(event);
  };
  window.addEventListener('keydown', hearFirst, true);
  window.addEventListener('keydown', hear);
  return () => {
    window.removeEventListener('keydown', hearFirst, true);
    window.removeEventListener('keydown', hear);
  };
}

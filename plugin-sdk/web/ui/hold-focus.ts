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

/** When what holds the focus goes from a dialog, a step that is done or a list that shrinks, the dialog itself takes it: else it falls to the page below. */
function catchFocus(box: HTMLElement): () => void {
  let last: EventTarget | null = null;
  const note = (event: FocusEvent) => {
    last = event.target;
  };
  const forget = (event: FocusEvent) => {
    if (event.relatedTarget !== null) last = null;
  };
  const watch = new MutationObserver(() => {
    if (last instanceof Node && !last.isConnected && document.activeElement === document.body) box.focus({ preventScroll: true });
  });
  box.addEventListener('focusin', note);
  box.addEventListener('focusout', forget);
  watch.observe(box, { childList: true, subtree: true });
  return () => {
    watch.disconnect();
    box.removeEventListener('focusin', note);
    box.removeEventListener('focusout', forget);
  };
}

/**
 * Moves the focus into a dialog that has just appeared and keeps it there. What is returned ends that and gives the focus back to where
 * it was, unless somebody has put it elsewhere meanwhile.
 */
export function holdFocus(box: HTMLElement, modal: boolean): () => void {
  const before = document.activeElement;
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

/** Highest number that is shown as it is. */
const SHOWN_MAX = 99;

/** How many are unread: a number for eyes, a text for ears. */
export function Count({ count, text }: { readonly count: number; readonly text: string }) {
  return (
    <b className="chat-count">
      <span aria-hidden>{count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}</span>
      <span className="chat-told">{text}</span>
    </b>
  );
}

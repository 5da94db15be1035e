/** Says what a list leaves out and what the user can do about it. */
export function LimitNote({ text }: { readonly text: string }) {
  return (
    <p className="ch-rule" role="status">
      {text}
    </p>
  );
}

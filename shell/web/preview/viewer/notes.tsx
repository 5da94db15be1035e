/** What a person should know about the part that is shown. */
export function Notes({ notes }: { readonly notes: readonly (string | false)[] }) {
  const said = notes.filter((note) => note !== false);
  if (said.length === 0) return null;
  return (
    <div className="nephra-viewer-notes" role="note">
      {said.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}

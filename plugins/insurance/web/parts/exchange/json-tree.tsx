import { usePlugin, wordOf } from '@nephra/plugin-sdk/web';

/** Levels that stand open at first. */
const OPEN_DEPTH = 3;
const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

function Leaf({ value }: { readonly value: unknown }) {
  return <span data-kind={value === null ? 'null' : typeof value}>{typeof value === 'string' ? value || '""' : String(value)}</span>;
}

function Branch({ name, value, depth }: { readonly name: string; readonly value: unknown; readonly depth: number }) {
  const { t } = usePlugin();
  const plain = wordOf(t, `wire.${name}`, '');
  const label = (
    <>
      <b>{name}</b>
      {plain && <small>{plain}</small>}
    </>
  );
  if (!isBranch(value)) {
    return (
      <li>
        <span className="in-tree-name">{label}</span>
        <Leaf value={value} />
      </li>
    );
  }
  const entries = Object.entries(value);
  return (
    <li>
      <details open={depth < OPEN_DEPTH && entries.length <= 40}>
        <summary>
          {label}
          <small>{Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}</small>
        </summary>
        <ul>
          {entries.map(([key, inner]) => (
            <Branch key={key} name={key} value={inner} depth={depth + 1} />
          ))}
        </ul>
      </details>
    </li>
  );
}

/** JSON as a tree that folds; keys of the national interface with their plain names. */
export function JsonTree({ value }: { readonly value: unknown }) {
  if (!isBranch(value)) return <Leaf value={value} />;
  return (
    <ul className="in-tree">
      {Object.entries(value).map(([key, inner]) => (
        <Branch key={key} name={key} value={inner} depth={1} />
      ))}
    </ul>
  );
}

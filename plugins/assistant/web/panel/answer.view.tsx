import { usePlugin } from '@nephra/plugin-sdk/web';
import { useMemo } from 'react';
import { blocksOf, type Block, type Inline } from '../../domain/text/answer-blocks.ts';

/** The words of a model as text: what is no markdown that we know stands there as it was written. */
export function AnswerView({ text, onLeave }: { readonly text: string; readonly onLeave: () => void }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className="as-answer">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name but their place, and are drawn anew as a whole
        <BlockView key={at} block={block} onLeave={onLeave} />
      ))}
    </div>
  );
}

function BlockView({ block, onLeave }: { readonly block: Block; readonly onLeave: () => void }) {
  const line = (inlines: readonly Inline[]) => <Line inlines={inlines} onLeave={onLeave} />;
  switch (block.kind) {
    case 'heading':
      return <p className="as-heading">{line(block.inlines)}</p>;
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: code scrolls and must be reachable with the keyboard
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list': {
      const items = block.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no name but their place
        <li key={at}>{line(item)}</li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls and must be reachable with the keyboard
        <div className="as-table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their place
                  <th key={at}>{line(cell)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
                <tr key={at}>
                  {row.map((cell, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their place
                    <td key={place}>{line(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    default: {
      const lines = block.lines.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
        <span key={at} className="as-line">
          {line(one)}
        </span>
      ));
      return block.kind === 'quote' ? <blockquote>{lines}</blockquote> : <p>{lines}</p>;
    }
  }
}

function Line({ inlines, onLeave }: { readonly inlines: readonly Inline[]; readonly onLeave: () => void }) {
  const { pageAddress, navigate } = usePlugin();
  return inlines.map((inline, at) => {
    const key = `${at} ${inline.kind}`;
    if (inline.kind === 'code') return <code key={key}>{inline.text}</code>;
    if (inline.kind === 'strong') return <strong key={key}>{inline.text}</strong>;
    if (inline.kind === 'emphasis') return <em key={key}>{inline.text}</em>;
    if (inline.kind !== 'link') return <span key={key}>{inline.text}</span>;
    // Of a page that the person may not open nothing but its name is shown.
    const address = pageAddress(inline.menu, inline.query);
    if (address === undefined) return <span key={key}>{inline.text}</span>;
    return (
      <a
        key={key}
        href={address}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onLeave();
          navigate(address);
        }}
      >
        {inline.text}
      </a>
    );
  });
}

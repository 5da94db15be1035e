import { usePlugin } from '@nephra/plugin-sdk/web';
import { useId, useState } from 'react';
import type { FigurePanelView, FigurePartsView } from '../contract/index.ts';
import { valueText } from '../domain/figure-text.ts';
import { type Share, sharesOf } from '../domain/shares.ts';
import type { FiguresStore } from './figures.store.ts';

interface PartsBlockProps {
  readonly store: FiguresStore;
  readonly panel: FigurePanelView;
  readonly parts: FigurePartsView;
}

/** Entries that show at first; further ones come on demand. */
const SHOWN = 8;

/** A number split into parts: a bar, the amount and the share of each. */
export function PartsBlock({ store, panel, parts }: PartsBlockProps) {
  const { t } = usePlugin();
  const heading = useId();
  const [all, setAll] = useState(false);
  const shares = sharesOf(parts.list);
  const shown = all ? shares : shares.slice(0, SHOWN);
  const further = shares.length - SHOWN;
  const open = (part: FigurePartsView['list'][number]) =>
    store.open({
      panel: panel.id,
      figure: parts.key,
      part: part.key,
      title: [panel.title, parts.title, part.label],
      value: valueText(parts.unit, part.value),
    });
  return (
    <section className="fg-block" aria-labelledby={heading}>
      <h3 id={heading}>{parts.title}</h3>
      {shares.length === 0 ? (
        <p className="fg-none">{t('nothing')}</p>
      ) : (
        <ul className="fg-parts">
          {shown.map((share) => (
            <li key={share.part.key}>
              {parts.opens ? (
                <button type="button" className="fg-part" onClick={() => open(share.part)}>
                  <Part share={share} parts={parts} />
                </button>
              ) : (
                <div className="fg-part">
                  <Part share={share} parts={parts} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {further > 0 && (
        <button type="button" className="nk-text-button fg-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('parts.fewer') : t('parts.more', { n: further })}
        </button>
      )}
    </section>
  );
}

function Part({ share, parts }: { readonly share: Share<FigurePartsView['list'][number]>; readonly parts: FigurePartsView }) {
  const { part, percent, length } = share;
  return (
    <>
      <span className="fg-part-label" title={part.label}>
        {part.label}
      </span>
      <span className="fg-part-value">
        {valueText(parts.unit, part.value)} <small>{percent === null ? '' : `${percent}%`}</small>
      </span>
      <span className="fg-bar" data-minus={part.value < 0 || undefined} aria-hidden="true">
        <i style={{ width: `${length}%` }} />
      </span>
    </>
  );
}

import { usePlugin } from '@nephra/plugin-sdk/web';
import { useId, useState } from 'react';
import type { FigurePanelView, FigureTotalView } from '../contract/index.ts';
import { differenceOf } from '../domain/difference.ts';
import { valueText } from '../domain/figure-text.ts';
import type { FiguresStore } from './figures.store.ts';
import { differenceText } from './words.ts';

interface FigureTileProps {
  readonly store: FiguresStore;
  readonly panel: FigurePanelView;
  readonly total: FigureTotalView;
}

const ARROWS = { up: '▲', down: '▼', same: '＝' } as const;

/** One number: how much, how it stands to the period before, how it is reckoned. It opens its rows where there are any. */
export function FigureTile({ store, panel, total }: FigureTileProps) {
  const { t } = usePlugin();
  const ruleId = useId();
  const [ruleOpen, setRuleOpen] = useState(false);
  const { key, label, unit, value, before, rule, opens } = total;
  const text = valueText(unit, value);
  const content = (
    <>
      <span className="fg-tile-label">{label}</span>
      <strong>{text}</strong>
      {before !== null && (
        <span className="fg-tile-change">
          <i aria-hidden="true">{ARROWS[differenceOf(unit, value, before).direction]}</i> {differenceText(t, unit, value, before)}
          <small>{t('difference.before', { value: valueText(unit, before) })}</small>
        </span>
      )}
    </>
  );
  return (
    <li className="fg-tile">
      {opens ? (
        <button type="button" className="fg-tile-body" onClick={() => store.open({ panel: panel.id, figure: key, title: [panel.title, label], value: text })}>
          {content}
        </button>
      ) : (
        <div className="fg-tile-body">{content}</div>
      )}
      {rule !== '' && (
        <button
          type="button"
          className="fg-tile-rule"
          aria-label={t('rule', { label })}
          aria-expanded={ruleOpen}
          aria-controls={ruleId}
          onClick={() => setRuleOpen(!ruleOpen)}
        >
          ?
        </button>
      )}
      {rule !== '' && (
        <p id={ruleId} className="fg-tile-rule-text" hidden={!ruleOpen}>
          {rule}
        </p>
      )}
    </li>
  );
}

import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { QuantityInput } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { HandOverStore } from './hand-over.store.ts';

/** How much of each line leaves now; what stays is handed out later. */
export const PartPanel = observer(function PartPanel({ store }: { readonly store: HandOverStore }) {
  const { t } = usePlugin();
  return (
    <section className="ph-return" aria-label={t('part.title')}>
      <header>
        <h4>{t('part.title')}</h4>
        <Button theme="borderless" type="tertiary" onClick={() => store.endParts()}>
          {t('part.whole')}
        </Button>
      </header>
      <ul>
        {store.lines.map((line) => (
          <li key={line.detailId}>
            <span className="ph-return-name">
              {line.drugName} <span className="ph-soft">{line.drugSpec}</span>
            </span>
            <span className="ph-soft">
              {t('part.reserved', { n: line.reservedNum, unit: line.preparaUnit })}
              {line.soldInPacks && line.packNum > 1 && ` · ${t('part.packs', { n: line.packNum, unit: line.preparaUnit, pack: line.packUnit })}`}
            </span>
            <QuantityInput
              value={store.parts?.get(line.detailId) ?? null}
              unit={line.preparaUnit}
              placeholder="0"
              aria-label={t('part.amountOf', { name: line.drugName })}
              onChange={(quantity) => store.setPart(line.detailId, quantity)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
});

import { addMoney, formatMoney, type Money, moneyFromWire, quantityFromWire, unitPriceFromWire } from '@nephra/plugin-sdk/contract';
import { type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PreviewFact } from '../../contract/index.ts';
import { addSplits, type FeeSplit, type ListFacts, priceCapFromText, shareFromText, splitFee, surelyOwn } from '../../domain/fee-split.ts';
import { PreviewStore } from './preview.store.ts';
import './preview.css';

type Props = SlotPoints['prescription/line-insurance@1'];
type Line = Props['lines'][number];

const factsOf = (fact: PreviewFact): ListFacts => ({
  listed: fact.listed,
  grade: fact.grade,
  cap: fact.cap === '' ? null : priceCapFromText(fact.cap),
  share: shareFromText(fact.share),
  limited: fact.limited,
});

const approvalOf = (mark: number): 0 | 1 | 2 => (mark === 1 || mark === 2 ? mark : 0);

const splitOf = (line: Line, fact: PreviewFact): FeeSplit =>
  splitFee(
    {
      price: unitPriceFromWire(line.price),
      quantity: quantityFromWire(line.drugNum),
      sum: moneyFromWire(line.subTotal),
      approval: approvalOf(line.approvalMark),
    },
    factsOf(fact),
  );

const PARTS = ['inScope', 'firstPay', 'overCap', 'ownPay'] as const;

/** What the insurer would take into account of a prescription, while it is being written. An estimate from the facility's own copy of the list. */
export const Slot = observer(function InsurancePreview({ reimWay, lines }: Props) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new PreviewStore(ctx));
  const [open, setOpen] = useState(false);
  const insured = reimWay !== '' && reimWay !== '0';
  const ids = lines.map((line) => line.drugId).join('|');
  useEffect(() => {
    if (insured && ids !== '') store.want(ids.split('|'));
  }, [store, insured, ids]);
  if (!insured || lines.length === 0 || !store.about?.connected) return null;
  const known = lines.flatMap((line) => {
    const fact = store.facts.get(line.drugId);
    return fact ? [{ line, fact, split: splitOf(line, fact) }] : [];
  });
  if (known.length === 0) return null;
  const total = addSplits(known.map((one) => one.split));
  const sum = addMoney(...known.map((one) => moneyFromWire(one.line.subTotal)));
  return (
    <section className="in-pre" aria-label={t('preview.title')}>
      <header>
        <button type="button" className="in-pre-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('preview.title')}
        </button>
        <span className="in-pre-bar" aria-hidden="true">
          {PARTS.filter((part) => total[part] > 0).map((part) => (
            <i key={part} data-part={part} style={{ flexGrow: total[part] }} />
          ))}
        </span>
        <dl aria-live="polite">
          {PARTS.map((part) => (
            <div key={part} data-part={part}>
              <dt>{t(`preview.part.${part}`)}</dt>
              <dd>{formatMoney(total[part])}</dd>
            </div>
          ))}
          <div>
            <dt>{t('preview.surely')}</dt>
            <dd>
              <b>{formatMoney(surelyOwn(total))}</b> <small>{percent(surelyOwn(total), sum)}</small>
            </dd>
          </div>
        </dl>
      </header>
      {open && (
        <div className="in-pre-lines">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('preview.line')}</th>
                {PARTS.map((part) => (
                  <th key={part} scope="col">
                    {t(`preview.part.${part}`)}
                  </th>
                ))}
                <th scope="col">{t('preview.why')}</th>
              </tr>
            </thead>
            <tbody>
              {known.map(({ line, fact, split }) => (
                <tr key={line.key}>
                  <th scope="row">{line.drugName}</th>
                  {PARTS.map((part) => (
                    <td key={part} data-part={split[part] > 0 ? part : undefined} data-label={t(`preview.part.${part}`)}>
                      {formatMoney(split[part])}
                    </td>
                  ))}
                  <td className="in-pre-why">
                    {split.reasons
                      .map((reason) =>
                        t(`preview.reason.${reason}`, {
                          cap: fact.cap === '' ? '' : fact.cap.replace(/(\.\d\d\d{0,8}?)0{1,9}$/, '$1'),
                          share: `${Math.round(Number(fact.share) * 1000) / 10}%`,
                        }),
                      )
                      .join(t('mapping.listMark'))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>
        {t('preview.estimate')}
        {store.about.simulated && ` ${t('preview.simulated')}`}
        {store.about.asOf !== null && (
          <>
            {' '}
            {t('preview.asOf')} <DateText value={store.about.asOf} variant="date" />
          </>
        )}
      </p>
    </section>
  );
});

const percent = (part: Money, whole: Money): string => (whole > 0 ? `${Math.round((part * 1000) / whole) / 10}%` : '');

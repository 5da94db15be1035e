import { formatMoney, quantityFromWire, quantityToWire, type UnitPrice, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { EntryFacts } from '../../domain/entry-facts.ts';
import { computeQuantity, splitPrice } from '../../contract/lines/quantity.ts';
import { plainNumber, priceText, type Text } from '../catalogue-words.ts';

/**
 * What units, packing, price and usual dose of an entry mean together, in sentences. They follow every keystroke and are
 * computed by the rules that prescriptions use.
 */
export function unitSentences(t: Text, facts: EntryFacts, price: UnitPrice | null): string[] {
  const { dMin, dMinUnit, preparaUnit, stockUnit, stockDmin } = facts;
  if (preparaUnit === '' || stockUnit === '' || !(stockDmin > 0)) return [t('catalogue.units.incomplete')];
  const sentences: string[] = [];
  const packed = preparaUnit !== stockUnit;
  if (packed) sentences.push(t('catalogue.units.pack', { stockUnit, n: plainNumber(stockDmin), unit: preparaUnit }));
  if (dMin > 0 && dMinUnit !== '') {
    sentences.push(t('catalogue.units.dose', { unit: preparaUnit, n: plainNumber(dMin), doseUnit: dMinUnit }));
    if (packed && stockDmin !== 1) sentences.push(t('catalogue.units.content', { stockUnit, n: plainNumber(dMin * stockDmin), doseUnit: dMinUnit }));
  }
  if (price !== null) {
    const each = packed && stockDmin !== 1 ? splitPrice(price, quantityFromWire(stockDmin)) : null;
    sentences.push(t('catalogue.units.price', { price: priceText(unitPriceToWire(price)), stockUnit }));
    if (each !== null)
      sentences.push(
        t(facts.splitAllowed ? 'catalogue.units.split' : 'catalogue.units.whole', { price: priceText(unitPriceToWire(each)), unit: preparaUnit, stockUnit }),
      );
  }
  const example = price === null ? undefined : usualExample(t, facts, price);
  return example === undefined ? sentences : [...sentences, example];
}

/** The usual dose as a doctor's line would count it. */
function usualExample(t: Text, facts: EntryFacts, price: UnitPrice): string | undefined {
  const { usualDose, usualInterval, usualDays } = facts;
  if (!(usualDose > 0) || usualInterval === '' || usualDays < 1) return undefined;
  const unit = facts.dMin > 0 ? facts.dMinUnit : facts.preparaUnit;
  const line = computeQuantity(
    { ...facts, price, stockDmin: quantityFromWire(facts.stockDmin) },
    { onceUsing: usualDose, onceUsingUnit: unit, drugInterval: usualInterval, drugDays: usualDays, drugNumUnit: facts.stockUnit },
  );
  if (line.fault) return undefined;
  return t('catalogue.units.usual', {
    dose: plainNumber(usualDose),
    unit,
    interval: t(`freq.${usualInterval}`),
    days: usualDays,
    prep: plainNumber(quantityToWire(line.prepUnits)),
    preparaUnit: facts.preparaUnit,
    n: plainNumber(quantityToWire(line.drugNum)),
    stockUnit: facts.stockUnit,
    amount: formatMoney(line.subTotal),
  });
}

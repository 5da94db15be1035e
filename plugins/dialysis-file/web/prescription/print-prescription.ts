import { formatInstant } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { sheetText } from '@nephra/plugin-sdk/widgets';
import type { PrescriptionView, WholeFile } from '../../contract/file.schema.ts';
import { accessWords, type Text } from '../words.ts';
import { type RxFact, rxFacts } from './rx-facts.ts';

const CSS = `
@page{size:A4;margin:12mm}
body{font-size:11px;line-height:1.35}
h1{margin:0;font-size:16px;text-align:center}h2{margin:0 0 8px;font-size:15px;text-align:center}
table{margin-bottom:10px}th,td{padding:3px 6px;border:1px solid #000;overflow-wrap:anywhere;text-align:left;vertical-align:top}th{width:16%;font-weight:400}td{font-weight:600}
p{display:flex;flex-wrap:wrap;gap:4px 24px;margin:6px 0}
`;
const cells = ({ label, value }: RxFact, span: number): string => `<th>${sheetText(label)}</th><td colspan="${span}">${sheetText(value)}</td>`;
/** Short ones by two in a row, what needs room alone. */
function rows(facts: readonly RxFact[]): string {
  const short = facts.filter(({ span }) => span === undefined);
  const pairs = short.flatMap((fact, at) => (at % 2 === 0 ? [[fact, short[at + 1]] as const] : []));
  const lines = pairs.map(([one, other]) => (other ? cells(one, 1) + cells(other, 1) : cells(one, 3)));
  const long = facts.filter(({ span }) => span !== undefined).map((fact) => cells(fact, 3));
  return `<table><tbody>${[...lines, ...long].map((line) => `<tr>${line}</tr>`).join('')}</tbody></table>`;
}

/** 透析处方单: a prescription with whom it is for, who signed it and when. @param facility as the paper is headed */
function prescriptionHtml(t: Text, file: WholeFile, rx: PrescriptionView, facility: string): string {
  const access = file.accesses.find(({ state }) => state === 'in-use');
  const weight = file.dryWeights[0];
  const person: readonly RxFact[] = [
    { label: t('list.patient'), value: [file.patientName, file.patientAge >= 0 && t('file.years', { n: file.patientAge })].filter(Boolean).join(' · ') },
    { label: t('list.dialysisNo'), value: file.dialysisNo },
    { label: t('list.dryWeight'), value: weight ? `${weight.kg} kg` : t('none.dryWeight') },
    { label: t('list.access'), value: access ? accessWords(t, access) : t('none.access') },
    { label: t('basics.dialyserAllergies'), value: file.dialyserAllergies.join(t('listMark')) || '–', span: 3 },
  ];
  const signed =
    rx.signedAt === null ? t(`rxState.${rx.state}`) : `${t('rx.signedBy', { name: rx.signedByName })} ${formatInstant(rx.signedAt, 'YYYY-MM-DD HH:mm')}`;
  const proposed = `${t('rx.proposedBy', { name: rx.proposedByName })} ${formatInstant(rx.proposedAt, 'YYYY-MM-DD HH:mm')}`;
  const foot = [t('rx.no', { no: rx.versionNo }), proposed, signed].map((one) => `<span>${sheetText(one)}</span>`).join('');
  return `<h1>${sheetText(facility)}</h1><h2>${sheetText(t('rx.paper'))}</h2>${rows(person)}${rows(rxFacts(t, rx))}<p>${foot}</p>`;
}

export function printPrescription({ t, print, user }: WebContext, file: WholeFile, rx: PrescriptionView): void {
  const facility = user.organizeName.split('/').at(-1) ?? '';
  print({ title: `${t('rx.paper')} ${file.patientName}`, html: prescriptionHtml(t, file, rx, facility), css: CSS });
}

import { materialsOf } from '../../contract/material/material.ts';
import { formatInstant } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { sheetText } from '@nephra/plugin-sdk/widgets';
import { CHECK1_ITEMS, CHECK2_ITEMS, FIELDS, type FieldRule, type FieldValues, READING_FIELDS, type Section } from '../../contract/fields.ts';
import type { SessionEntry, WholeSession } from '../../contract/session.schema.ts';
import { allergiesIn } from '../fields/allergies.ts';
import { entryText } from '../fields/entry-text.ts';
import { anticoagulantText, fieldLabel, valueText } from '../fields/field-text.ts';

type Text = WebContext['t'];

/** So many of both a page has room for, much or little as texts leave of it; of more the first and the last ones are shown, and the sheet says how many are not. */
interface Rows {
  readonly readings: number;
  readonly events: number;
}
const FEWEST: Rows = { readings: 10, events: 5 };
const ROWS: readonly Rows[] = [{ readings: 30, events: 14 }, { readings: 24, events: 10 }, { readings: 18, events: 8 }, { readings: 14, events: 6 }, FEWEST];
/** What a row takes beyond the weight of its own short numbers. */
const ROW_WEIGHT = 70;
/** Rather than cut texts to less than this, rows give way. */
const MIN_TEXT = 42;
/** Characters of one text, the longest that the page has room for: with much on the sheet each text gets less, and ends with a dot-dot-dot. */
const TEXT_LIMITS = [160, 120, 90, 70, 54, 42, 32, 24, 18, 12] as const;
const MAX_TEXT = TEXT_LIMITS[0];
/** Events say more than other texts. */
const EVENT_SHARE = 2;
/** What a page holds, in halves of a Chinese character; measured with everything filled in, where most of the lines end early. */
export const MAX_WEIGHT = 4_800;
const READING_COLUMNS = ['pulse', 'bloodFlow', 'arterial', 'venous', 'transmembrane', 'ufRate', 'ufVolume', 'conductivity', 'dialysateTemperature'] as const;

const time = (at: number | null): string => (at === null ? '' : formatInstant(at, 'HH:mm'));
const short = (text: string, most: number = MAX_TEXT): string => (text.length > most ? `${text.slice(0, most)}…` : text);
const cell = (label: string, value: string, most?: number): string => `<div><dt>${sheetText(label)}</dt><dd>${sheetText(short(value, most))}</dd></div>`;
const list = (cells: readonly string[]): string => `<dl class="f">${cells.join('')}</dl>`;

/** Fields of a section that somebody wrote. */
function written(t: Text, whole: WholeSession, section: Section, most: number): string[] {
  const fields: FieldValues = whole.sections[section]?.fields ?? {};
  return Object.entries(FIELDS[section] as Readonly<Record<string, FieldRule>>)
    .filter(([name]) => fields[name] !== undefined && fields[name] !== null && fields[name] !== '')
    .map(([name, rule]) => cell(fieldLabel(t, name), valueText(t, rule, fields[name]), most));
}

function check(t: Text, whole: WholeSession, section: 'check1' | 'check2', most: number): string {
  const fields: FieldValues = whole.sections[section]?.fields ?? {};
  const items = section === 'check1' ? CHECK1_ITEMS : CHECK2_ITEMS;
  const said = items.map(
    (item) =>
      `${fieldLabel(t, item)} ${fields[item] === 'ok' ? '✓' : fields[item] === 'not-ok' ? `✗ ${short(String(fields[`${item}Note`] ?? ''), most)}` : '–'}`,
  );
  const by = section === 'check1' ? [whole.check1By, time(whole.check1At)] : [whole.check2By, time(whole.check2At)];
  return `<p><b>${sheetText(t(`section.${section}`))}</b> ${sheetText(said.join('　'))} <span class="s">${sheetText(by.join(' '))}</span></p>`;
}

function readingRow(t: Text, entry: SessionEntry): string {
  const fields = (entry.content.fields ?? {}) as FieldValues;
  const value = (name: string): string => (typeof fields[name] === 'number' ? String(fields[name]) : '');
  const pressure = value('systolic') === '' ? '' : `${value('systolic')}/${value('diastolic')}`;
  const cells = [`${time(entry.at)}${entry.isLate ? ` ${t('bed.late')} ${time(entry.enteredAt)}` : ''}`, pressure, ...READING_COLUMNS.map(value), entry.byName];
  return `<tr>${cells.map((one) => `<td>${sheetText(one)}</td>`).join('')}</tr>`;
}

/** All rows where they fit, else the first and the last ones. */
const fitting = <T>(rows: readonly T[], most: number): readonly T[] =>
  rows.length <= most ? rows : [...rows.slice(0, Math.ceil(most / 2)), ...rows.slice(rows.length - Math.floor(most / 2))];

function head(t: Text, whole: WholeSession, facility: string, title: string): string {
  const { patient } = whole;
  const cells = [
    cell(t('paper.name'), patient.name),
    cell(t(patient.sex === 2 ? 'bed.sex2' : 'bed.sex1'), patient.age >= 0 ? t('bed.years', { n: patient.age }) : '–'),
    cell(t('paper.code'), patient.code),
    cell(t('paper.day'), `${whole.date} ${whole.shiftName}`),
    cell(t('paper.station'), `${whole.stationCode} ${whole.machineCode}`),
    cell(t('field.mode'), whole.mode),
    cell(t('today.allergy'), allergiesIn(t, patient).names),
  ];
  return `<header><h1>${sheetText(facility)}</h1><h2>${sheetText(title)}</h2></header>${list(cells)}`;
}

/** Pieces that a sheet names; all of them stand in the record. */
const MAX_MATERIALS = 6;

/** Room that the texts of a sheet take, whatever its marks. */
export function weightOf(html: string): number {
  let weight = 0;
  for (const character of html.replace(/<[^<>]*>/g, '')) weight += character > '\u2e7f' ? 2 : 1;
  return weight;
}

/** 血液透析治疗记录单 on one page of A4, from the record, with signatures and times. */
export function sheetHtml(t: Text, whole: WholeSession, facility: string): string {
  const readings = whole.entries.filter(({ kind }) => kind === 'reading');
  const events = whole.entries.filter(({ kind }) => kind === 'event' || kind === 'adjust');
  let html = '';
  for (const rows of ROWS) {
    const shown = { readings: fitting(readings, rows.readings), events: fitting(events, rows.events) };
    const left = { readings: readings.length - shown.readings.length, events: events.length - shown.events.length };
    const more = ROW_WEIGHT * Math.max(0, shown.readings.length - FEWEST.readings);
    for (const most of TEXT_LIMITS) {
      if (most < MIN_TEXT && rows !== FEWEST) break;
      html = sheetWith(t, whole, facility, most, shown, left);
      if (weightOf(html) + more <= MAX_WEIGHT) return html;
    }
  }
  return html;
}

interface Shown {
  readonly readings: readonly SessionEntry[];
  readonly events: readonly SessionEntry[];
}

function sheetWith(t: Text, whole: WholeSession, facility: string, most: number, { readings, events }: Shown, left: Rows): string {
  const plan = whole.plan?.prescription;
  const by = (section: Section): string => `${whole.sections[section]?.byName ?? ''} ${time(whole.sections[section]?.at ?? null)}`;
  const sign = (label: string, name: string): string => `<div><dt>${sheetText(label)}</dt><dd>${sheetText(name)}</dd></div>`;
  const minutes = whole.startedAt !== null && whole.endedAt !== null ? Math.round((whole.endedAt - whole.startedAt) / 60_000) : null;
  const planCells = plan
    ? [
        cell(t('field.minutes'), `${whole.plan?.minutes ?? plan.minutes} min`),
        cell(t('field.ufTarget'), `${whole.plan?.ufTarget ?? '–'} ml`),
        cell(t('bed.rate'), whole.ufRate === null ? '–' : `${whole.ufRate} ml/kg/h`),
        cell(t('field.bloodFlow'), `${plan.bloodFlow}`),
        cell(t('field.dialysateFlow'), `${plan.dialysateFlow}`),
        cell('Na/K/Ca', `${plan.sodium}/${plan.potassium}/${plan.calcium}`),
        cell(t('field.dialysateTemperature'), `${plan.temperature} °C`),
        cell(t('finding.parts.dialyser'), [plan.dialyserName, plan.perfusorName].filter(Boolean).join(t('listMark')), most),
        cell(t('field.anticoagulant'), anticoagulantText(t, plan.anticoagulant), most),
      ]
    : [];
  const materials = materialsOf(whole.entries)
    .slice(0, MAX_MATERIALS)
    .map(({ role, drugName, gtin, item, lot, expiry, serial }) =>
      cell(t(`scan.role.${role}`), [drugName || gtin || item, lot, expiry, serial].filter((one) => one !== '').join(' '), most),
    );
  const weights = [
    cell(t('bed.dry'), whole.dryWeight === null ? '–' : `${whole.dryWeight} kg`),
    cell(`${t('paper.weights')} ${t('paper.pre')}`, whole.preWeight === null ? '–' : String(whole.preWeight)),
    cell(t('paper.post'), whole.postWeight === null ? '–' : String(whole.postWeight)),
    cell(t('bed.gain'), whole.gain === null ? '–' : String(whole.gain)),
  ];
  const labels = [
    t('paper.time'),
    `${t('field.systolic')}/${t('field.diastolic')}`,
    ...READING_COLUMNS.map((name) => fieldLabel(t, name)),
    t('paper.signedBy'),
  ];
  const units = ['', 'mmHg', ...READING_COLUMNS.map((name) => READING_FIELDS[name].unit), ''];
  return (
    `<section class="sheet">${head(t, whole, facility, t('paper.sheet'))}<div class="body">${list(weights)}` +
    `<h3>${sheetText(t('paper.pre'))} <span class="s">${sheetText(by('before'))}</span></h3>${list([...written(t, whole, 'before', most), ...written(t, whole, 'access', most)])}` +
    `<h3>${sheetText(t('step.plan'))} <span class="s">${sheetText(`${whole.doctorName} ${time(whole.confirmedAt)}`)}</span></h3>${list(planCells)}` +
    check(t, whole, 'check1', most) +
    `<p><b>${sheetText(t('section.start'))}</b> ${sheetText(time(whole.startedAt))} <span class="s">${sheetText(by('start'))}</span></p>${list([...written(t, whole, 'start', most), ...materials])}` +
    check(t, whole, 'check2', most) +
    `<table><thead><tr>${labels.map((label, at) => `<th>${sheetText(label)}<br>${sheetText(units[at] ?? '')}</th>`).join('')}</tr></thead><tbody>${readings
      .map((entry) => readingRow(t, entry))
      .join('')}</tbody></table>` +
    (events.length === 0
      ? ''
      : `<ul>${events.map((entry) => `<li>${sheetText(time(entry.at))} <b>${sheetText(t(`entry.${entry.kind}`))}</b> ${sheetText(short(entryText(t, entry), EVENT_SHARE * most))} <span class="s">${sheetText(entry.byName)}</span></li>`).join('')}</ul>`) +
    (left.readings + left.events === 0 ? '' : `<p class="s">${sheetText(t('paper.more', { ...left }))}</p>`) +
    `<h3>${sheetText(t('section.end'))} <span class="s">${sheetText(`${by('end')} ${minutes === null ? '' : `${t('paper.duration')} ${t('paper.min', { n: minutes })}`}`)}</span></h3>${list(written(t, whole, 'end', most))}` +
    `<h3>${sheetText(t('paper.post'))} <span class="s">${sheetText(by('after'))}</span></h3>${list(written(t, whole, 'after', most))}` +
    `${list(written(t, whole, 'summary', most))}</div>` +
    `<footer><dl class="g">${sign(t('section.check1'), `${whole.check1By} ${time(whole.check1At)}`)}${sign(t('section.start'), by('start'))}` +
    `${sign(t('section.check2'), `${whole.check2By} ${time(whole.check2At)}`)}${sign(t('section.end'), by('end'))}${sign(t('paper.doctor'), `${whole.doctorName} ${time(whole.confirmedAt)}`)}</dl>` +
    `<p class="s">${sheetText(t('paper.page'))}</p></footer></section>`
  );
}

/** 医嘱执行单: what was given in this treatment, by whom, checked by whom. */
export function ordersHtml(t: Text, whole: WholeSession, facility: string): string {
  const labels = [t('paper.order'), t('order.dose'), t('paper.timing'), t('paper.outcome'), t('paper.time'), t('paper.giver'), t('paper.checker')];
  const rows = whole.orders.map(({ dose, timing, method, parts, given }) => {
    const outcome = given ? `${t(`given.${given.outcome as 'given'}`)} ${given.reason}` : '';
    // What is given together stands in one row, tied by its bar.
    const lines = (texts: readonly string[]): string => texts.map((text) => `<div>${sheetText(text)}</div>`).join('');
    const doses = given?.outcome === 'changed' ? [given.dose] : parts.length > 1 ? parts.map((part) => part.dose) : [given?.dose ?? dose];
    const cells = [`${t(`timing.${timing as 'any'}`)} ${method}`, outcome, time(given?.at ?? null), given?.byName ?? '', given?.checkerName ?? ''];
    const tied = parts.length > 1 ? ' class="t"' : '';
    return `<tr><td${tied}>${lines(parts.map(({ title }) => title))}</td><td>${lines(doses)}</td>${cells.map((one) => `<td>${sheetText(one)}</td>`).join('')}</tr>`;
  });
  return (
    `<section class="sheet">${head(t, whole, facility, t('paper.orders'))}` +
    `<table><thead><tr>${labels.map((label) => `<th>${sheetText(label)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>` +
    `<footer><p class="s">${sheetText(t('paper.page'))}</p></footer></section>`
  );
}

/** One page of A4 with everything on it. */
export const SHEET_CSS = `
@page{size:A4;margin:8mm}
body{font-size:10.5px;line-height:1.32}
h1{font-size:15px;text-align:center;margin:0}h2{font-size:13px;text-align:center;margin:0 0 3px}h3{font-size:11px;margin:4px 0 1px;border-bottom:1px solid #000}
p,ul{margin:2px 0}ul{padding-left:14px}
dl{margin:0}.f{display:flex;flex-wrap:wrap;gap:0 12px}.f div{display:flex;gap:3px}dt{color:#444;white-space:nowrap}dd{margin:0;font-weight:600}
table{margin:4px 0;font-size:9.5px}th,td{border:1px solid #000;padding:1px 2px;text-align:center}th{font-weight:400}
.t{border-left:3px double #000}
.s{color:#333;font-weight:400;font-size:9.5px}
.sheet{box-sizing:border-box;max-height:281mm;overflow:hidden;display:flex;flex-direction:column}.sheet>*{flex:none}.sheet>.body{flex:0 1 auto;min-height:0;overflow:hidden}
footer{margin-top:6px;border-top:1px solid #000}.g{display:flex;flex-wrap:wrap;gap:4px 16px;padding-top:4px}.g div{display:flex;gap:4px}
`;

import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import type { AccessView, WholeFile } from '../../contract/file.schema.ts';
import { DRY_WEIGHT_KG, LOCK_ML, MAX_NAME, MAX_NOTE, MAX_REASON, MAX_SITE, NEEDLE_GAUGE } from '../../contract/limits.ts';
import {
  ACCESS_EVENTS,
  ACCESS_KINDS,
  type AccessBody,
  type AccessEventKind,
  DEATH_CAUSES,
  OUTCOMES,
  type OutcomeKind,
  PUNCTURES,
  SIDES,
  WEIGHT_METHODS,
} from '../../contract/parts.schema.ts';
import { ZONES, type Zone } from '../../contract/zones.ts';
import { isCatheter, movesFrom } from '../../domain/access-life.ts';
import type { Asked } from '../asked.ts';
import { choicesOf, type Text, zoneText } from '../words.ts';
import { toDay, toInstant } from './basics.form.ts';

const day = (at: number | null): string => (at === null ? '' : dayOf(at));

interface WeightForm {
  kg: number | null;
  from: number | null;
  method: (typeof WEIGHT_METHODS)[number];
  reason: string;
  confirmed: boolean;
}

/** A new dry weight, or the old one confirmed. A large step is asked about. */
export function askWeight(t: Text, file: WholeFile): Asked<WeightForm> {
  const now = file.dryWeights[0]?.kg ?? null;
  const step = (kg: number | null): number => (now === null || kg === null ? 0 : (Math.abs(kg - now) / now) * 100);
  const isLarge = ({ kg }: WeightForm): boolean => step(kg) > file.dryWeightStepPercent;
  return {
    title: t('weight.assess'),
    initial: { kg: now, from: parseDay(file.today), method: 'clinical', reason: '', confirmed: false },
    fields: () => [
      {
        kind: 'number',
        name: 'kg',
        label: t('weight.kg'),
        required: true,
        ...DRY_WEIGHT_KG,
        step: 0.5,
        unit: 'kg',
        help: now === null ? undefined : t('weight.now', { kg: now.toFixed(1) }),
      },
      { kind: 'date', name: 'from', label: t('weight.from'), required: true, max: 'today' },
      { kind: 'select', name: 'method', label: t('weight.method'), required: true, options: choicesOf(t, 'method', WEIGHT_METHODS) },
      {
        kind: 'switch',
        name: 'confirmed',
        label: t('weight.confirmed'),
        visible: isLarge,
        help: t('weight.confirmedHelp', { limit: file.dryWeightStepPercent }),
        check: (form) => (isLarge(form) && !form.confirmed ? t('weight.confirm', { percent: step(form.kg).toFixed(1) }) : undefined),
      },
      { kind: 'text', name: 'reason', label: t('weight.reason'), required: true, maxLength: MAX_REASON, span: 2, placeholder: t('weight.reasonHint') },
    ],
    save: (client, { kg, from, method, reason, confirmed }, options) =>
      client.dryWeight({ params: { id: file.patientId }, body: { kg: kg ?? 0, from: day(from), method, reason, confirmed, version: file.version } }, options),
  };
}

interface AccessForm extends Omit<AccessBody, 'madeOn' | 'firstUsedOn'> {
  madeOn: number | null;
  firstUsedOn: number | null;
  state: 'ripening' | 'in-use';
}

/** A new access, or what is written of one. Fields follow its kind. */
export function askAccess(t: Text, file: WholeFile, access?: AccessView): Asked<AccessForm> {
  const initial: AccessForm = access
    ? { ...bodyOf(access), madeOn: toInstant(access.madeOn), firstUsedOn: toInstant(access.firstUsedOn), state: 'in-use' }
    : {
        ...{ kind: 'AVF', side: 'left', site: '', madeOn: null, firstUsedOn: null, hospital: '', surgeon: '', needleGauge: 16 },
        ...{ punctureMethod: 'rope-ladder', lockArterial: null, lockVenous: null, note: '', state: 'in-use' },
      };
  return {
    title: t(access ? 'access.edit' : 'access.add'),
    initial,
    fields: () => [
      { kind: 'select', name: 'kind', label: t('access.kind'), required: true, options: choicesOf(t, 'accessKind', ACCESS_KINDS) },
      { kind: 'radio', name: 'side', label: t('access.side'), required: true, options: choicesOf(t, 'side', SIDES) },
      { kind: 'text', name: 'site', label: t('access.site'), required: true, maxLength: MAX_SITE, placeholder: t('access.siteHint') },
      {
        kind: 'radio',
        name: 'state',
        label: t('access.state'),
        visible: () => access === undefined,
        options: choicesOf(t, 'accessState', ['ripening', 'in-use']),
      },
      { kind: 'date', name: 'madeOn', label: t('access.madeOn'), max: 'today' },
      { kind: 'date', name: 'firstUsedOn', label: t('access.firstUsedOn'), max: 'today' },
      { kind: 'number', name: 'needleGauge', label: t('access.needleGauge'), ...NEEDLE_GAUGE, unit: 'G', visible: ({ kind }) => !isCatheter(kind) },
      {
        kind: 'select',
        name: 'punctureMethod',
        label: t('access.punctureMethod'),
        options: choicesOf(t, 'puncture', PUNCTURES),
        visible: ({ kind }) => !isCatheter(kind),
      },
      {
        kind: 'number',
        name: 'lockArterial',
        label: t('access.lockArterial'),
        ...LOCK_ML,
        step: 0.1,
        unit: 'ml',
        visible: ({ kind }) => isCatheter(kind),
      },
      {
        kind: 'number',
        name: 'lockVenous',
        label: t('access.lockVenous'),
        ...LOCK_ML,
        step: 0.1,
        unit: 'ml',
        visible: ({ kind }) => isCatheter(kind),
      },
      { kind: 'text', name: 'hospital', label: t('access.hospital'), maxLength: MAX_NAME },
      { kind: 'text', name: 'surgeon', label: t('access.surgeon'), maxLength: MAX_NAME },
      { kind: 'textarea', name: 'note', label: t('access.note'), maxLength: MAX_NOTE, span: 2, rows: 2 },
    ],
    save: (client, { state, madeOn, firstUsedOn, ...form }, options) => {
      const body = { ...form, madeOn: toDay(madeOn), firstUsedOn: toDay(firstUsedOn) };
      return access
        ? client.editAccess({ params: { id: file.patientId, partId: access.accessId }, body: { ...body, version: access.version } }, options)
        : client.addAccess({ params: { id: file.patientId }, body: { ...body, state } }, options);
    },
  };
}

const bodyOf = ({
  kind,
  side,
  site,
  madeOn,
  firstUsedOn,
  hospital,
  surgeon,
  needleGauge,
  punctureMethod,
  lockArterial,
  lockVenous,
  note,
}: AccessView): AccessBody => ({
  ...{ kind, side, site, madeOn, firstUsedOn, hospital, surgeon, needleGauge, punctureMethod, lockArterial, lockVenous, note },
});

interface MoveForm {
  to: 'in-use' | 'failed' | 'removed';
  on: number | null;
  reason: string;
}

export function askMove(t: Text, file: WholeFile, access: AccessView): Asked<MoveForm> {
  const moves = movesFrom(access.state).filter((state) => state !== 'ripening');
  return {
    title: t('access.move'),
    columns: 1,
    width: 480,
    initial: { to: moves[0] ?? 'removed', on: parseDay(file.today), reason: '' },
    fields: () => [
      { kind: 'radio', name: 'to', label: t('access.to'), required: true, options: choicesOf(t, 'accessState', moves) },
      { kind: 'date', name: 'on', label: t('access.on'), required: true, max: 'today' },
      {
        kind: 'text',
        name: 'reason',
        label: t('reason'),
        maxLength: MAX_REASON,
        check: ({ to, reason }) => (to !== 'in-use' && reason.trim() === '' ? t('errors.dialysis-file.reason') : undefined),
      },
    ],
    save: (client, { to, on, reason }, options) =>
      client.moveAccess({ params: { id: file.patientId, partId: access.accessId }, body: { to, on: day(on), reason, version: access.version } }, options),
  };
}

interface EventForm {
  kind: AccessEventKind;
  on: number | null;
  note: string;
}

export const askEvent = (t: Text, file: WholeFile, access: AccessView): Asked<EventForm> => ({
  title: t('access.event'),
  columns: 1,
  width: 480,
  initial: { kind: isCatheter(access.kind) ? 'crbsi-suspected' : 'stenosis', on: parseDay(file.today), note: '' },
  fields: () => [
    { kind: 'select', name: 'kind', label: t('access.eventKind'), required: true, options: choicesOf(t, 'accessEvent', ACCESS_EVENTS) },
    { kind: 'date', name: 'on', label: t('access.on'), required: true, max: 'today' },
    { kind: 'textarea', name: 'note', label: t('access.note'), maxLength: MAX_NOTE, rows: 3 },
  ],
  save: (client, { kind, on, note }, options) =>
    client.accessEvent({ params: { id: file.patientId, partId: access.accessId }, body: { kind, on: day(on), note } }, options),
});

interface ZoneForm {
  zone: string;
  reason: string;
}

/** By rule, or by hand with a reason. */
export const askZone = (t: Text, file: WholeFile): Asked<ZoneForm> => ({
  title: t('infection.changeZone'),
  columns: 1,
  width: 480,
  initial: { zone: file.zone.override?.zone ?? 'rule', reason: '' },
  fields: () => [
    {
      kind: 'select',
      name: 'zone',
      label: t('list.zone'),
      required: true,
      options: [
        { value: 'rule', text: t('infection.byRule', { zone: zoneText(t, file.zone.worked) }) },
        ...ZONES.map((zone) => ({ value: zone, text: zoneText(t, zone) })),
      ],
    },
    { kind: 'textarea', name: 'reason', label: t('reason'), required: true, maxLength: MAX_REASON, rows: 3 },
  ],
  save: (client, { zone, reason }, options) =>
    client.zone(
      { params: { id: file.patientId }, body: { zone: ZONES.find((one): one is Zone => one === zone) ?? null, reason, version: file.version } },
      options,
    ),
});

interface OutcomeForm {
  kind: OutcomeKind;
  on: number | null;
  cause: string;
  note: string;
}

export const askOutcome = (t: Text, file: WholeFile): Asked<OutcomeForm> => ({
  title: t('end.title'),
  initial: { kind: 'transferred', on: parseDay(file.today), cause: '', note: '' },
  fields: () => [
    { kind: 'select', name: 'kind', label: t('end.kind'), required: true, options: choicesOf(t, 'outcome', OUTCOMES), help: t('end.help') },
    { kind: 'date', name: 'on', label: t('end.on'), required: true, max: 'today' },
    { kind: 'select', name: 'cause', label: t('end.cause'), visible: ({ kind }) => kind === 'died', options: choicesOf(t, 'deathCause', DEATH_CAUSES) },
    { kind: 'textarea', name: 'note', label: t('end.note'), maxLength: MAX_NOTE, span: 2, rows: 3 },
  ],
  save: (client, { kind, on, cause, note }, options) =>
    client.end(
      {
        params: { id: file.patientId },
        body: { kind, on: day(on), cause: (kind === 'died' && DEATH_CAUSES.find((one) => one === cause)) || '', note, version: file.version },
      },
      options,
    ),
});

interface ReasonForm {
  reason: string;
}

/** A question for a reason alone. */
export const askReason = (t: Text, title: string, save: Asked<ReasonForm>['save']): Asked<ReasonForm> => ({
  title,
  columns: 1,
  width: 480,
  initial: { reason: '' },
  fields: () => [{ kind: 'textarea', name: 'reason', label: t('reason'), required: true, maxLength: MAX_REASON, rows: 3 }],
  save,
});

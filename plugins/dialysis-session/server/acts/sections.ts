import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { ADJUST_FIELDS, EVENT_FIELDS, FIELDS, type FieldRule, type FieldValue, type FieldValues, READING_FIELDS, type Section } from '../../contract/fields.ts';
import type { ActReply, Sections } from '../../contract/session.schema.ts';
import { mergeFields } from '../../domain/merge.ts';
import { flawsIn } from '../../domain/plausible.ts';
import { guardsAgainst } from '../../domain/session-states.ts';
import { mayWrite } from '../../domain/sheet.ts';
import { netWeight } from '../../domain/weights.ts';
import { settleTreatment } from '../money/propose.ts';
import { entryTable, type EntryStored } from '../tables/entry.table.ts';
import type { SessionStored } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { factsOf } from '../reading/around.ts';
import { actOn, assertFlawless, type Done, guardError, type Sent } from './act.ts';

type Patch = Done['patch'];
/** kg as the database keeps it. */
const kgText = (kg: number | null): string | null => (kg === null ? null : kg.toFixed(1));
const whole = (value: FieldValue | undefined): number | null => (typeof value === 'number' ? Math.round(value) : null);

/** A section with its new fields, and the columns that lists read of it. */
export function withSection(session: SessionStored, section: Section, fields: FieldValues, by: { userId: string; userName: string }, at: number): Patch {
  const before = session.sections[section];
  const sections: Sections = {
    ...session.sections,
    [section]: { version: (before?.version ?? 0) + 1, fields, byId: by.userId, byName: by.userName, at },
  };
  return { sections, ...columnsOf(section, fields) };
}

function columnsOf(section: Section, fields: FieldValues): Patch {
  switch (section) {
    case 'arrival':
      return { preWeight: kgText(netWeight(fields)) };
    case 'before':
      return { systolicBefore: whole(fields.systolic), diastolicBefore: whole(fields.diastolic) };
    case 'end':
      return { ufVolume: whole(fields.ufVolume) };
    case 'after':
      return { postWeight: kgText(netWeight(fields)), systolicAfter: whole(fields.systolic), diastolicAfter: whole(fields.diastolic) };
    default:
      return {};
  }
}

interface SaveBody extends Sent {
  readonly patch: FieldValues;
  readonly base: FieldValues;
}

/** Writes fields of a section. When all that is asked for before a treatment is there, it is assessed. */
export const saveSection = (ctx: Ctx, id: string, section: Section, body: SaveBody): Promise<ActReply> =>
  actOn(ctx, id, 'section', body, { section, patch: body.patch, base: body.base }, async ({ session, around: of, time }) => {
    if (!mayWrite(section, session.state)) throw guardError('wrong-state');
    const stored = session.sections[section];
    assertFlawless(flawsIn(body.patch, FIELDS[section], stored?.fields ?? {}));
    const { fields, changed, conflicts } = mergeFields(stored?.fields ?? {}, body.patch, body.base);
    const told = conflicts.map((one) => ({ ...one, byName: stored?.byName ?? '', at: stored?.at ?? 0 }));
    const content = {
      section,
      fields: Object.fromEntries(changed.map((field) => [field, fields[field] ?? null])),
      ...(told.length > 0 && { conflicts: told }),
    };
    if (changed.length === 0) return { patch: {}, content, conflicts: told };
    const patch = withSection(session, section, fields, ctx.user, time.at);
    const next = { ...session, ...patch } as SessionStored;
    const isAssessed = session.state === 1 && guardsAgainst('assess', factsOf(ctx, next, of)).length === 0;
    return { patch: { ...patch, ...(isAssessed && { state: 2 as const }) }, content, conflicts: told };
  });

interface CorrectBody extends Sent {
  readonly section: Section | '';
  readonly entryId: string;
  readonly field: string;
  readonly value: FieldValue;
  readonly reason: string;
}

const LOT_FIELDS: readonly string[] = ['dialyserLot', 'linesLot'];
const RULES_OF: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = { reading: READING_FIELDS, event: EVENT_FIELDS, adjust: ADJUST_FIELDS };

/** Corrects one field: the new value stands, the old one and why are an entry. A closed sheet stays closed. */
export const correct = (ctx: Ctx, id: string, body: CorrectBody): Promise<ActReply> => {
  const { section, entryId, field, value, reason } = body;
  return actOn(ctx, id, 'correct', body, { section, entryId, field, value, reason }, async ({ session, around: of, time }) => {
    if (![3, 4, 5].includes(session.state)) throw guardError('wrong-state');
    const target = section === '' ? await correctedEntry(ctx, of.entries, entryId) : undefined;
    const fields = target ? ((target.content.fields ?? {}) as FieldValues) : (section !== '' && session.sections[section]?.fields) || {};
    const rules: Readonly<Record<string, FieldRule>> = target ? (RULES_OF[target.kind] ?? {}) : section === '' ? {} : FIELDS[section];
    assertFlawless(flawsIn({ [field]: value }, rules, fields));
    const next = { ...fields, [field]: value };
    if (target) await entryTable.update(ctx, target, { content: { ...target.content, fields: next }, corrections: target.corrections + 1 });
    const patch = section === '' ? {} : withSection(session, section, next, ctx.user, time.at);
    // Lots of a closed sheet: stock is put right without opening it.
    if (session.state === 5 && section === 'start' && LOT_FIELDS.includes(field)) await settleTreatment(ctx, { ...session, ...patch } as SessionStored);
    return { patch, content: { section, entryId, field, old: fields[field] ?? null, new: value, reason } };
  });
};

/** @throws AppError `dialysis-session.entry-not-found` */
async function correctedEntry(ctx: Ctx, entries: readonly EntryStored[], entryId: string): Promise<EntryStored> {
  const entry = entries.find(({ id, kind }) => id === entryId && kind in RULES_OF);
  if (!entry) throw new AppError('dialysis-session.entry-not-found', { code: EnvelopeCode.NotFound });
  return await entryTable.lock(ctx, entry.id);
}

import { canonicalJson } from '@nephra/plugin-sdk/contract';
import {
  checkRecord,
  FIELD_KINDS,
  filterWay,
  LINE_KINDS,
  MAX_LINES,
  SEVERAL_MARK,
  type FieldDocument,
  type FieldKindName,
  type RecordDocument,
  STAFF_KINDS,
  STANDARD_FIELDS,
  TEXT_FORMATS,
} from '@nephra/plugin-sdk/record';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { SHOWN_KINDS } from '../../../plugin-sdk/contract/record/field-kind.ts';
import { expressionType } from '../../../plugin-sdk/contract/record/expression/field-values.ts';
import { recordDocument } from '../../../plugin-sdk/contract/record/record-document.ts';
import { anyCharacter } from '../cases/any-character.ts';
import { type SchemaLike, validOf } from '../../../plugin-sdk/testing/live/schema-arbitrary.ts';
import { ofKnownWidth } from './known-width.ts';
import { withConditions } from './condition-arbitrary.ts';
import { HOSTILE_TEXTS, UNSEEN_TEXTS, USUAL_TEXTS } from './record-texts.ts';

/** Most documents that are made are thrown away by it: compiled, it takes a tenth of the time. */
const fitsRecordDocument = Compile(recordDocument);

/** Field of generated trees. */
const TREE_PARENT = 'parentId';
/** Characters of the longest number that rules here make. */
const MAX_NUMBER = 23;

const numberedLabel = ({ zh, zhtw, en }: FieldDocument['label'], at: number): FieldDocument['label'] => ({
  zh: `${zh.slice(0, 56)}${at}`,
  zhtw: `${zhtw.slice(0, 56)}${at}`,
  en: `${en.slice(0, 116)}${at}`,
});

/** Numbers from 0 to below 1, always the same from one seed. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 0x1_00_00_00;
  };
}

export interface DocumentOptions {
  /** Texts that people write alone, so that the width of a line is known. */
  readonly plain?: boolean;
}

/** Kinds of numbers. */
const SUMMED: readonly string[] = ['int', 'decimal', 'money', 'unitPrice', 'quantity'];
/** Kinds that no list is ordered, searched or imported by. */
const MAY_BE_WITHHELD: readonly string[] = ['files', 'images', 'richText', 'signature'];

/** Valid documents of records with everything that a description may say. */
export function recordDocuments({ plain = false }: DocumentOptions = {}): fc.Arbitrary<RecordDocument> {
  const textOf = (maxLength: number): fc.Arbitrary<string> =>
    (plain
      ? USUAL_TEXTS
      : fc.oneof(USUAL_TEXTS, fc.constantFrom(...HOSTILE_TEXTS, ...UNSEEN_TEXTS), fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }))
    ).map((text) => text.slice(0, maxLength) || 'x');
  const label = fc.record({ zh: textOf(60), zhtw: textOf(60), en: textOf(120) });
  const name = fc.oneof(
    fc.constantFrom('fullName', 'enCode', 'kind', 'field', 'shown', 'class', 'label', 'document', 'a', 'STANDARD_FIELDS', 'price_2', 'organizeId'),
    fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,12}$/),
  );

  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const whole = fc.oneof(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(0, 1, 9_999, 10_000, 999_999_999_999));
  const limit = fc.oneof(
    whole,
    fc.constantFrom(-12_345.678, 0.0001, 1e21, 1e-7, -1_000_000),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  );
  const lineCount = fc.integer({ min: 1, max: MAX_LINES });
  const ordered = fc.tuple(limit, limit).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
  const fileRules = { limit: optional(fc.integer({ min: 1, max: 1_023 })), unit: optional(fc.constantFrom('KB' as const, 'MB' as const, 'GB' as const)) };
  const choices = fc.uniqueArray(fc.record({ value: textOf(60), label }), { selector: ({ value }) => value, maxLength: 5 });
  /** What each kind may say; a kind that is not here does not compile. */
  const own: { readonly [K in FieldKindName]: fc.Arbitrary<Partial<FieldDocument>> } = {
    text: fc.record({ max: whole, format: optional(fc.constantFrom(...TEXT_FORMATS)) }, { requiredKeys: ['max'] }),
    note: fc.record({ max: whole }),
    code: fc.record({ max: whole }),
    int: ordered,
    money: fc.oneof(ordered, fc.constantFrom<Partial<FieldDocument>>({}, { min: 5 }, { max: 100 })),
    unitPrice: fc.oneof(ordered, fc.constant({})),
    quantity: fc.oneof(ordered, fc.constant({})),
    decimal: fc.tuple(ordered, fc.integer({ min: 0, max: 8 })).map(([range, decimals]) => ({ ...range, decimals })),
    flag: fc.record({ words: optional(fc.record({ on: label, off: label })) }, { requiredKeys: [] }),
    day: fc.record({ initial: fc.constant('2026-01-31') }),
    month: fc.constant({}),
    instant: fc.record({ initial: whole }),
    choices: fc.record({ max: whole, choices }),
    staff: fc.record({ of: fc.constantFrom(...STAFF_KINDS) }),
    relation: fc.record(
      {
        target: fc.constantFrom('beds.ward', 'beds.class', 'permission.group'),
        onRemove: optional(fc.constant('keep' as const)),
        onDisable: optional(fc.constant('refuse' as const)),
      },
      { requiredKeys: ['target'] },
    ),
    dictionary: fc.record({ dictionary: fc.constantFrom('SIM.access', 'sex'), max: whole }),
    address: fc.constant({}),
    richText: fc.record({ max: whole }),
    files: fc.record({ max: whole, ...fileRules, accept: optional(fc.constantFrom('.pdf', '.pdf,.docx')) }, { requiredKeys: ['max'] }),
    images: fc.record({ max: whole, ...fileRules }, { requiredKeys: ['max'] }),
    signature: fc.constant({}),
    related: fc.record({
      from: fc.constant('relation'),
      shows: fc.oneof(
        name,
        fc.tuple(name, name).map((steps) => steps.join('.')),
      ),
    }),
    choice: fc.record({ max: optional(whole), choices }, { requiredKeys: ['choices'] }),
    lines: fc
      .record({
        cells: fc.uniqueArray(fc.tuple(name, cell()), { selector: ([key]) => key, minLength: 1, maxLength: 5 }),
        max: lineCount,
        min: optional(lineCount),
        turn: fc.boolean(),
        seed: fc.nat(),
      })
      .map(({ cells, max, min, turn, seed }) => ({
        max,
        fields: placed(withConditions(cells, numbersFrom(seed)), turn) as NonNullable<FieldDocument['fields']>,
        ...(min !== undefined && { min: Math.min(min, max) }),
        ...(turn && { totals: cells.filter(([, { kind }]) => SUMMED.includes(kind)).map(([key]) => key) }),
      })),
    place: fc.constantFrom<Partial<FieldDocument>>({ required: true }, { required: true, departments: true }),
  };
  const numberRule = fc.record(
    {
      prefix: fc.constantFrom('', 'WD', 'a.B'),
      date: optional(fc.constantFrom('yyyy' as const, 'yyyyMM' as const, 'yyyyMMdd' as const)),
      digits: fc.integer({ min: 1, max: 12 }),
      mayBeTyped: optional(fc.constant(true as const)),
    },
    { requiredKeys: ['prefix', 'digits'] },
  );
  const shared = fc.record(
    {
      label,
      required: optional(fc.constant(true as const)),
      fixed: optional(fc.constant(true as const)),
      narrow: optional(fc.constant(true as const)),
      withheld: optional(fc.constant(true as const)),
      initial: optional(fc.oneof(limit, textOf(2000))),
      numbered: optional(numberRule),
      column: optional(name),
      span: optional(fc.integer({ min: 1, max: 4 })),
      help: optional(label),
    },
    { requiredKeys: ['label'] },
  );
  /** A cell of lines: of some kinds alone, and without what is a matter of whole rows. */
  function cell(): fc.Arbitrary<Omit<FieldDocument, 'at'>> {
    // A relation says most, so it comes more often.
    return fc.constantFrom(...(LINE_KINDS as readonly FieldKindName[]), 'relation' as const, 'relation' as const, 'relation' as const).chain((kind) =>
      fc
        .tuple(shared, own[kind])
        .map(
          ([
            { numbered: _, span: _span, help: _help, fixed: _fixed, narrow: _narrow, withheld: _withheld, initial: first, ...a },
            { initial: ofKind, ...b },
          ]): Omit<FieldDocument, 'at'> => {
            const initial = ofKind ?? first;
            const allowed = initial !== undefined && kind !== 'relation' && (!b.choices || b.choices.some(({ value }) => value === initial));
            return { ...a, kind, ...b, ...(allowed && { initial }) };
          },
        ),
    );
  }
  // Lines say most, so they come more often; a line of text and something beside it is what withholding needs. What a related row holds needs a relation.
  const often = ['lines', 'lines', 'text', 'text', 'text', 'files', 'files', 'related', 'related', 'relation', 'relation'] as const;
  const field = fc.constantFrom(...(Object.keys(FIELD_KINDS) as FieldKindName[]), ...often).chain((kind) =>
    fc.tuple(shared, own[kind]).map(([a, b]): Omit<FieldDocument, 'at'> => {
      const { initial: first, numbered: rule, narrow, withheld, ...rest }: Omit<FieldDocument, 'at'> = { ...a, kind, ...b };
      const isWithheld = withheld && MAY_BE_WITHHELD.includes(kind);
      // Whoever does not see it could not add a row.
      if (isWithheld) delete rest.required;
      if (kind === 'lines' || kind === 'related') {
        delete rest.column;
        delete rest.fixed;
      }
      if (kind === 'related') delete rest.required;
      const numbered = ['code', 'text'].includes(kind) && !rest.format && (rest.max ?? 0) >= MAX_NUMBER ? rule : undefined;
      const initial = numbered ? undefined : first;
      return {
        ...rest,
        ...(narrow && kind === 'text' && { narrow }),
        ...(isWithheld && { withheld }),
        ...(numbered && { numbered }),
        ...(initial !== undefined &&
          kind !== 'relation' &&
          kind !== 'lines' &&
          kind !== 'related' &&
          (!rest.choices || rest.choices.some(({ value }) => value === initial)) && { initial }),
      };
    }),
  );
  const standard = Object.entries(STANDARD_FIELDS).map(([key, { document }]) => [key, document as Omit<FieldDocument, 'at'>] as const);
  const fields = fc
    .tuple(
      fc.uniqueArray(fc.tuple(name, field), { selector: ([key]) => key, minLength: 1, maxLength: 6 }),
      fc.oneof(fc.constant(standard), fc.subarray(standard), fc.shuffledSubarray(standard), fc.constant([])),
      fc.boolean(),
    )
    .map(([free, usual, first]) => {
      const rest = free.filter(([key]) => !usual.some(([each]) => each === key));
      return following(first ? [...usual, ...rest] : [...rest, ...usual]);
    })
    .filter((all) => all.length > 0);

  /** Keys of order are any texts that sort as the members stand; the members themselves stand in another order. */
  const placed = <T extends object>(entries: readonly (readonly [string, T])[], turn: boolean) => {
    const all = entries.map(([key, value], at) => [key, { at: `m${String(at).padStart(3, '0')}${turn ? 'x' : ''}`, ...value }] as const);
    return Object.fromEntries(turn ? all.reverse() : all);
  };

  const { wire, acts, name: recordName } = recordDocument.properties;
  const beside = fc.uniqueArray(
    fc.tuple(
      name,
      fc
        .record({ kind: fc.constantFrom(...SHOWN_KINDS), label: optional(label), accepted: optional(fc.constant(true as const)) })
        .map(({ accepted, ...rest }) => ({ ...rest, ...(accepted && rest.kind === 'id' && { accepted }) })),
    ),
    {
      selector: ([key]) => key,
      maxLength: 3,
    },
  );
  return fc
    .record({
      name: fc.oneof(
        fc.constantFrom('beds.ward', 'beds.class', 'beds.field', 'beds.bed_type', '_', '1a.2b', 'a.STANDARD_FIELDS'),
        validOf(recordName as SchemaLike) as fc.Arbitrary<string>,
      ),
      title: label,
      wire: (validOf(wire as SchemaLike) as fc.Arbitrary<RecordDocument['wire']>).map((given) =>
        plain && given.spec ? { ...given, spec: given.spec.map(() => '7.10-14') } : given,
      ),
      menu: optional(validOf(recordName as SchemaLike) as fc.Arbitrary<string>),
      subject: optional(textOf(100)),
      above: label,
      fields,
      beside: optional(beside),
      acts: validOf(acts as SchemaLike) as fc.Arbitrary<RecordDocument['acts']>,
      buttons: optional(fc.dictionary(fc.stringMatching(/^btn_[A-Za-z0-9]{1,8}$/), label, { maxKeys: 3, noNullPrototype: true })),
      seed: fc.nat(),
      turn: fc.boolean(),
    })
    .map(({ seed, turn, fields: made, beside: given, buttons, above, ...rest }): RecordDocument => {
      const next = numbersFrom(seed);
      const isTree = next() < 0.3;
      const parent: Omit<FieldDocument, 'at'> = { kind: 'relation', target: rest.name, label: above };
      const plainFields = isTree ? [...made.filter(([key]) => key !== TREE_PARENT), [TREE_PARENT, parent] as const] : made;
      // Rows without a line of text are called by whichever field comes first.
      const named = plainFields.some(([, { kind: of }]) => of === 'text');
      const all = withConditions(plainFields, next).map(([key, { withheld, ...of }]) => [key, { ...of, ...(withheld && named && { withheld }) }] as const);
      const some = (names: readonly string[]) => names.filter(() => next() < 0.6);
      const keys = all.map(([key]) => key);
      const shownToo = given?.filter(([key]) => !keys.includes(key));
      const dashed = (names: readonly string[]) => names.map((key) => (next() < 0.3 ? `-${key}` : key));
      const kindOf = (key: string) => all.find(([each]) => each === key)?.[1].kind ?? '';
      const sortable = [
        ...keys.filter(
          (key) => !['note', 'place', 'choices', 'staff', 'relation', 'richText', 'files', 'images', 'signature', 'lines', 'related'].includes(kindOf(key)),
        ),
        'creatorTime',
        'lastModifyTime',
      ];
      const wayOf = (key: string) => filterWay(kindOf(key), undefined);
      const choicesOf = (key: string) => all.find(([name]) => name === key)?.[1].choices ?? [];
      const tellsApart = (key: string): boolean => wayOf(key) !== 'several' || !choicesOf(key).some(({ value }) => value.includes(SEVERAL_MARK));
      const filter = some(keys.filter((key) => wayOf(key) !== undefined && tellsApart(key)));
      const columns = dashed(
        some([
          ...keys.filter((key) => kindOf(key) !== 'lines'),
          ...(shownToo ?? []).filter(([, { label: has }]) => has).map(([key]) => key),
          'id',
          'version',
          'creatorTime',
          'lastModifyTime',
        ]),
      );
      const summed = columns.map((key) => key.replace(/^-/, '')).filter((key) => expressionType(kindOf(key)) === 'number');
      const [order] = dashed(sortable.slice(Math.floor(next() * sortable.length)).slice(0, 1));
      const narrows = filter.find((key) => wayOf(key) === 'value');
      // A code that an act names is one that there is.
      const [beside] = Object.keys(buttons ?? {});
      const coded = Object.entries(rest.acts).map(([act, of]) => [act, of && { ...of, ...('button' in of && { button: beside }) }]);
      const { import: imported, ...acts } = Object.fromEntries(coded) as RecordDocument['acts'];
      const importKey = all.find(([, { required, kind: of }]) => required && ['code', 'text'].includes(of))?.[0];
      const mustHaveLines = all.some(([, { kind: of, required, min = 0 }]) => of === 'lines' && (required || min > 0));
      const imports = imported && importKey !== undefined && acts.create && acts.edit && !mustHaveLines;
      const document: RecordDocument = {
        kind: 'record',
        format: 1,
        ...rest,
        acts: {
          ...acts,
          ...(imports && {
            import: {
              ...imported,
              key: importKey,
              ...(imported.headings && { headings: { [importKey]: Object.values(imported.headings).flat().slice(0, 3) } }),
            },
          }),
        },
        // Columns of a workbook are told apart by their labels.
        fields: placed(
          imports ? all.map(([key, of], at) => [key, { ...of, label: numberedLabel(of.label, at) }] as const) : all,
          turn,
        ) as RecordDocument['fields'],
        ...(shownToo && { shown: placed(shownToo, turn) }),
        list: {
          columns: columns.length > 0 ? columns : ['creatorTime'],
          ...(next() < 0.6 && { sort: some(sortable) }),
          ...(next() < 0.5 && { keyword: some(keys.filter((key) => ['text', 'code', 'note'].includes(kindOf(key)))) }),
          ...(next() < 0.6 && { filter }),
          ...(next() < 0.5 && { totals: some(summed) }),
          ...(next() < 0.5 && order !== undefined && { order }),
          ...(next() < 0.3 && { shared: true as const }),
          ...(narrows !== undefined && next() < 0.5 && { left: { tree: 'places', narrows } }),
        },
        ...(isTree && { tree: { parent: TREE_PARENT, maxDepth: 2 + Math.floor(next() * 31) } }),
        ...(next() < 0.4 && {
          form: {
            ...(next() < 0.7 && {
              fields: keys.filter(
                (key) => next() < 0.6 || all.some(([each, { required, min = 0, kind: of }]) => each === key && (required || (of === 'lines' && min > 0))),
              ),
            }),
            blocks: {
              zzText: { kind: 'text' as const, at: 'a01', text: rest.title, ...(next() < 0.5 && { strong: true as const }) },
              ...(beside !== undefined && {
                zzButton: {
                  kind: 'button' as const,
                  at: 'a00',
                  act: beside,
                  ...(next() < 0.5 && { label: rest.title }),
                  ...(keys[0] !== undefined && { before: keys[0] }),
                },
              }),
            },
          },
        }),
        ...(buttons && { buttons }),
      };
      // Filters are said where a tree narrows one.
      const told = document.list.left ? { ...document, list: { ...document.list, filter } } : document;
      return JSON.parse(canonicalJson(ofNode(told))) as RecordDocument;
    })
    .map((document) => (plain ? ofKnownWidth(document) : document))
    .filter((document) => fitsRecordDocument.Check(document) && checkRecord(document).length === 0);
}

/** Related fields follow the first relation that there is; without one there are none. */
function following<Member extends readonly [string, Omit<FieldDocument, 'at'>]>(fields: readonly Member[]): (readonly [string, Omit<FieldDocument, 'at'>])[] {
  const relation = fields.find(([, { kind }]) => kind === 'relation')?.[0];
  return fields.flatMap(([key, field]) => {
    if (field.kind !== 'related') return [[key, field] as const];
    return relation === undefined ? [] : [[key, { ...field, from: relation }] as const];
  });
}

/** An address with a node is that of a list that comes whole, which has no pages, and needs a tree at the left. */
function ofNode(document: RecordDocument): RecordDocument {
  if (!document.wire.list?.includes('{id}')) return document;
  if (!document.list.left) return { ...document, wire: { ...document.wire, list: '/Actions/List' } };
  const { sort: _sort, totals: _totals, shared: _shared, ...list } = document.list;
  const { export: _export, import: _import, print: _print, ...acts } = document.acts;
  return { ...document, list: { ...list, whole: true }, acts };
}

import { describe, expect, it } from 'vitest';
import { checkRecord } from '../check/check-record.ts';
import { compileRecord } from '../compile-record.ts';
import { defineRecord } from '../define-record.ts';
import { field, STANDARD_FIELDS } from '../field.ts';
import { recordContract } from '../routes/record-contract.ts';
import { defineSettings } from '../settings/define-settings.ts';
import type { FieldDocument, RecordDocument } from '../record-document.ts';
import { rulesOf } from './field-rules.ts';
import { calculatedComplaint, settleValues } from './settle-values.ts';

const label = ['甲', '甲', 'A'] as const;
const title = ['费', '費', 'Fee'] as const;
const frame = { title, wire: { at: '/api/beds/Fee' }, list: { columns: ['fullName', 'amount'], totals: ['amount'] }, acts: { create: {}, edit: {} } } as const;
const fee = defineRecord('beds.fee', {
  ...frame,
  fields: {
    fullName: field
      .text(20)
      .required()
      .label(...label),
    // Written before what it is calculated of.
    amount: field
      .money({ min: -1000, max: 1000 })
      .value({ calc: 'price * count - off' })
      .label(...label),
    price: field.unitPrice().label(...label),
    count: field.quantity().label(...label),
    discounted: field.flag().label(...label),
    off: field
      .money()
      .when({ show: 'discounted' })
      .label(...label),
    reason: field
      .text(20)
      .when({ show: 'off > 0', require: 'off >= 10' })
      .label(...label),
    kept: field
      .text(20)
      .initial('始')
      .when({ show: 'discounted', hidden: 'keep' })
      .label(...label),
    fixed: field
      .int(0, 9)
      .initial(7)
      .when({ edit: 'not discounted' })
      .label(...label),
    sure: field
      .text(20)
      .required()
      .when({ show: 'discounted', hidden: 'clear' })
      .label(...label),
    ...STANDARD_FIELDS,
  },
});
const given = { fullName: '费', amount: 77, price: 1.005, count: 3, discounted: 1, off: 10, reason: '因', kept: '新', fixed: 3, sure: '是', enabledMark: 1 };
const settled = (over: object, stored?: Readonly<Record<string, unknown>>) => settleValues(fee.fields, { ...given, ...over }, stored);
const stateOf = (name: string, over: object = {}, stored?: Readonly<Record<string, unknown>>) => {
  const found = fee.fields.find((each) => each.name === name);
  if (!found) throw new TypeError(name);
  return settled(over, stored).stateOf(found);
};

describe('values of a row settle', () => {
  it('calculated exactly, rounded half up, whatever the caller says, also below zero', () => {
    expect(settled({ off: 0 }).values.amount).toBe(3.02); // 3.015
    expect(settled({ off: 10.03 }).values.amount).toBe(-7.02); // -7.015
    expect(settled({ price: 0.1, count: 3, off: 0 }).values.amount).toBe(0.3);
    expect(settled({ amount: -5 }).values.amount).toBe(settled({}).values.amount);
  });

  it('what is hidden is empty, also for what depends on it, and never required', () => {
    const { values } = settled({ discounted: 0 });
    expect(values).toMatchObject({ off: 0, reason: '', sure: '', amount: 3.02 });
    expect(stateOf('reason', { discounted: 0 })).toEqual({ shown: false, required: false, editable: false });
    expect(stateOf('sure', { discounted: 0 })).toEqual({ shown: false, required: false, editable: false });
    expect(stateOf('sure')).toEqual({ shown: true, required: true, editable: true });
  });

  it('is required as its condition says', () => {
    expect(stateOf('reason', { off: 9.99 })).toEqual({ shown: true, required: false, editable: true });
    expect(stateOf('reason', { off: 10 })).toEqual({ shown: true, required: true, editable: true });
  });

  it('what is kept or cannot be edited stays what it was, of a new row its initial value', () => {
    expect(settled({ discounted: 0 }).values.kept).toBe('始');
    expect(settled({ discounted: 0 }, { kept: '旧' }).values.kept).toBe('旧');
    expect(settled({}).values).toMatchObject({ kept: '新', fixed: 7 });
    expect(settled({}, { fixed: 5 }).values.fixed).toBe(5);
    expect(settled({ discounted: 0 }, { fixed: 5 }).values.fixed).toBe(3);
    expect(stateOf('fixed')).toEqual({ shown: true, required: false, editable: false });
  });

  it('settled values settle no further', () => {
    for (const over of [{}, { discounted: 0 }, { off: 0 }, { off: 10.03 }]) {
      const { values } = settled(over);
      expect(settleValues(fee.fields, values, values).values).toEqual(values);
    }
  });

  it('and are what was given where no field depends on another; rules are read once', () => {
    const { fields } = defineRecord('beds.fee', { ...frame, fields: { fullName: field.text(5).label(...label), amount: field.money().label(...label) } });
    const values = { fullName: 'a', amount: 1 };
    expect(rulesOf(fields)).toBeUndefined();
    expect(settleValues(fields, values, undefined).values).toBe(values);
    expect(rulesOf(fee.fields)).toBe(rulesOf(fee.fields));
  });

  it('a division by zero comes to nothing, which is stored as 0', () => {
    const { fields } = defineRecord('beds.fee', {
      ...frame,
      fields: {
        fullName: field.text(5).label(...label),
        count: field.int(0, 9).label(...label),
        amount: field
          .money()
          .value({ calc: '1 / count' })
          .label(...label),
      },
    });
    expect(settleValues(fields, { count: 0 }, undefined).values.amount).toBe(0);
    expect(settleValues(fields, { count: 3 }, undefined).values.amount).toBe(0.33);
    expect(settleValues(fields, { count: 8 }, undefined).values.amount).toBe(0.13);
  });

  it('a calculated value keeps the limits of its field', () => {
    const amount = fee.fields.find(({ name }) => name === 'amount');
    if (!amount) throw new TypeError('amount');
    expect(calculatedComplaint(amount, 1000)).toBeUndefined();
    expect(calculatedComplaint(amount, 1000.01)).toEqual({ key: 'max', params: { max: 1000 } });
    expect(calculatedComplaint(amount, -1000.01)).toEqual({ key: 'min', params: { min: -1000 } });
  });
});

describe('routes and settings', () => {
  it('ask nobody for what may be hidden or is calculated, and answer totals where there are any', () => {
    const { routes } = recordContract(fee);
    expect(routes.create.body).toMatchObject({ required: ['fullName'] });
    expect(routes.create.body).not.toHaveProperty('properties.sure.minLength');
    expect(routes.list.reply).toMatchObject({ properties: { list: {}, pagination: {}, totals: { properties: { amount: { type: 'string' } } } } });
    const plain = compileRecord({ ...fee.document, list: { columns: ['fullName'] } });
    expect(recordContract(plain).routes.list.reply).not.toHaveProperty('properties.totals');
  });

  it('a setting depends on no other', () => {
    const hour = field
      .int(0, 23)
      .initial(1)
      .label(...label);
    expect(() => defineSettings({ installation: { hour: hour.when({ show: 'true' }) } })).toThrow('SET-005 settings fields.hour.when');
    expect(() => defineSettings({ installation: { hour: hour.value({ calc: '1' }) } })).toThrow('SET-005 settings fields.hour.value');
  });
});

describe('what is wrong with conditions is told by number, place and sentence', () => {
  type Fields = Record<string, Partial<FieldDocument>>;
  const findings = (over: Fields, more: (document: RecordDocument) => object = () => ({})): readonly string[] => {
    const fields = { ...fee.document.fields } as Record<string, FieldDocument>;
    for (const [name, each] of Object.entries(over)) fields[name] = { ...(fields[name] ?? fields.fullName), at: `z${name}`, ...each } as FieldDocument;
    const document = { ...fee.document, fields };
    return checkRecord({ ...document, ...more(document) }).map(({ number, where, what }) => `${number} ${where}: ${what}`);
  };
  const day: Partial<FieldDocument> = { kind: 'day', max: undefined as never };

  it('nothing is wrong with the record itself', () => {
    expect(findings({})).toEqual([]);
  });

  it.each<[string, Fields]>([
    ['REC-070 fields.off.when.show: at 3: a field, a number', { off: { when: { show: 'a=' } } }],
    ['REC-071 fields.off.when.require: no field "cuont". Near: count', { off: { when: { require: 'cuont > 1' } } }],
    ['REC-072 fields.off.when.edit: it is no condition', { off: { when: { edit: 'count' } } }],
    ['REC-072 fields.amount.value.calc: it is no number', { amount: { value: { calc: 'count > 1' } } }],
    ['REC-072 fields.amount.value.calc: "fullName" is a text', { amount: { value: { calc: 'fullName * 2' } } }],
    ['REC-073 fields.off: its value depends on itself: off → off', { off: { when: { show: 'off > 1' } } }],
    ['REC-073 fields.off: its value depends on itself: off → discounted → off', { discounted: { when: { show: 'off > 1' } } }],
    ['REC-073 fields.count: its value depends on itself: count → amount → count', { count: { when: { edit: 'amount > 1' } } }],
    ['REC-074 fields.fullName.when: it is required and may be hidden', { fullName: { when: { show: 'count > 1' } } }],
    ['REC-075 fields.opened.when: it has no empty value', { opened: { ...day, required: true, when: { show: 'discounted', hidden: 'clear' } } }],
    ['REC-075 fields.opened.when: a new row would have no value', { opened: { ...day, required: true, when: { show: 'discounted', hidden: 'keep' } } }],
    ['REC-075 fields.opened.when: a new row would have no value', { opened: { ...day, required: true, when: { edit: 'discounted' } } }],
    ['REC-075 fields.place.when: it has no empty value', { place: { ...day, kind: 'place', required: true, when: { show: 'discounted', hidden: 'clear' } } }],
    ['REC-075 fields.off.when: 0 is beyond its limits', { off: { min: 1, when: { show: 'discounted' } } }],
    ['REC-076 fields.fullName: its number is given', { fullName: { numbered: { prefix: 'A', digits: 3 }, when: { require: 'discounted' } } }],
    ['REC-077 fields.reason.value: a field of kind text is not calculated', { reason: { when: { show: 'true' }, value: { calc: '1' } } }],
    ['REC-077 fields.amount.initial: its value is calculated', { amount: { initial: 1 } }],
    ['REC-077 fields.amount.required: its value is calculated', { amount: { required: true } }],
    ['REC-077 fields.amount.when.edit: its value is calculated', { amount: { when: { edit: 'true' } } }],
    ['REC-077 fields.amount.when.hidden: its value is calculated', { amount: { when: { show: 'true', hidden: 'keep' } } }],
    [
      'REC-079 fields.off.when.show: the number "reason" is given after',
      { reason: { numbered: { prefix: 'A', digits: 3 } }, off: { when: { show: 'reason is empty' } } },
    ],
    ['REC-078 fields.off.when.hidden: it is never hidden', { off: { when: { edit: 'true', hidden: 'keep' } } }],
    ['REC-078 fields.fullName.when.require: it is required anyway', { fullName: { when: { require: 'true' } } }],
  ])('%s', (sentence, over) => {
    expect(findings(over).find((each) => each.startsWith(sentence))).toBeDefined();
  });

  it('what a row is found, hung or switched by is always there', () => {
    const show = { when: { show: 'discounted', hidden: 'keep' } } as const;
    expect(findings({ enabledMark: show }, () => ({ acts: { state: {} } }))).toEqual([expect.stringContaining('REC-076 fields.enabledMark: the act "state"')]);
    expect(findings({ fullName: show }, () => ({ acts: { create: {}, edit: {}, import: { key: 'fullName' } } }))).toContainEqual(
      expect.stringContaining('REC-076 fields.fullName: imported rows'),
    );
    const above: Partial<FieldDocument> = {
      kind: 'relation',
      target: 'beds.fee',
      max: undefined as never,
      required: undefined as never,
      when: { show: 'discounted' },
    };
    expect(findings({ above }, () => ({ tree: { parent: 'above', maxDepth: 2 } }))).toContainEqual(
      expect.stringContaining('REC-076 fields.above: where a row stands'),
    );
  });

  it('a total is of a number, and has a column', () => {
    const totals = (names: readonly string[]) => findings({}, ({ list }) => ({ list: { ...list, totals: names } }));
    expect(totals(['amount'])).toEqual([]);
    expect(totals(['fullName'])).toEqual([expect.stringMatching(/^REC-014 list\.totals\[0\] "fullName"/)]);
    expect(totals(['amount', 'amount'])).toEqual([expect.stringMatching(/^REC-015 /)]);
    expect(totals(['price'])).toEqual(['REC-088 list.totals "price": a total stands below its column: it needs one']);
  });

  it('an expression of a name of every object is an unknown field', () => {
    expect(findings({ off: { when: { show: 'constructor = 1' } } })).toEqual([expect.stringContaining('REC-071 fields.off.when.show: no field "constructor"')]);
  });
});

import { describe, expect, it } from 'vitest';
import { patientContract } from '../../contract/index.ts';
import { cardNumber } from '../../domain/file/file.fixture.ts';
import { CONTENT_FIELDS, PLAN_NAMES, unplacedFields } from '../../domain/file/file-content.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { patientContext, patientFile, patientRow } from '../patient.fixture.ts';
import { patientFields } from './patient-fields.tsx';
import { PatientFormStore } from './patient-form.store.ts';
import { bodyOf, valuesOf } from './patient-values.ts';

const { routes } = patientContract;
const TODAY = '2026-03-02';
const act = { idempotencyKey: 'k' };
const open = (context = patientContext(), file = null as ReturnType<typeof patientFile> | null) =>
  new PatientFormStore(context, () => [], file, { today: () => TODAY, lookAfterMs: 0 });
const card = cardNumber('1971-05-06', '801');

describe('the form of a patient file', () => {
  it('asks for every field of the description, each once, those that nobody placed at the end of their part', () => {
    const items = patientFields(patientContext(), {
      classes: [],
      isNew: true,
      planKept: false,
      offered: (_dictionary, codes) => codes,
      today: () => TODAY,
      complaintAt: () => undefined,
    });
    const names = items.flatMap((item) => ('name' in item ? [String(item.name)] : []));
    expect([...names].sort()).toEqual([...CONTENT_FIELDS, ...PLAN_NAMES.map((name) => `dialysis.${name}`)].sort());
    expect(unplacedFields('basic', ['patientName', 'phone'])).toEqual([
      'birthday',
      'patientIdcard',
      'address',
      'contactName',
      'contactPhone',
      'outpatientCode',
      'note',
    ]);
    expect(unplacedFields('dialysis', [])).toEqual(['dialysis.dialysisNo', 'dialysis.bed', 'dialysis.firstDate', 'dialysis.access']);
  });

  it('shows a dialysis plan that is kept elsewhere, says where, and lets the number alone be changed', () => {
    const disabled = (planKept: boolean): string[] => {
      const sources = {
        classes: [],
        isNew: false,
        planKept,
        offered: <C>(_dictionary: string, codes: readonly C[]) => codes,
        today: () => TODAY,
        complaintAt: () => undefined,
      };
      return patientFields(patientContext(), sources).flatMap((item) => ('name' in item && item.disabled === true ? [String(item.name)] : []));
    };
    expect(disabled(false)).toEqual([]);
    expect(disabled(true).sort()).toEqual(
      ['patientType', 'infectedHistory', 'infectionCheckedOn', ...PLAN_NAMES.filter((name) => name !== 'dialysisNo').map((name) => `dialysis.${name}`)].sort(),
    );
  });

  it('an ID card fills in birthday and sex; a corrected card fills in again; what a person typed stays', () => {
    const store = open();
    store.form.set('patientIdcard', card);
    expect(store.form.values).toMatchObject({ patientSex: 1, birthday: Date.parse('1971-05-06T00:00:00+08:00') });
    store.form.set('patientIdcard', cardNumber('1972-05-06', '802'));
    expect(store.form.values).toMatchObject({ patientSex: 2, birthday: Date.parse('1972-05-06T00:00:00+08:00') });
    store.form.set('birthday', Date.parse('1973-01-01T00:00:00+08:00'));
    store.form.set('patientIdcard', card);
    expect(store.form.values.birthday).toBe(Date.parse('1973-01-01T00:00:00+08:00'));
    store.form.validate();
    expect(store.form.errorText('birthday', 'zh')).toBe('出生日期与身份证号不一致，身份证号上是 1971-05-06。');
    store.dispose();
  });

  it('says what is wrong at each field before anything is sent', async () => {
    const context = patientContext();
    const store = open(context);
    store.form.setValues({ patientIdcard: '990101196003030020', phone: '12800', 'dialysis.bed': 'A01', 'dialysis.mode': 'HD' });
    expect(await store.form.submit(store.save)).toEqual({ kind: 'invalid' });
    const { patient } = texts.errors;
    expect(store.form.errorText('patientIdcard', 'zh')).toBe(patient['idcard-digit']);
    expect(store.form.errorText('phone', 'zh')).toBe(patient.phone);
    expect(store.form.errorText('dialysis.classId', 'zh')).toBe(patient['bed-without-shift']);
    expect(context.http.callsOf(routes.create)).toHaveLength(0);
    store.dispose();
  });

  it('an edit keeps masked numbers that nobody touched and sends the version', async () => {
    const context = patientContext();
    const store = open(context, patientFile());
    store.form.set('note', '新备注');
    expect(await store.form.submit(store.save)).toMatchObject({ kind: 'saved' });
    const body = context.http.callsOf(routes.edit)[0]?.input.body;
    expect(body).toMatchObject({ note: '新备注', version: 3, outpatientCode: 'MZ0001', dialysis: { bed: 'A01' } });
    expect(body).toMatchObject({ patientIdcard: undefined, phone: undefined, contactPhone: undefined });
    store.dispose();
  });

  it('a touched number is sent whole; half a mask is refused; an emptied one is taken away', () => {
    const file = patientFile();
    expect(bodyOf({ ...valuesOf(file), phone: '13700000000' }, file)).toMatchObject({ phone: '13700000000', patientIdcard: undefined });
    expect(bodyOf({ ...valuesOf(file), phone: '' }, file).phone).toBe('');
    const store = open(patientContext(), file);
    store.form.set('phone', '138****0002');
    store.form.validate();
    expect(store.form.errorText('phone', 'zh')).toBe(texts.errors.patient.phone);
    store.dispose();
  });

  it('[B17] what nobody asked is sent as not asked; a list outweighs what was said before it', () => {
    const asked = patientFile({ allergies: [], allergyState: 'none' });
    expect(bodyOf(valuesOf(asked)).allergyState).toBe('none');
    expect(bodyOf({ ...valuesOf(asked), allergies: ['酒精'] })).toMatchObject({ allergies: ['酒精'], allergyState: '' });
    const store = open();
    expect(bodyOf(store.form.values)).toMatchObject({ allergies: [], allergyState: '', infectedHistory: [] });
    store.dispose();
  });

  it('looks for the same person as soon as there is something to compare, and only with what is complete', async () => {
    const context = patientContext();
    const store = open(context);
    await store.look(TODAY);
    expect(context.http.callsOf(routes.duplicates)).toHaveLength(0);
    context.http.answer(routes.duplicates, { list: [{ patient: patientRow(), reasons: ['phone'] }] });
    store.form.setValues({ patientName: '某人', phone: '13800000001', patientIdcard: '99010119' });
    await store.look(TODAY);
    expect(context.http.callsOf(routes.duplicates).at(-1)?.input.body).toEqual({
      patientName: '',
      birthday: null,
      patientIdcard: '',
      phone: '13800000001',
      notDuplicateOf: [],
    });
    expect(store.open).toHaveLength(1);
    store.clear('pat-1', true);
    expect(store.open).toHaveLength(0);
    // Those that are cleared take no place among those that are shown.
    await store.look(TODAY);
    expect(context.http.callsOf(routes.duplicates).at(-1)?.input.body).toMatchObject({ notDuplicateOf: ['pat-1'] });
    store.form.set('patientIdcard', '');
    await store.form.submit(store.save);
    expect(context.http.callsOf(routes.create)[0]?.input.body).toMatchObject({ notDuplicateOf: ['pat-1'] });
    store.dispose();
  });

  it('the same document cannot be cleared away', async () => {
    const context = patientContext();
    context.http.answer(routes.duplicates, { list: [{ patient: patientRow(), reasons: ['idcard'] }] });
    const store = open(context);
    store.form.set('patientIdcard', card);
    await store.look(TODAY);
    store.clear('pat-1', true);
    expect(store.open).toHaveLength(1);
    store.dispose();
  });

  it('when the server finds a likeness that was not seen, it is shown', async () => {
    const context = patientContext();
    const store = open(context);
    store.form.setValues({ patientName: '某人', phone: '13800000001' });
    context.http.refuse(routes.create, { error: 'patient.maybe-duplicate', message: '可能重复' });
    context.http.answer(routes.duplicates, { list: [{ patient: patientRow(), reasons: ['phone'] }] });
    expect(await store.form.submit((values) => store.save(values, act))).toMatchObject({ kind: 'refused' });
    expect(store.duplicates).toHaveLength(1);
    store.dispose();
  });

  it('[2.3] what was typed survives a refusal and a lost session', async () => {
    const context = patientContext();
    const store = open(context);
    store.form.setValues({ patientName: '写了一半', 'dialysis.weekdays': [1, 3] });
    context.http.refuse(routes.create, { error: 'core.login-expired', code: 600, message: '请重新登录' });
    expect(await store.form.submit(store.save)).toMatchObject({ kind: 'refused' });
    store.dispose();
    const again = open(context);
    expect(again.form.fromDraft).toBe(true);
    expect(again.form.values).toMatchObject({ patientName: '写了一半', 'dialysis.weekdays': [1, 3] });
    again.dispose();
  });

  it('self-payers are not insured, others are', () => {
    const store = open();
    store.form.set('reimWay', '0');
    expect(store.form.values.medInsMark).toBe('0');
    store.form.set('reimWay', '390');
    expect(store.form.values.medInsMark).toBe('1');
    store.dispose();
  });
});

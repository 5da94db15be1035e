import { EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import { type AreaDirectory, areaDirectory, type AreaUse, areaUses, dictionaryEntries } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { type PatientCreate, patientContract } from '../../contract/index.ts';
import { cardNumber, fileContent } from '../../domain/file/file.fixture.ts';
import patientServer from '../index.ts';
import allergyStateMigration from '../migrations/0007-allergy-state.sql';
import { data, refusal, sentence } from '../patient.fixture.ts';

const { routes } = patientContract;
const wuhan = staff({ userId: 'user-wh', orgId: 'org-wh', orgIds: ['org-wh'] });

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ patient: patientServer });
  await host.db.transaction(async () => patientServer.demo?.(data, host.context('patient')));
});
afterAll(() => host.close());

let serial = 1;
/** A body that nothing speaks against: every call another person. */
const bodyOf = (over: Partial<PatientCreate> = {}): PatientCreate => {
  serial += 1;
  const place = String(serial).padStart(3, '0');
  const isWoman = serial % 2 === 0;
  return {
    ...fileContent({
      patientName: `新人${place}`,
      patientSex: isWoman ? 2 : 1,
      patientIdcard: cardNumber('1960-03-03', place),
      phone: `137000${String(serial).padStart(5, '0')}`,
      psn_no: `PSN-N${place}`,
    }),
    dialysis: null,
    patientType: 'non-dialysis',
    ...over,
  };
};
const create = (over: Partial<PatientCreate> = {}, user = staff()) => host.call('patient', routes.create, { body: bodyOf(over), user });
const fileOf = (id: string) => host.call('patient', routes.file, { params: { id } });
/** What the form sends when it was opened and one thing changed. */
const editBody = async (id: string, over: Partial<PatientCreate> = {}) => {
  const file = await fileOf(id);
  const {
    patientIdcard: _card,
    phone: _phone,
    contactPhone: _contact,
    patientId,
    orgId,
    patientAge,
    enableMark,
    mergedInto,
    creatorTime,
    lastModifyTime,
    ...kept
  } = file;
  expect([patientId, orgId, patientAge, enableMark, mergedInto, creatorTime, lastModifyTime]).toBeDefined();
  return { ...kept, ...over };
};
const edit = async (id: string, over: Partial<PatientCreate> = {}) => host.call('patient', routes.edit, { params: { id }, body: await editBody(id, over) });

describe('opening a file', () => {
  it('issues numbers that are left empty, derives birthday and sex, and writes history and audit', async () => {
    const saved = await create({ patientName: '建档甲', patientSex: 0, birthday: null, patientIdcard: cardNumber('1971-05-06', '801') });
    expect(saved).toEqual({ patientId: saved.patientId, outpatientCode: 'MZ202603020001', version: 1 });
    expect(await fileOf(saved.patientId)).toMatchObject({
      patientName: '建档甲',
      patientSex: 1,
      birthday: '1971-05-06',
      patientIdcard: expect.stringMatching(/^990\*{11}/),
    });
    const { list } = await host.call('patient', routes.history, { params: { id: saved.patientId } });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ act: 'created', userName: '林医生' });
    expect(list[0]?.fields).toContainEqual({ field: 'patientName', before: null, after: '建档甲' });
    const audit = host.audits.filter(({ route }) => route === 'patient.create').at(-1);
    expect(audit?.entry).toMatchObject({ subject: 'patient', patientId: saved.patientId, after: { patientName: '建档甲' } });
    expect(JSON.stringify([list, audit])).not.toContain(cardNumber('1971-05-06', '801'));
  });

  it('finds the new file by pinyin at once', async () => {
    await create({ patientName: '欧阳修竹' });
    const found = await host.call('patient', routes.list, { query: { keyword: 'oyxz' } });
    expect(found.list.map(({ patientName }) => patientName)).toEqual(['欧阳修竹']);
  });

  it('takes a dialysis patient with a plan, a number of their own, and one bed for one patient', async () => {
    const plan = { dialysisNo: '', mode: 'HDF', weekdays: [6, 2, 4], classId: 'morning', bed: 'B09', firstDate: '2026-03-01', dryWeight: 61.5, access: '' };
    const saved = await create({ patientType: 'dialysis', dialysis: plan });
    expect(await fileOf(saved.patientId)).toMatchObject({ dialysis: { dialysisNo: 'HD20260001', weekdays: [2, 4, 6], dryWeight: 61.5 } });
    const taken = await sentence(create({ patientType: 'dialysis', dialysis: plan }));
    expect(taken).toMatchObject({ key: 'patient.bed-taken', field: 'dialysis.bed', params: { bed: 'B09', shift: '上午班' } });
    expect(await sentence(create({ patientType: 'dialysis', dialysis: { ...plan, weekdays: [1] } }))).toMatchObject({ key: 'allowed' });
    expect(await sentence(create({ patientType: 'dialysis', dialysis: { ...plan, classId: 'wh', bed: '' } }))).toMatchObject({ key: 'patient.no-such-shift' });
    expect(await sentence(create({ patientType: 'dialysis', dialysis: { ...plan, dialysisNo: 'HD20260001', bed: '' } }))).toMatchObject({
      key: 'patient.dialysis-no-taken',
    });
  });

  it('[B17] "never asked" and "there are none" are two things, in the file, in the list and in an edit that leaves them out', async () => {
    const known = async (id: string) => {
      const { allergies, allergyState } = await fileOf(id);
      return [allergies, allergyState];
    };
    const { allergyState: _left, ...silent } = bodyOf({ allergies: [] });
    const { patientId } = await host.call('patient', routes.create, { body: silent });
    expect(await known(patientId)).toEqual([[], '']);
    const { allergyState: _unsaid, ...early } = await editBody(patientId, { note: '没有问' });
    await host.call('patient', routes.edit, { params: { id: patientId }, body: early });
    expect(await known(patientId)).toEqual([[], '']);
    await edit(patientId, { allergyState: 'none' });
    const { allergyState: _still, ...later } = await editBody(patientId, { note: '问过了' });
    await host.call('patient', routes.edit, { params: { id: patientId }, body: later });
    expect(await known(patientId)).toEqual([[], 'none']);
    const row = async () => (await host.call('patient', routes.list, { query: { keyword: silent.patientName } })).list[0];
    expect(await row()).toMatchObject({ allergies: [], allergyState: 'none' });
    await edit(patientId, { allergies: ['碘造影剂'] });
    expect(await row()).toMatchObject({ allergies: ['碘造影剂'], allergyState: '' });
    await edit(patientId, { allergies: [] });
    expect(await known(patientId)).toEqual([[], '']);
    const { list } = await host.call('patient', routes.history, { params: { id: patientId } });
    expect(list.flatMap(({ fields }) => fields)).toContainEqual({ field: 'allergyState', before: '', after: 'none' });
  });

  it('[B17] who was never tested is found as such, and is not among the negative', async () => {
    const ids = async (infected: string) => (await host.call('patient', routes.list, { query: { infected, pageSize: 100 } })).list.map((row) => row.patientId);
    const [untested, negative] = [await create({ infectedHistory: [], infectionCheckedOn: null }), await create({ infectedHistory: ['NEG'] })];
    expect(await ids('UNTESTED')).toContain(untested.patientId);
    expect(await ids('UNTESTED')).not.toContain(negative.patientId);
    expect(await ids('NEG')).not.toContain(untested.patientId);
  });

  it('[B17] a bed that the facility does not have is refused once its beds are listed', async () => {
    const plan = { dialysisNo: '', mode: 'HD', weekdays: [7], classId: 'evening', bed: 'Z99', firstDate: null, dryWeight: null, access: '' };
    const inBed = (bed: string) => create({ patientType: 'dialysis', dialysis: { ...plan, bed } });
    const early = await inBed('Z98');
    host.configure('patient', { beds: { 'org-gz': 'Q01 Q02', 'org-wh': 'Z99' } });
    try {
      const said = { key: 'patient.bed-unknown', field: 'dialysis.bed', params: { bed: 'Z99', list: 'Q01、Q02' } };
      expect(await sentence(inBed('Z99'))).toMatchObject(said);
      const moved = await inBed(' Q01 ');
      expect((await fileOf(moved.patientId)).dialysis?.bed).toBe('Q01');
      // Whoever lies in a bed from before the list may be edited, but not moved into another that does not exist.
      expect(await sentence(edit(early.patientId, { note: '旧床位' }))).toMatchObject({ key: 'allowed' });
      expect(await sentence(edit(early.patientId, { dialysis: { ...plan, bed: 'Z99' } }))).toMatchObject(said);
    } finally {
      host.configure('patient', {});
    }
  });

  it.each<[string, string, Partial<PatientCreate>]>([
    ['patient.name-missing', 'patientName', { patientName: '  ' }],
    ['patient.idcard-digit', 'patientIdcard', { patientIdcard: '990101196003030010' }],
    ['patient.idcard-date', 'patientIdcard', { patientIdcard: cardNumber('1960-02-30', '002') }],
    ['patient.idcard-birthday', 'birthday', { birthday: '1961-01-01' }],
    ['patient.phone', 'phone', { phone: '02012345678' }],
    ['patient.bad-day', 'birthday', { patientIdcard: '', birthday: '2026-02-30' }],
    ['patient.code-taken', 'outpatientCode', { outpatientCode: 'MZ-1' }],
  ])('%s stands at %s and nothing is written', async (key, field, over) => {
    const before = (await host.call('patient', routes.list, { query: { pageSize: 1 } })).pagination.total;
    expect(await sentence(create(over))).toMatchObject({ key, field });
    expect((await host.call('patient', routes.list, { query: { pageSize: 1 } })).pagination.total).toBe(before);
  });

  it('a passport does where there is no ID card', async () => {
    const saved = await create({ psn_cert_type: '08', patientIdcard: 'E12345678', birthday: '1985-01-02' });
    expect(await fileOf(saved.patientId)).toMatchObject({ psn_cert_type: '08', patientIdcard: 'E12**5678' });
  });
});

it('[6-04] telephone numbers are written by those only to whom the field of the form was granted', async () => {
  const { patientId } = await create({ phone: '13712340001' });
  const can = (code: string) => code !== 'his.patient#form:phone';
  const changed = async (over: Partial<PatientCreate>) =>
    await sentence(host.call('patient', routes.edit, { params: { id: patientId }, body: await editBody(patientId, over), can }));
  expect(await changed({ phone: '13712340002' })).toMatchObject({ key: 'patient.phone-not-granted', field: 'phone' });
  expect(await changed({ contactPhone: '13712340002' })).toMatchObject({ key: 'patient.phone-not-granted', field: 'contactPhone' });
  expect(await changed({ phone: '13712340001', note: '号码未动' })).toMatchObject({ key: 'allowed' });
  const fresh = (over: Partial<PatientCreate>) => sentence(host.call('patient', routes.create, { body: bodyOf(over), can }));
  expect(await fresh({ phone: '13712340003' })).toMatchObject({ key: 'patient.phone-not-granted', field: 'phone' });
  expect(await fresh({ phone: '', contactPhone: '' })).toMatchObject({ key: 'allowed' });
});

describe('duplicates', () => {
  const like = (body: object) => host.call('patient', routes.duplicates, { body });

  it('the same ID card is refused with the name of the file, also in lower case or the old form', async () => {
    const card = cardNumber('1950-10-10', '124');
    const first = await create({ patientIdcard: card, birthday: '1950-10-10', patientSex: 2, patientName: '首档' });
    const again = bodyOf({ patientIdcard: card.toLowerCase(), birthday: null, patientSex: 0, patientName: '再来' });
    const refused = await sentence(host.call('patient', routes.create, { body: again }));
    expect(refused).toMatchObject({ key: 'patient.same-document', field: 'patientIdcard', params: { name: '首档', code: first.outpatientCode } });
    const old = card.slice(0, 6) + card.slice(8, 17);
    const { list } = await like({ patientIdcard: old });
    expect(list).toMatchObject([{ patient: { patientId: first.patientId }, reasons: ['idcard'] }]);
    expect(JSON.stringify(list)).not.toContain(card);
  });

  it('same name and birthday, or the same telephone, is asked about; saying "another person" lets it pass', async () => {
    const first = await create({ patientName: '重名', phone: '13600000009' });
    const second = bodyOf({ patientName: '重名' });
    expect(await refusal(host.call('patient', routes.create, { body: second }))).toMatchObject({ key: 'patient.maybe-duplicate' });
    const saved = await host.call('patient', routes.create, { body: { ...second, notDuplicateOf: [first.patientId] } });
    const third = bodyOf({ phone: '13600000009' });
    expect(await sentence(host.call('patient', routes.create, { body: third }))).toMatchObject({
      key: 'patient.maybe-duplicate',
      params: { list: `重名 ${first.outpatientCode}` },
    });
    const found = await like({ patientId: first.patientId });
    expect(found.list).toMatchObject([{ patient: { patientId: saved.patientId }, reasons: ['name-birthday'] }]);
    // An edit that leaves name, birthday and telephone alone is not asked again.
    expect(await sentence(edit(saved.patientId, { note: '不是同一人' }))).toMatchObject({ key: 'allowed' });
  });

  it('telephone numbers are no likeness for those who neither see nor write them', async () => {
    const { patientId } = await create({ phone: '13712340009' });
    const found = async (withheld: readonly string[]) => {
      const can = (code: string) => !withheld.includes(code);
      const { list } = await host.call('patient', routes.duplicates, { body: { phone: '13712340009' }, can });
      return list.map(({ patient }) => patient.patientId);
    };
    expect(await found(['his.patient#column:phone', 'his.patient#form:phone'])).toEqual([]);
    expect(await found(['his.patient#column:phone'])).toEqual([patientId]);
    expect(await found(['his.patient#form:phone'])).toEqual([patientId]);
  });

  it('another facility keeps its own files', async () => {
    const card = cardNumber('1949-01-01', '126');
    await create({ patientIdcard: card, birthday: '1949-01-01', patientSex: 2 });
    const there = await create({ patientIdcard: card, birthday: '1949-01-01', patientSex: 2 }, wuhan);
    expect(await refusal(fileOf(there.patientId))).toMatchObject({ code: EnvelopeCode.NotFound });
    expect((await like({ patientIdcard: card })).list).toHaveLength(1);
  });

  it('a half-typed day is like nobody', async () => {
    expect((await like({ patientName: '重名', birthday: '1960-02-3' })).list).toEqual([]);
    expect((await like({})).list).toEqual([]);
  });

  it('twenty desks that open a file for one ID card at once open one', async () => {
    const card = cardNumber('1948-08-08', '128');
    const body = bodyOf({ patientIdcard: card, birthday: '1948-08-08', patientSex: 2, phone: '' });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => sentence(host.call('patient', routes.create, { body }))));
    expect(outcomes.filter(({ key }) => key === 'allowed')).toHaveLength(1);
    expect(outcomes.filter(({ key }) => key === 'patient.same-document')).toHaveLength(19);
  });
});

describe('changing a file', () => {
  it('masked numbers that were not touched stay; the history tells each field before and after, masked', async () => {
    const { patientId } = await create({ patientName: '改名前', phone: '13511112222', allergies: [] });
    const saved = await edit(patientId, { patientName: '改名后', allergies: ['青霉素'], phone: '13533334444' });
    expect(saved.version).toBe(2);
    expect(await host.call('patient', routes.reveal, { params: { id: patientId }, body: { reason: '电话核对' } })).toMatchObject({ phone: '13533334444' });
    const { list, pagination } = await host.call('patient', routes.history, { params: { id: patientId } });
    expect(pagination.total).toBe(2);
    expect(list[0]?.fields).toEqual([
      { field: 'patientName', before: '改名前', after: '改名后' },
      { field: 'phone', before: '135****2222', after: '135****4444' },
      { field: 'allergies', before: [], after: ['青霉素'] },
    ]);
    await edit(patientId, {});
    expect((await host.call('patient', routes.history, { params: { id: patientId } })).pagination.total).toBe(2);
  });

  it('somebody who read an older state is refused', async () => {
    const { patientId } = await create({});
    const body = await editBody(patientId, { note: '一' });
    await host.call('patient', routes.edit, { params: { id: patientId }, body });
    expect(await refusal(host.call('patient', routes.edit, { params: { id: patientId }, body: { ...body, note: '二' } }))).toEqual({
      key: 'patient.stale',
      code: EnvelopeCode.Conflict,
    });
  });

  it('another facility’s file does not exist', async () => {
    const body = await editBody('1', { note: 'x' });
    expect(await refusal(host.call('patient', routes.edit, { params: { id: '1' }, body, user: wuhan }))).toMatchObject({ code: EnvelopeCode.NotFound });
    expect(await refusal(host.call('patient', routes.history, { params: { id: '1' }, user: wuhan }))).toMatchObject({ code: EnvelopeCode.NotFound });
  });

  it('out of use: gone from the lists, found among the disabled, and back again unless the bed was given away', async () => {
    const plan = { dialysisNo: '', mode: 'HD', weekdays: [7], classId: 'evening', bed: 'C01', firstDate: null, dryWeight: null, access: '' };
    const { patientId, version } = await create({ patientName: '停用人', patientType: 'dialysis', dialysis: plan });
    const set = (enableMark: 0 | 1, at: number) =>
      host.call('patient', routes.state, { params: { id: patientId }, body: { enableMark, version: at, reason: '转院' } });
    const off = await set(0, version);
    const among = async (state: string) => (await host.call('patient', routes.list, { query: { state, keyword: '停用人' } })).list.length;
    expect([await among(''), await among('disabled'), await among('merged')]).toEqual([0, 1, 0]);
    expect(await refusal(set(1, version))).toMatchObject({ key: 'patient.stale' });
    const other = await create({ patientType: 'dialysis', dialysis: plan });
    expect(await sentence(set(1, off.version))).toMatchObject({ key: 'patient.bed-taken' });
    await host.call('patient', routes.state, { params: { id: other.patientId }, body: { enableMark: 0, version: other.version } });
    const on = await set(1, off.version);
    expect(await set(1, on.version)).toEqual(on);
    expect((await host.call('patient', routes.history, { params: { id: patientId } })).list.map(({ act, reason }) => [act, reason])).toEqual([
      ['enabled', '转院'],
      ['disabled', '转院'],
      ['created', ''],
    ]);
  });

  it('a look at full numbers needs a reason', async () => {
    const bare = host.call('patient', routes.reveal, { params: { id: '1' }, body: {} });
    await expect(bare).rejects.toSatisfy((error: unknown) => isAppError(error) && error.code === EnvelopeCode.Invalid);
  });
});

it('pregnancy stands in the file with its day, stays when an edit leaves it out, and goes where it makes no sense', async () => {
  const her = { patientSex: 2, birthday: '1996-01-01', psn_cert_type: '99', patientIdcard: 'SIMP0001' } as const;
  const { patientId } = await create({ ...her, pregnancyState: 'pregnant', pregnancyOn: '2026-02-20' });
  expect(await fileOf(patientId)).toMatchObject({ pregnancyState: 'pregnant', pregnancyOn: '2026-02-20' });
  const { pregnancyState: _state, pregnancyOn: _on, ...older } = await editBody(patientId, { note: '产科随访' });
  await host.call('patient', routes.edit, { params: { id: patientId }, body: older });
  expect(await fileOf(patientId)).toMatchObject({ pregnancyState: 'pregnant', pregnancyOn: '2026-02-20', note: '产科随访' });
  expect(await sentence(edit(patientId, { pregnancyState: 'lactating', pregnancyOn: null }))).toMatchObject({
    key: 'patient.pregnancy-day',
    field: 'pregnancyOn',
  });
  await edit(patientId, { patientSex: 1 });
  expect(await fileOf(patientId)).toMatchObject({ pregnancyState: '', pregnancyOn: null });
  const { list } = await host.call('patient', routes.list, { query: { keyword: 'SIMP' } });
  expect(list.every((row) => !('pregnancyState' in row))).toBe(true);
});

describe('files from before anybody asked', () => {
  it('[B17] an empty list of allergies becomes "never asked", never "none"', async () => {
    const [empty, named] = [await create({ allergies: [] }), await create({ allergies: ['酒精'] })];
    await host.db.script('alter table patient.patient drop column allergy_state');
    await host.db.script(allergyStateMigration);
    expect(await fileOf(empty.patientId)).toMatchObject({ allergies: [], allergyState: '' });
    expect(await fileOf(named.patientId)).toMatchObject({ allergies: ['酒精'], allergyState: '' });
  });
});

describe('[2.6-12] the area of an address', () => {
  const held: string[] = [];
  const known = { '440103': '广东省/广州市/荔湾区' };
  const areas: AreaDirectory = {
    paths: async () => new Map(),
    hold: async (id) => held.push(id) > 0 && id in known,
    read: async () => [],
    below: async (id) => [id],
  };
  const uses = () => patientServer.extensions?.find(({ token }) => token.id === areaUses.id)?.create(host.context('patient')) as AreaUse;

  it('stands beside the text, which whoever has no area keeps; an older client that knows nothing of it takes nothing away', async () => {
    const { addressArea: _later, ...early } = bodyOf({ address: '荔湾路1号' });
    const { patientId } = await host.call('patient', routes.create, { body: early });
    expect(await fileOf(patientId)).toMatchObject({ addressArea: '', address: '荔湾路1号' });
    // Without the plugin of the areas nothing can be chosen.
    expect(await sentence(edit(patientId, { addressArea: '440103' }))).toMatchObject({ key: 'patient.area-unknown', field: 'addressArea' });
    host.provide(areaDirectory, areas);
    expect(await sentence(edit(patientId, { addressArea: 'never' }))).toMatchObject({ key: 'patient.area-unknown', field: 'addressArea' });
    await edit(patientId, { addressArea: '440103' });
    expect(await fileOf(patientId)).toMatchObject({ addressArea: '440103', address: '荔湾路1号' });
    held.length = 0;
    const { addressArea: _unknown, ...older } = await editBody(patientId, { note: '旧客户端' });
    await host.call('patient', routes.edit, { params: { id: patientId }, body: older });
    expect(await fileOf(patientId)).toMatchObject({ addressArea: '440103', note: '旧客户端' });
    expect(held).toEqual([]);
    const { list } = await host.call('patient', routes.history, { params: { id: patientId } });
    expect(list.find(({ fields }) => fields.some(({ field }) => field === 'addressArea'))?.fields).toEqual([
      { field: 'addressArea', before: '', after: '440103' },
    ]);
  });

  it('is told to whoever wants to delete it, without names of files that they do not see', async () => {
    await create({ addressArea: '440103', patientName: '住荔湾' });
    const of = (user = staff(), can = (_right: string) => true) => uses().of(host.requestContext('patient', { user, can }), '440103');
    expect(await of()).toMatchObject({ title: { zh: '患者档案' }, names: expect.arrayContaining([expect.stringMatching(/^住荔湾 MZ/)]), more: false });
    expect(await of(wuhan)).toMatchObject({ names: [], more: true });
    expect(await of(staff(), (right) => right !== 'his.patient')).toMatchObject({ names: [], more: true });
    expect(await uses().of(host.requestContext('patient'), '440104')).toBeUndefined();
  });
});

describe('codes of dictionaries that the plugin declares', () => {
  it('[7.12-08] takes no code that the site hid; a file that has one keeps it', async () => {
    let enabled = true;
    onTestFinished(() => {
      enabled = true;
    });
    host.provide(dictionaryEntries, { of: async (dictionary) => (dictionary === 'reimWay' ? [{ code: '310', label: 'SIM 职工', enabled }] : []) });
    const { patientId } = await create({ reimWay: '310' });
    enabled = false;
    const error = await create({ reimWay: '310' }).catch((thrown: unknown) => thrown);
    expect(isAppError(error) && [error.key, error.params, error.fields?.map(({ path }) => path)]).toEqual([
      'patient.code-hidden',
      { name: 'SIM 职工' },
      ['reimWay'],
    ]);
    await edit(patientId, { patientName: 'SIM 改名' });
    expect(await fileOf(patientId)).toMatchObject({ reimWay: '310', patientName: 'SIM 改名' });
    await edit(patientId, { reimWay: '0' });
    expect(await refusal(edit(patientId, { reimWay: '310' }))).toMatchObject({ key: 'patient.code-hidden' });
  });
});

import type { Page } from '@playwright/test';
import { type Caller, callAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { PRESCRIPTION, PrescriptionPage } from '../pages/work/prescription.ts';
import { expect, test } from '../pages/journey.ts';

interface Listed {
  readonly patientId: string;
  readonly patientName: string;
  readonly outpatientCode: string;
  readonly prescriptionCount: number;
}

const endOf = (outpatientCode: string): string => outpatientCode.slice(-4);

/** The last dialysis patient without a prescription today whom the end of the code alone finds; other journeys take the first. */
async function freePatient(desk: Caller): Promise<Listed> {
  const answer = await callAs(desk, 'GET', '/api/his/prescription/patient?scope=dialysis&pageSize=100');
  const { list } = answer.data as { list: Listed[] };
  const alone = ({ outpatientCode }: Listed) => list.filter((other) => other.outpatientCode.includes(endOf(outpatientCode))).length === 1;
  const free = list.filter((patient) => patient.prescriptionCount === 0 && alone(patient));
  for (const patient of free.reverse()) {
    const tabs = await callAs(desk, 'POST', '/api/his/prescription/tab-prescription', { patientId: patient.patientId });
    const [blank] = (tabs.data as { list: { allergies: string[]; reimWay: string }[] }).list;
    if (blank?.allergies.length === 0 && blank.reimWay !== '0') return patient;
  }
  throw new Error('every dialysis patient has a prescription today');
}

/** Hands on the keyboard, nothing else; counts what they press. */
class Hands {
  strokes = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** One chord counts as one stroke. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.strokes += 1;
      await this.#page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    this.strokes += text.length;
    await this.#page.keyboard.type(text, { delay: 30 });
  }

  /** Letters, a look at the list, down to the right one, Enter. */
  async pick(letters: string, expected: string, downs = 0): Promise<void> {
    await this.type(letters);
    await expect(this.#page.locator('[role=listbox][aria-busy=false] [role=option][aria-selected=true]')).toBeVisible();
    for (let step = 0; step < downs; step += 1) await this.press('ArrowDown');
    await expect(this.#page.locator('[role=listbox][aria-busy=false] [role=option][aria-selected=true]')).toContainText(expected);
    await this.press('Enter');
    await expect(this.#page.getByRole('table', { name: '处方明细' })).toContainText(expected);
  }
}

test('[2.7-02] [2.7-03] a practised doctor writes, saves and confirms six lines without the mouse', async ({ browser }) => {
  const doctor = await deskOf(browser, 'doctor', { at: PRESCRIPTION });
  const patient = await freePatient(doctor);
  const work = await PrescriptionPage.on(doctor.page);
  await work.showDialysis();
  const hands = new Hands(doctor.page);

  await hands.press('/');
  await hands.type(endOf(patient.outpatientCode));
  await hands.press('Enter');
  await expect(doctor.page.getByRole('heading', { name: patient.patientName })).toBeVisible();
  await expect(doctor.page.getByRole('tabpanel')).toContainText('医疗类别');
  const begun = hands.strokes;

  await hands.press('Alt+1');
  await hands.pick('ghsc', '骨化三醇软胶囊');
  await expect(work.row('骨化三醇').getByLabel('单次用量', { exact: true })).toBeFocused();
  await hands.type('0.5');
  await hands.press('Escape');
  await hands.pick('tsgp', '碳酸钙片');
  await hands.press('Escape');
  await hands.pick('lhn', '0.9%氯化钠注射液(100ml)', 1);
  await hands.press('Escape');
  await hands.pick('zknt', '左卡尼汀注射液');
  await hands.press('Alt+g', 'Alt+3');
  await hands.pick('xytx', '血液透析');
  await hands.press('Alt+4');
  await hands.pick('xcg', '血常规');
  // Half a second after the last key the amounts stand.
  await expect(work.row('骨化三醇').getByLabel('数量', { exact: true })).toHaveValue('3');
  await expect(work.lines.getByRole('row').filter({ hasText: '┏' })).toContainText('氯化钠');
  await expect(work.lines.getByRole('row').filter({ hasText: '┗' })).toContainText('左卡尼汀');

  await hands.press('Control+Enter');
  const asked = doctor.page.getByRole('dialog', { name: '确认前请处理以下提示' });
  const confirmed = doctor.page.getByRole('main').getByText('待收费', { exact: true });
  await expect(asked.or(confirmed).first()).toBeVisible();
  if (await asked.isVisible()) {
    for (const field of await asked.getByRole('combobox').all()) {
      await expect(field).toBeFocused();
      await hands.type('bqxy');
      await hands.press('Enter');
    }
  }
  await expect(confirmed).toBeVisible();

  const tabs = await callAs(doctor, 'POST', '/api/his/prescription/tab-prescription', { patientId: patient.patientId });
  const [saved] = (tabs.data as { list: { rxStatus: number; prescriptionDetailList: { isGroup: number }[] }[] }).list;
  expect(saved?.rxStatus).toBe(1);
  expect(saved?.prescriptionDetailList).toHaveLength(6);
  expect(saved?.prescriptionDetailList.filter(({ isGroup }) => isGroup === 1)).toHaveLength(2);
  const strokes = hands.strokes - begun;
  test.info().annotations.push({ type: 'keystrokes', description: String(strokes) });
  expect(strokes).toBeLessThanOrEqual(60);
  expect(doctor.faults).toEqual([]);
  await doctor.leave();
});

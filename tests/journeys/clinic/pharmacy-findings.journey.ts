import { patientContent } from '../../support/patient-content.ts';
import { colleague, dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { chargeInCash } from '../pages/work/new-bill.ts';
import { newPatient } from '../pages/work/new-patient.ts';
import { PRESCRIPTION, PrescriptionPage } from '../pages/work/prescription.ts';
import { tick } from '../pages/looks/tick.ts';
import { expect, test } from '../pages/journey.ts';

/** A name that nobody has, also when the journey runs again on the same system. */
const NAME = `欧阳敏感${Date.now() % 1_000_000}`;
const REASON = '既往用头孢未见过敏，皮试阴性';

test('[7.6-02] the pharmacist reads the doctor’s reason beside the finding, and is stopped by what was learnt later', async ({ browser }) => {
  const doctor = await deskOf(browser, 'doctor', { at: PRESCRIPTION });
  const diagnosis = [{ code: 'J18.900', name: '肺炎' }];
  const patient = await newPatient(doctor, NAME, { allergies: ['青霉素'], diagnosis });
  const work = await PrescriptionPage.on(doctor.page);
  await work.openByCode(patient.outpatientCode, NAME);
  await work.add('药品', '头孢曲松', '头孢曲松');
  const drug = work.row('头孢曲松');
  await drug.getByLabel('单次用量', { exact: true }).fill('1');
  await drug.getByLabel('天数').fill('1');
  await doctor.page.getByRole('button', { name: '保存并确认' }).click();
  const asked = doctor.page.getByRole('dialog', { name: '确认前请处理以下提示' });
  await expect(asked).toBeVisible();
  for (const field of await asked.getByRole('combobox').all()) await field.fill(REASON);
  await asked.getByRole('button', { name: '填写完毕，确认处方' }).click();
  await expect(doctor.page.getByText('待收费', { exact: true })).toBeVisible();
  const number = await work.number();

  await chargeInCash(await colleague('cashier'), number);

  const { page, ...pharmacist } = await deskOf(browser, 'pharmacist', { at: '/his/pharmacy' });
  await page.getByLabel('姓名、拼音、门诊号、处方号').fill(number);
  const paper = page.getByRole('list', { name: '药房队列' }).getByRole('button').filter({ hasText: number });
  await paper.click();
  const findings = page.getByRole('region', { name: '用药安全检查' });
  await expect(findings).toContainText('慎用');
  await expect(findings).toContainText('青霉素');
  await expect(findings).toContainText(`已说明：${REASON}`);
  await expect(findings.getByRole('textbox')).toHaveCount(0);
  const acts = page.getByRole('toolbar', { name: '操作' });
  for (const check of ['查处方', '查药品', '查配伍禁忌', '查用药合理性']) await tick(page.getByRole('checkbox', { name: check }));
  await acts.getByRole('button', { name: '审方通过' }).click();
  await acts.getByRole('button', { name: '配药（锁定批次）' }).click();
  await expect(acts.getByRole('button', { name: '发药', exact: true })).toBeEnabled();

  // Meanwhile the patient tells somebody of an allergy to cephalosporins too: no reason helps against that.
  const edited = patientContent(NAME, { allergies: ['青霉素', '头孢菌素'], diagnosis, outpatientCode: patient.outpatientCode, version: patient.version });
  await dataAs(doctor, 'PUT', `/api/his/patient/${patient.patientId}`, edited);
  await acts.getByRole('button', { name: '发药', exact: true }).click();
  await expect(findings).toContainText('禁止');
  await expect(findings).toContainText('此提示不能以理由放行');
  await expect(acts.getByRole('button', { name: '发药', exact: true })).toBeDisabled();
  for (const desk of [doctor, pharmacist]) {
    expect(desk.faults).toEqual([]);
    await desk.leave();
  }
});

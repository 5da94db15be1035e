import { createFakeMenu, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { type PageProps, type SlotRenderer, SlotRendererProvider } from '@nephra/plugin-sdk/web';
import type { ComponentType } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type DiagnosisPickerProps, patientContract } from '../../contract/index.ts';
import { patientContext } from '../patient.fixture.ts';
import { Page } from '../patient-list/patient-list.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

/** What a plugin with a list of diagnoses draws, in the shell's place. */
const filled: SlotRenderer = (point, slot, fallback) => {
  if (point !== 'patient/diagnosis-picker@1') return fallback;
  const { id, disabled, taken, onPick } = slot as unknown as DiagnosisPickerProps;
  return (
    <button id={id} type="button" disabled={disabled} onClick={() => onPick({ code: 'I10.x00', name: '原发性高血压' })}>
      {`查找，除 ${taken.join()}`}
    </button>
  );
};

const nobody: SlotRenderer = (_point, _slot, fallback) => fallback;

const filledBy =
  (renderSlot: SlotRenderer): ComponentType<PageProps> =>
  (props) => (
    <SlotRendererProvider value={renderSlot}>
      <Page {...props} />
    </SlotRendererProvider>
  );

async function openForm(renderSlot: SlotRenderer): Promise<RenderedPage> {
  page = await renderPage(filledBy(renderSlot), { context: patientContext(), menu: createFakeMenu({ enCode: 'his.patient' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('赵一'));
  await shown.click(shown.all('button', '编辑')[0] ?? expect.fail('no row'));
  await shown.until(() => shown.find('textbox', '诊断编码'));
  return shown;
}

it('what is picked becomes a row behind the others, in place of one left blank; rows stay editable by hand', async () => {
  const shown = await openForm(filled);
  await shown.click(shown.get('button', '添加诊断'));
  await shown.click(shown.get('button', '查找，除 N18.501,'));
  expect(shown.find('button', '查找，除 N18.501,I10.x00')).toBeDefined();
  const [, name] = shown.all('textbox', '诊断名称');
  await shown.type(name ?? expect.fail('no second row'), '高血压3级');
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => shown.context.http.callsOf(patientContract.routes.edit)[0]);
  expect(shown.context.http.callsOf(patientContract.routes.edit)[0]?.input.body).toMatchObject({
    diagnosis: [
      { code: 'N18.501', name: '终末期肾病' },
      { code: 'I10.x00', name: '高血压3级' },
    ],
  });
});

it('the first is the main one; another one is put in its place', async () => {
  const shown = await openForm(filled);
  await shown.click(shown.get('button', '查找，除 N18.501'));
  await shown.click(shown.get('button', '设“原发性高血压”为主要诊断'));
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => shown.context.http.callsOf(patientContract.routes.edit)[0]);
  expect(shown.context.http.callsOf(patientContract.routes.edit)[0]?.input.body).toMatchObject({ diagnosis: [{ code: 'I10.x00' }, { code: 'N18.501' }] });
});

it('where nobody has a list, both fields are typed as ever', async () => {
  const shown = await openForm(nobody);
  expect(shown.find('button', /查找/)).toBeUndefined();
  await shown.click(shown.get('button', '添加诊断'));
  const [, code] = shown.all('textbox', '诊断编码');
  await shown.type(code ?? expect.fail('no second row'), 'E11');
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => shown.context.http.callsOf(patientContract.routes.edit)[0]);
  expect(shown.context.http.callsOf(patientContract.routes.edit)[0]?.input.body).toMatchObject({ diagnosis: [{}, { code: 'E11', name: '' }] });
});

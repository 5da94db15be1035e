import { post, Type } from '@nephra/plugin-sdk/contract';
import { renderElement, type RenderedPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { fieldText } from './field-value.tsx';
import { patientContext, patientFile } from './patient.fixture.ts';
import { FileFacts } from './patient-file/file-facts.tsx';

/** The call of the plugin of the areas behind names of areas. */
const paths = post('/api/system/Area/Actions/Paths', {
  summary: 'Areas by id',
  need: 'session',
  audit: 'none',
  retry: 'natural',
  body: Type.Object({ ids: Type.Array(Type.String()) }),
  reply: Type.Unsafe<{ list: readonly object[] }>(Type.Unknown()),
});

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});
const contextWithArea = () => {
  const context = patientContext();
  context.http.answer(paths, { list: [{ id: '440103', names: ['广东省', '广州市', '荔湾区'], enabledMark: 1 }] });
  return context;
};

it('[2.6-12] a file says its district before the street; an old text alone is shown as it is', async () => {
  const facts = (over: object) => <FileFacts file={patientFile({ address: '荔湾路1号', ...over })} revealed={null} className={(id) => id} />;
  page = await renderElement(facts({ addressArea: '440103' }), { context: contextWithArea() });
  const drawn = page;
  await drawn.until(() => drawn.text().includes('广东省/广州市/荔湾区 荔湾路1号'));
  await page.unmount();
  page = await renderElement(facts({ addressArea: '' }), { context: contextWithArea() });
  expect(page.text()).toContain('荔湾路1号');
  expect(page.context.http.callsOf(paths)).toEqual([]);
});

it('histories and comparisons say the district by its path', async () => {
  const said = fieldText(
    (key) => key,
    'addressArea',
    '440103',
    (id) => id,
  );
  page = await renderElement(<p>{said}</p>, { context: contextWithArea() });
  const drawn = page;
  await drawn.until(() => drawn.text() === '广东省/广州市/荔湾区');
});

import { Button, FormSelect, IconSearch, Table } from '@nephra/plugin-sdk/ui';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';

it('tests can draw components of the library with the React of the test', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () => root.render(<Button icon={<IconSearch />}>find</Button>));
  expect(place.querySelector('button')?.textContent).toBe('find');
  expect([FormSelect, Table]).not.toContain(undefined);
  await act(async () => root.unmount());
});

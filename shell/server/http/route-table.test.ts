import { describe, expect, it } from 'vitest';
import { RouteTable, routeShape } from './route-table.ts';

const table = new RouteTable<string>();
for (const [method, path] of [
  ['GET', '/api/his/pharmacy/patient'],
  ['GET', '/api/his/pharmacy/{id}'],
  ['GET', '/api/visualdev/OnlineDev/{id}/Config'],
  ['GET', '/api/visualdev/OnlineDev/{id}/{recordId}'],
  ['POST', '/api/visualdev/OnlineDev/batchDelete/{id}'],
  ['POST', '/api/visualdev/OnlineDev/{id}/List'],
] as const) {
  table.add(method, path, `${method} ${path}`);
}

describe('route table', () => {
  it('prefers a fixed segment over a parameter', () => {
    expect(table.find('GET', '/api/his/pharmacy/patient')?.value).toBe('GET /api/his/pharmacy/patient');
    expect(table.find('GET', '/api/his/pharmacy/7')).toEqual({ value: 'GET /api/his/pharmacy/{id}', params: { id: '7' } });
  });

  it('goes back when the fixed branch does not lead to a route', () => {
    expect(table.find('POST', '/api/visualdev/OnlineDev/batchDelete/List')?.params).toEqual({ id: 'List' });
    expect(table.find('GET', '/api/visualdev/OnlineDev/batchDelete/Config')?.params).toEqual({ id: 'batchDelete' });
    expect(table.find('GET', '/api/visualdev/OnlineDev/a/b')?.params).toEqual({ id: 'a', recordId: 'b' });
  });

  it('ignores the case of fixed segments and keeps that of parameters', () => {
    expect(table.find('GET', '/API/His/Pharmacy/aB%2Fc')?.params).toEqual({ id: 'aB/c' });
  });

  it('knows nothing of other methods, empty parameters or broken encoding', () => {
    expect(table.find('PUT', '/api/his/pharmacy/7')).toBeUndefined();
    expect(table.find('GET', '/api/his/pharmacy//')).toBeUndefined();
    expect(() => table.find('GET', '/api/his/pharmacy/%E0%A4%A')).toThrowError('core.bad-address');
  });

  it('takes one pass over a row of slashes', () => {
    expect(table.find('GET', `/api/x${'/'.repeat(600_000)}x`)).toBeUndefined();
    expect(table.find('GET', `${'/'.repeat(600_000)}api/his/pharmacy/7${'/'.repeat(600_000)}`)?.params).toEqual({ id: '7' });
  });

  it('refuses a second route of the same shape', () => {
    expect(() => table.add('GET', '/api/HIS/pharmacy/{dpId}', 'again')).toThrowError(/exists already/);
    expect(routeShape('GET', '/api/HIS/pharmacy/{dpId}')).toBe(routeShape('GET', '/api/his/pharmacy/{id}'));
  });
});

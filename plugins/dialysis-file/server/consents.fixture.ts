import { expect } from 'vitest';
import type { Answer, TestClient } from '../../../tests/support/server.ts';
import type { WholeFile } from '../contract/file.schema.ts';
import { AT, fine, refusal } from './dialysis-file.fixture.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const BOUNDARY = 'x-sim-boundary';

async function uploaded(by: TestClient, name: string, content: Buffer | string = PNG): Promise<{ name: string; fileId: string }> {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const answer = await by.raw({ method: 'POST', url: '/api/file/Uploader/annex', headers, payload });
  return { name, fileId: fine(answer.json() as Answer<{ fileId: string }>).fileId };
}
const consentsOf = async (by: TestClient, id: string): Promise<WholeFile['consents']> => fine(await by.get<WholeFile>(`${AT}/${id}`)).consents;
const signed = (today: string) => ({ kind: 'dialysis', modes: ['HD', 'HDF'], signedOn: today, signer: 'SIM 家属', formVersion: '2026-1' });

interface Staff {
  readonly doctor: TestClient;
  readonly nurse: TestClient;
  readonly cashier: TestClient;
}

/** Scans of a consent: whose uploads are taken, who reads them, and what is added later. */
export async function checkScans({ doctor, nurse, cashier }: Staff, id: string, today: string): Promise<void> {
  const at = `${AT}/${id}/consent`;
  const scan = await uploaded(nurse, 'SIM 同意书.png');
  expect(refusal(await doctor.post(at, { ...signed(today), files: [scan] }))).toBe('400 dialysis-file.consent-file');
  expect(refusal(await nurse.post(at, { ...signed(today), files: [await uploaded(nurse, 'SIM.txt', 'SIM')] }))).toBe('400 dialysis-file.consent-file');
  const { id: consentId } = fine(await nurse.post<{ id: string }>(at, { ...signed(today), files: [scan] }));
  const [consent] = await consentsOf(doctor, id);
  expect(consent).toMatchObject({
    consentId,
    state: 'signed',
    formVersion: '2026-1',
    validTo: null,
    files: [{ name: 'SIM 同意书.png', contentType: 'image/png' }],
  });
  const where = `${at}/${consentId}/file/${consent?.files[0]?.fileId}`;
  expect((await doctor.raw({ method: 'GET', url: where })).rawPayload).toEqual(PNG);
  // Neither by the general way, nor for somebody who sees no dialysis files; the upload itself is gone.
  expect(refusal(await cashier.get(where))).toMatch(/^403 /);
  expect((await doctor.get(`/api/file/Download/dialysisConsent/${consent?.files[0]?.fileId}`)).code).not.toBe(200);
  expect((await nurse.get(`/api/file/Download/annex/${scan.fileId}`)).code).not.toBe(200);
  const more = await uploaded(nurse, 'SIM 第二页.png');
  fine(await nurse.post(`${at}/${consentId}/Actions/Attach`, { files: [more], version: consent?.version }));
  expect((await consentsOf(doctor, id))[0]?.files.map(({ name }) => name)).toEqual(['SIM 同意书.png', 'SIM 第二页.png']);
}

/** A refusal says why, and counts against what was signed before it. */
export async function checkRefusal({ nurse }: Pick<Staff, 'doctor' | 'nurse'>, id: string, today: string): Promise<void> {
  const at = `${AT}/${id}/consent`;
  expect(refusal(await nurse.post(at, { ...signed(today), decision: 'refused' }))).toBe('400 dialysis-file.consent-reason');
  expect(refusal(await nurse.post(at, { ...signed(today), validTo: '2020-01-01' }))).toBe('400 dialysis-file.consent-valid');
  fine(await nurse.post(at, { ...signed(today), modes: [], decision: 'refused', reason: 'SIM 待与家属商量' }));
}

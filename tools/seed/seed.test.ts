import { readFileSync } from 'node:fs';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { chargingDemo } from '../../plugins/charging/contract/demo.schema.ts';
import { connectionBody } from '../../plugins/insurance/contract/connection.contract.ts';
import { patientDemo } from '../../plugins/patient/contract/index.ts';
import { bedsOf, isBed } from '../../plugins/patient/domain/beds.ts';
import { checkContent } from '../../plugins/patient/domain/file/file-check.ts';
import { pharmacyDemo } from '../../plugins/pharmacy/contract/demo.schema.ts';
import { catalogueDemo } from '../../plugins/catalogue/contract/index.ts';
import { prescriptionDemo } from '../../plugins/prescription/contract/index.ts';
import { coreDemo } from '../../shell/contract/index.ts';
import { buildDataSet } from './generate.mjs';

const data = buildDataSet();

/** The generator is plain JavaScript and tells nothing of its shapes. */
interface DemoInsurance {
  readonly catalogue: readonly { readonly code: string; readonly grade: string; readonly caps: readonly number[] | null }[];
  readonly mapping: readonly { readonly drugId: string; readonly code: string }[];
}

describe('demo data set', () => {
  it('has the shapes that its readers take', () => {
    expect([...Value.Errors(coreDemo, data.core)]).toEqual([]);
    expect([...Value.Errors(patientDemo, data.patient)]).toEqual([]);
    expect([...Value.Errors(catalogueDemo, data.catalogue)]).toEqual([]);
    expect([...Value.Errors(prescriptionDemo, data.prescription)]).toEqual([]);
    expect([...Value.Errors(chargingDemo, data.charging)]).toEqual([]);
    expect([...Value.Errors(pharmacyDemo, data.pharmacy)]).toEqual([]);
  });

  it('connects each facility to the simulated platform of its region, and says that it is one', () => {
    const { connections } = data.insurance;
    expect(connections.map(({ region, fixmedinsCode }: { region: string; fixmedinsCode: string }) => `${region} ${fixmedinsCode.slice(0, 3)}`)).toEqual([
      'guangdong H44',
      'hubei H42',
      'guangxi H45',
    ]);
    for (const connection of connections) {
      expect([...Value.Errors(connectionBody, { ...connection, version: 0 })]).toEqual([]);
      expect(connection).toMatchObject({ simulated: true, testRegion: true, baseUrl: `http://127.0.0.1:5090/${connection.region}` });
    }
  });

  it('puts a national code behind about nineteen of twenty entries; some lie above their cap, some are of another grade', () => {
    const { catalogue, mapping } = data.insurance as unknown as DemoInsurance;
    const { drugs, materials, items, labs } = data.catalogue;
    const entries = [...drugs, ...materials, ...items, ...labs].filter((entry) => entry.enableMark === 1);
    const mapped = new Map(mapping.map((one) => [one.drugId, catalogue.find(({ code }) => code === one.code)] as const));
    expect([...mapped.values()].every((item) => item !== undefined)).toBe(true);
    expect(mapped.size / entries.length).toBeGreaterThan(0.94);
    expect(entries.length - mapped.size).toBe(15);
    const differing = entries.filter((entry) => mapped.has(entry.drugId) && mapped.get(entry.drugId)?.grade !== entry.drugDirectoryType);
    expect(differing).toHaveLength(4);
    expect(entries.filter((entry) => (mapped.get(entry.drugId)?.caps?.[2] ?? Infinity) < entry.price * 1_000_000).length).toBeGreaterThan(5);
  });

  it('is the same on every run', () => {
    expect(JSON.stringify(buildDataSet())).toBe(JSON.stringify(data));
  });

  it('has at least 120 patients, 80 of them on dialysis, in one facility', () => {
    const own = data.patient.patients.filter((patient) => patient.orgId === 'org-gz');
    expect(own.length).toBeGreaterThanOrEqual(120);
    expect(own.filter((patient) => patient.patientType === 'dialysis')).toHaveLength(80);
  });

  it('never claims a real code: insurer and house codes start with SIM after their kind letter', () => {
    const { drugs, materials, items, labs } = data.catalogue;
    for (const entry of [...drugs, ...materials, ...items, ...labs]) {
      expect(entry.medicalInsCode).toMatch(/^[XZC]?SIM/);
      expect(entry.drugNumber).toMatch(/^SIM/);
      expect(entry.approvalNumber).toMatch(/^(SIM.*)?$/);
    }
  });

  it('has a package that names an entry which is no longer on offer, and no prescription that does', () => {
    const { drugs, materials, items, labs, packages } = data.catalogue;
    const { prescriptions, regulars } = data.prescription;
    const stopped = new Set([...drugs, ...materials, ...items, ...labs].filter((entry) => entry.enableMark === 0).map((entry) => entry.drugId));
    const uses = (lines: readonly { drugId: string }[]) => lines.some((line) => stopped.has(line.drugId));
    expect(packages.filter((one) => uses(one.lines)).map((one) => one.packageName)).toEqual(['内瘘换药']);
    expect(prescriptions.some((one) => uses(one.lines)) || regulars.some((one) => uses([...one.lines, ...one.firstLines]))).toBe(false);
  });

  it('gives every invented identity number a right check digit and an unassigned area', () => {
    for (const { patientIdcard } of data.patient.patients) {
      const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
      const sum = weights.reduce((total, weight, index) => total + weight * Number(patientIdcard[index]), 0);
      expect(patientIdcard).toMatch(/^990001\d{11}[\dX]$/);
      expect('10X98765432'[sum % 11]).toBe(patientIdcard[17]);
    }
  });

  it('one bed holds one patient in each shift of each rhythm', () => {
    const places = data.patient.patients.flatMap(({ orgId, dialysis }) =>
      dialysis ? [`${orgId} ${dialysis.classId} ${dialysis.weekdays} ${dialysis.bed}`] : [],
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it('whoever comes twice a week has a bed on all their days', () => {
    const { patients } = data.patient;
    const twice = patients.filter(({ dialysis }) => dialysis?.weekdays.length === 2);
    expect(twice.map(({ dialysis }) => dialysis?.weekdays)).toEqual([
      [1, 4],
      [2, 5],
      [3, 6],
    ]);
    for (const { patientId, orgId, dialysis } of twice) {
      const beside = patients.filter((other) => other.orgId === orgId && other.dialysis?.bed === dialysis?.bed && other.patientId !== patientId);
      expect(beside).toEqual([]);
    }
  });

  it('everybody lies in a bed that the registry lists for the facility', () => {
    const { plugins } = JSON.parse(readFileSync('registry.json', 'utf8')) as { plugins: { id: string; config?: Record<string, unknown> }[] };
    const settings = plugins.find(({ id }) => id === 'patient')?.config ?? {};
    for (const { orgId, patientName, dialysis } of data.patient.patients) {
      expect(bedsOf(settings, orgId), orgId).toBeDefined();
      expect(isBed(bedsOf(settings, orgId), dialysis?.bed ?? ''), patientName).toBe(true);
    }
  });

  it('every patient file obeys the rules of the product', () => {
    for (const patient of data.patient.patients) {
      const said = { pregnancyState: patient.pregnancy?.state ?? ('' as const), pregnancyOn: patient.pregnancy ? '2026-05-01' : null };
      const content = {
        ...patient,
        ...said,
        allergyState: patient.allergyState ?? ('' as const),
        psn_cert_type: '01' as const,
        infectionCheckedOn: null,
        note: '',
      };
      expect(checkContent(content, '2026-06-30'), patient.patientName).toEqual([]);
    }
  });

  it('every interaction and every usual dose speaks of something that is in the catalogue', () => {
    const known = new Set(data.catalogue.drugs.flatMap((drug) => drug.ingredients));
    expect(data.catalogue.interactions).toHaveLength(30);
    for (const { ingredientA, ingredientB } of data.catalogue.interactions) {
      expect(known, ingredientA).toContain(ingredientA);
      expect(known, ingredientB).toContain(ingredientB);
    }
    expect(data.catalogue.drugs.filter((drug) => drug.dailyDoseMax > 0).length).toBeGreaterThan(80);
  });

  it('has no id twice', () => {
    const ids = [...data.core.users, ...data.core.departments, ...data.core.positions]
      .map((row) => row.id)
      .concat(data.patient.patients.map((row) => row.patientId));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

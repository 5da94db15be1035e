import { EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import catalogueServer from '../../../catalogue/server/index.ts';
import patientServer from '../../../patient/server/index.ts';
import { type OverrideInput, type Prescription, type PrescriptionDemo, prescriptionContract } from '../../contract/index.ts';
import prescriptionServer from '../index.ts';
import { catalogue } from '../../../catalogue/server/catalogue.fixture.ts';
import { body, line, patients } from '../prescription.fixture.ts';

const { routes } = prescriptionContract;

/** A doctor of another facility. */
export const wuhan = staff({ userId: 'user-wh', orgId: 'org-wh', orgIds: ['org-wh'] });
/** Who moves prescriptions through the ledger. */
export const actor = { userId: 'user-cashier', userName: '收费员', orgIds: ['org-gz'] };

/** Patients, a catalogue and prescriptions over a database of the test's own, filled with the fixture. */
export async function startHost(data = catalogue, written: PrescriptionDemo = { regulars: [], prescriptions: [] }): Promise<PluginHost> {
  const host = await hostPlugins({ patient: patientServer, catalogue: catalogueServer, prescription: prescriptionServer });
  await host.db.transaction(async () => {
    await patientServer.demo?.(patients, host.context('patient'));
    await catalogueServer.demo?.(data, host.context('catalogue'));
    await prescriptionServer.demo?.(written, host.context('prescription'));
  });
  return host;
}

/** The acts of a doctor, as short as tests want them. */
export function actsOn(host: () => PluginHost) {
  return {
    create: (over: Parameters<typeof body>[0] = {}, user = staff()): Promise<Prescription> =>
      host().call('prescription', routes.create, { body: body(over), user }),
    get: (dpId: string, user = staff()): Promise<Prescription> => host().call('prescription', routes.detail, { params: { id: dpId }, user }),
    confirm: (rx: Prescription, overrides: readonly OverrideInput[] = []): Promise<Prescription> =>
      host().call('prescription', routes.updateState, { body: { dpId: rx.dpId, rxStatus: 1, version: rx.version, overrides } }),
  };
}

/** Key and code of a refusal. */
export async function refusal(act: Promise<unknown>): Promise<{ key: string; code: number }> {
  try {
    await act;
  } catch (error) {
    if (isAppError(error)) return { key: error.key, code: error.code };
    throw error;
  }
  return { key: 'allowed', code: EnvelopeCode.Ok };
}

export const withLine = (over: Parameters<typeof line>[0]) => ({ prescriptionDetailList: [line(over)] });

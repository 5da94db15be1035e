import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { settings } from '../../contract/settings.ts';
import { hostOf, isLocalAddress, type ModelSettings } from '../../domain/model/model-settings.ts';
import { simulationTable } from '../tables/usage.table.ts';
import type { ReadCtx } from '../tables/tables.ts';

export interface ModelInForce extends ModelSettings {
  readonly state: 'ready' | 'off' | 'blocked';
  readonly host: string;
  readonly local: boolean;
  readonly unmasked: boolean;
  readonly simulated: boolean;
}

/** Address, name and shape of the model that answers now: as the page of settings says, else the simulation of the demo system. */
export async function modelInForce(ctx: ReadCtx): Promise<ModelInForce> {
  const address = (await ctx.setting(settings, 'address')).trim().replace(/\/{1,3}$/, '');
  if (address !== '') {
    const model = {
      ...{ address, apiKey: (await ctx.setting(settings, 'apiKey')).trim(), modelName: await ctx.setting(settings, 'modelName') },
      ...{ shape: await ctx.setting(settings, 'shape'), simulated: false },
    };
    return await stateOf(ctx, model);
  }
  const [simulation] = await simulationTable.everywhere(ctx, 'the model that the whole demo system asks').execute();
  const none = { address: '', apiKey: '', modelName: '', shape: 'openai', simulated: false } as const;
  if (!simulation) return { ...none, state: 'off', host: '', local: false, unmasked: false };
  return await stateOf(ctx, { ...none, address: simulation.address, modelName: simulation.modelName, simulated: true });
}

async function stateOf(ctx: ReadCtx, model: ModelSettings & { readonly simulated: boolean }): Promise<ModelInForce> {
  const local = isLocalAddress(model.address);
  const unmasked = local && (await ctx.setting(settings, 'unmaskedLocal')) === 1;
  return { ...model, state: ctx.outbound.allows(model.address) ? 'ready' : 'blocked', host: hostOf(model.address), local, unmasked };
}

/** @throws AppError `assistant.off`, `assistant.not-listed` */
export function requireReady({ state, host }: ModelInForce): void {
  if (state === 'off') throw new AppError('assistant.off', { code: EnvelopeCode.Refused });
  if (state === 'blocked') throw new AppError('assistant.not-listed', { code: EnvelopeCode.Refused, params: { host } });
}

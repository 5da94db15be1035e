import { AppError, EnvelopeCode, type ServiceToken } from '@nephra/plugin-sdk/contract';

interface Offer {
  readonly pluginId: string;
  readonly create: () => unknown;
  made?: { readonly service: unknown };
}

/** What running plugins offer each other. Looked up at each use, so nobody keeps a service of a plugin that is off. */
export class ServiceRegistry {
  readonly #offers = new Map<string, Offer>();

  /** Plugin that offers a service now. */
  ownerOf(id: string): string | undefined {
    return this.#offers.get(id)?.pluginId;
  }

  offer(id: string, pluginId: string, create: () => unknown): void {
    this.#offers.set(id, { pluginId, create });
  }

  withdraw(pluginId: string): void {
    for (const [id, offer] of this.#offers) if (offer.pluginId === pluginId) this.#offers.delete(id);
  }

  /** Made on first use, so that plugins may need each other in any order. */
  find<T>(token: ServiceToken<T>): T | undefined {
    const offer = this.#offers.get(token.id);
    if (!offer) return undefined;
    offer.made ??= { service: offer.create() };
    return offer.made.service as T;
  }

  /** @throws AppError `core.service-missing` */
  get<T>(token: ServiceToken<T>): T {
    const found = this.find(token);
    if (found === undefined) throw new AppError('core.service-missing', { code: EnvelopeCode.Unavailable, params: { service: token.id } });
    return found;
  }
}

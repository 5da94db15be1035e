import type { PlatformAnswer, RegionCode } from '../model.ts';
import type { Node } from '../nodes.ts';

/** What came over HTTP, path below the region's base. */
export interface Received {
  readonly method: string;
  /** `/2207`, `/call`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface GatewayError {
  readonly errcode: string;
  readonly errmsg: string;
}

/** What a profile makes of it. */
export type Reading =
  | { readonly kind: 'message'; readonly envelope: Node; readonly infno: string; readonly file?: Buffer }
  /** Answered by the gateway or agent itself; the platform never sees it. */
  | { readonly kind: 'own'; readonly status: number; readonly body: Node };

export interface Profile {
  readonly code: RegionCode;
  read(request: Received, now: Date): Reading;
  /** Body of the HTTP answer. */
  answer(answer: PlatformAnswer): Node;
  /** A gateway between agent and platform says no. */
  gatewayError(error: GatewayError): Node;
}

export const parseObject = (text: string): Node | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : undefined;
  } catch {
    return undefined;
  }
};

export const infnoOf = (envelope: Node): string => (typeof envelope.infno === 'string' ? envelope.infno : '');

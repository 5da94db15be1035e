import type { OrgId } from '../ids.ts';
import type { Language } from '../menu/menu.ts';
import { defineExtension } from '../plugin/service.ts';
import type { NationalEnvelope, NationalAnswer } from './national.ts';

type Text = Readonly<Record<Language, string>>;

/** One thing an administrator fills in for a facility of this region, besides what every region needs. */
export interface RegionField {
  readonly key: string;
  readonly title: Text;
  /** What it is and where to get it. */
  readonly hint: Text;
  /** Never shown again once stored. */
  readonly secret: boolean;
  readonly required: boolean;
  readonly placeholder?: string;
}

/** How one facility reaches its platform. Secrets are in the open here: never log it, never answer with it. */
export interface RegionConnection {
  readonly orgId: OrgId;
  readonly region: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly fixmedinsCode: string;
  readonly fixmedinsName: string;
  readonly mdtrtareaAdmvs: string;
  readonly recerSysCode: string;
  readonly infver: string;
  /** Values of the region's own fields, secret ones among them. */
  readonly values: Readonly<Record<string, string>>;
}

/** Clock and randomness of one message, handed in. */
export interface Moment {
  readonly now: Date;
  /** 10 random digits. */
  readonly nonce: string;
}

export interface TransportRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** What an HTTP answer means, before anybody asks what it means for money. */
export type TransportReading =
  | { readonly kind: 'answer'; readonly answer: NationalAnswer }
  /** Stopped on the way. `forwarded` is false only when it is certain that the platform never saw it. */
  | { readonly kind: 'gateway'; readonly errcode: string; readonly errmsg: string; readonly forwarded: boolean }
  /** Not readable: half an answer, a page of HTML, nothing. */
  | { readonly kind: 'broken'; readonly reason: string };

/** What is different in a region. Everything that a rule of the core would otherwise ask "which province?" for. */
export interface RegionRules {
  /** Numbers under which the region takes these three; a regional form keeps the four national digits in front. */
  readonly transactions: { readonly visit: `2203${string}`; readonly preSettle: `2206${string}`; readonly settle: `2207${string}` };
  /** Members that the region wants in those three besides the national ones: in `mdtrtinfo` of the visit, in `data` of the other two. */
  readonly extras?: Readonly<Partial<Record<'visit' | 'preSettle' | 'settle', Readonly<Record<string, string | number>>>>>;
  /** 5204 wants a settlement number: then a lost settlement cannot be looked up by visit and 2601 comes first. */
  readonly feeQueryNeedsSetlId: boolean;
  /** Words in a `-1` text that speak of the system and not of the case: the outcome is unknown. */
  readonly unknownWords: readonly string[];
  /** Words in a refusal of 2601 that mean "there is no such message": then nothing happened. */
  readonly noOriginalWords: readonly string[];
  /** Longest `input` as text; a longer fee list goes in several batches. */
  readonly maxInputChars: number;
  /** One visit for the whole month of a dialysis patient, or one for each session. */
  readonly monthVisit: 'month' | 'session';
  /** Ways to prove who the patient is (dictionary mdtrt_cert_type) when he is there, and when a month is settled without him. */
  readonly certTypes: readonly ('01' | '02' | '03')[];
  readonly monthCertTypes: readonly ('02' | '03')[];
  /** Chronic disease under which dialysis is filed; its codes differ by province. */
  readonly dialysisDisease: { readonly code: string; readonly name: string };
  /** Clock difference that the gateway accepts, in seconds; null when nobody checks. */
  readonly clockWindowSeconds: number | null;
  /** `stmt_rslt` values that mean "equal". */
  readonly equalResults: readonly string[];
}

/**
 * What a site plugin adds to `insurance.region@1`. Pure: no network, no clock, no randomness of its own. Whoever calls its functions awaits them: those of a
 * package from outside run in a process of its own.
 */
export interface RegionAdapter {
  /** `guangdong`; also in `insurance.connection.region`. */
  readonly code: string;
  readonly title: Text;
  /** Facility codes of the region start so: `H44`. A suggestion for set-up, not a check. */
  readonly facilityPrefixes: readonly string[];
  readonly transport: 'gateway' | 'agent';
  readonly defaultBaseUrl: string;
  readonly fields: readonly RegionField[];
  readonly rules: RegionRules;
  request(envelope: NationalEnvelope, connection: RegionConnection, moment: Moment): TransportRequest;
  /** 9101: a file beside its envelope. */
  upload(
    envelope: NationalEnvelope,
    file: { readonly name: string; readonly content: Uint8Array },
    connection: RegionConnection,
    moment: Moment,
  ): TransportRequest;
  read(reply: { readonly status: number; readonly contentType: string; readonly text: string }): TransportReading;
}

/** The extension point of site plugins: a region that none of them brings cannot be chosen. */
export const insuranceRegions = defineExtension<RegionAdapter>('insurance.region@1', {
  code: 'text',
  title: 'title',
  facilityPrefixes: 'texts',
  transport: 'text',
  defaultBaseUrl: 'text',
  fields: [{ key: 'text', title: 'title', hint: 'title', secret: 'boolean', required: 'boolean' }],
  rules: {
    transactions: { visit: 'text', preSettle: 'text', settle: 'text' },
    feeQueryNeedsSetlId: 'boolean',
    unknownWords: 'texts',
    noOriginalWords: 'texts',
    maxInputChars: 'number',
    monthVisit: 'text',
    certTypes: 'texts',
    monthCertTypes: 'texts',
    dialysisDisease: { code: 'text', name: 'text' },
    equalResults: 'texts',
  },
  request: 'function',
  upload: 'function',
  read: 'function',
});

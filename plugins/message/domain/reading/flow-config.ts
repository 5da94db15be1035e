/** Which part of a workflow a message speaks of. */
export interface FlowConfig {
  /** 1: begun by the reader, 2: waits for them, 3: sent to them for information. */
  readonly type: 1 | 2 | 3;
  readonly enCode: string;
  readonly flowId: string;
  readonly processId: string;
  readonly taskNodeId: string;
  readonly taskOperatorId: string;
}

/** Longer ones are nobody's message body. */
const MAX_CONFIG = 20_000;

/** Address of the page that a message body of a workflow opens (spec 2.1-13): base64 of the URL-encoded text. */
export const flowAddress = (bodyText: string): string => `/workFlowDetail?config=${encodeURIComponent(btoa(encodeURIComponent(bodyText)))}`;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function ofBase64(text: string): string | undefined {
  try {
    // A query turns the plus sign of base64 into a space.
    return new TextDecoder().decode(Uint8Array.from(atob(text.replaceAll(' ', '+')), (sign) => sign.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

const textIn = (value: Readonly<Record<string, unknown>>, name: string): string => {
  const found = value[name];
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
};

/**
 * What the address of a workflow detail asks for. The platform writes base64 of the text and encodes that for the address, the specification says
 * base64 of the encoded text: both are read.
 * @returns undefined for a text that is neither
 */
export function readFlowConfig(config: string): FlowConfig | undefined {
  if (config.length > MAX_CONFIG) return undefined;
  const inner = ofBase64(config) ?? ofBase64(decoded(config) ?? '');
  const value = inner === undefined ? undefined : (parsed(inner) ?? parsed(decoded(inner)));
  const type = Number(value?.type);
  if (value === undefined || (type !== 1 && type !== 2 && type !== 3)) return undefined;
  return {
    type,
    enCode: textIn(value, 'enCode'),
    flowId: textIn(value, 'flowId'),
    processId: textIn(value, 'processId'),
    taskNodeId: textIn(value, 'taskNodeId'),
    taskOperatorId: textIn(value, 'taskOperatorId'),
  };
}

import type { Need, Route } from '@nephra/plugin-sdk/contract';
import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { BoundRoute } from './pipeline/bound-route.ts';

type Json = Record<string, unknown>;

const needText = (need: Need): string => (typeof need === 'string' ? need : need.anyOf.join(' or '));

const parametersOf = (place: 'path' | 'query', schema: unknown): Json[] => {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({ name, in: place, required: place === 'path' || required.includes(name), schema: property }));
};

const CONTENT_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data', text: 'text/xml' } as const;

function requestBody(route: Route): Json | undefined {
  if (route.method === 'GET') return undefined;
  const encoding = route.encoding ?? 'json';
  if (encoding === 'multipart') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    return { required: true, content: { [CONTENT_TYPES.multipart]: { schema } } };
  }
  return route.body ? { required: true, content: { [CONTENT_TYPES[encoding]]: { schema: route.body } } } : undefined;
}

const envelope = (data: unknown): Json => ({
  type: 'object',
  properties: {
    code: { type: 'integer', description: 'See the list of codes at the top.' },
    msg: { type: 'string' },
    data,
    timestamp: { type: 'integer', description: 'Milliseconds' },
    extras: { description: 'Null, or facts about a refusal: error, params, fields, reference.' },
  },
  required: ['code', 'msg', 'data', 'timestamp'],
});

const namedText = (route: Route): string =>
  route.method !== 'GET' && route.actName !== undefined ? ` Named by: ${route.actName}; what is refused is never done under its name.` : '';

function operation({ name, route, owner }: BoundRoute): Json {
  const answer = route.raw
    ? {
        description: route.link ? 'Bytes for callers that accept application/octet-stream, else an address to fetch them from once' : 'Bytes',
        content: { 'application/octet-stream': {}, ...(route.link ? { 'application/json': { schema: envelope(route.reply) } } : {}) },
      }
    : { description: 'Envelope', content: { 'application/json': { schema: envelope(route.reply) } } };
  const parameters = [...parametersOf('path', route.params), ...parametersOf('query', route.query)];
  if (route.retry === 'idempotent-key') {
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', minLength: 8, maxLength: 120 } });
  }
  const body = requestBody(route);
  return {
    operationId: `${owner.id}.${name}`,
    tags: [owner.id],
    summary: route.summary,
    description: `Needs: ${needText(route.need)}. Audit: ${route.audit}.${route.retry ? ` Twice: ${route.retry}.` : ''}${namedText(route)}`,
    ...(parameters.length ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: { 200: answer },
    security: route.need === 'public' ? [] : [{ token: [] }],
    ...(route.spec ? { 'x-spec': route.spec } : {}),
  };
}

/** Describes routes in OpenAPI 3.1; their schemas are JSON Schema already. */
export function openApiDocument(routes: readonly BoundRoute[], info: { title: string; version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const bound of routes) {
    const { path, method } = bound.route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(bound) };
  }
  const codes = Object.entries(EnvelopeCode).map(([name, code]) => `${code} ${name}`);
  return {
    openapi: '3.1.0',
    info: { ...info, description: `HTTP status is 200 for every answer of a route; the member code tells: ${codes.join(', ')}.` },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

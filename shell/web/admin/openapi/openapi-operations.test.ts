import { describe, expect, it } from 'vitest';
import { readOperations, searchOperations, shapeText } from './openapi-operations.ts';

const document = {
  openapi: '3.0.3',
  components: { schemas: { Row: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, next: { $ref: '#/components/schemas/Row' } } } } },
  paths: {
    '/api/his/patient/{id}': {
      get: {
        summary: 'One patient',
        tags: ['patient'],
        description: 'Needs: perm:his.patient.',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          '200': {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { code: { type: 'integer' }, data: { type: 'array', items: { $ref: '#/components/schemas/Row' } } } },
              },
            },
          },
        },
      },
    },
    '/api/his/charge/month': {
      post: {
        summary: 'Charge a month',
        tags: ['charge'],
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', properties: { month: { type: 'string' }, kind: { enum: [1, 2] } }, required: ['month'] } },
          },
        },
        responses: {},
      },
      parameters: 'malformed',
    },
  },
};

describe('calls of an OpenAPI document', () => {
  const operations = readOperations(document);

  it('lists calls by path with what the document says about them', () => {
    expect(operations.map(({ method, path, description }) => [method, path, description])).toEqual([
      ['POST', '/api/his/charge/month', ''],
      ['GET', '/api/his/patient/{id}', 'Needs: perm:his.patient.'],
    ]);
  });

  it('writes shapes in the words of TypeScript, without the envelope and without endless circles', () => {
    expect(operations[0]?.details()).toMatchObject({ body: '{\n  month: string\n  kind?: 1 | 2\n}', reply: '' });
    const reply = operations[1]?.details().reply;
    expect(reply?.startsWith('{\n  id: string')).toBe(true);
    expect(reply).toContain('…');
    expect(shapeText({ anyOf: [{ type: 'string' }, { type: 'null' }] }, {})).toBe('string | null');
    expect(shapeText({ allOf: [{ type: 'string' }], nullable: true }, {})).toBe('string | null');
    expect(shapeText({ type: 'array', items: { enum: ['a', 'b'] } }, {})).toBe('("a" | "b")[]');
  });

  it('finds by every word', () => {
    expect(searchOperations(operations, 'month POST').map((found) => found.path)).toEqual(['/api/his/charge/month']);
    expect(searchOperations(operations, 'patient charge')).toEqual([]);
    expect(searchOperations(operations, '')).toHaveLength(2);
  });

  it('survives a document that is none', () => {
    for (const broken of [null, 'text', 3, [], { paths: [] }, { paths: { '/x': null } }]) expect(readOperations(broken)).toEqual([]);
  });
});

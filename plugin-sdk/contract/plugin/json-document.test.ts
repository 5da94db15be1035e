import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonDocument } from './json-document.ts';

const text = `{
  "site": { "name": "院" },
  "plugins": [
    { "id": "patient", "enabled": true },
    { "id": "pharmacy",   "enabled": false, "reason": "test" }
  ]
}
`;

describe('JSON document', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const written = JSON.stringify(value, null, indent);
        fc.pre(!written.includes('__proto__'));
        expect(new JsonDocument(written).value).toEqual(JSON.parse(written));
      }),
    );
  });

  it('says line and column of what is wrong', () => {
    expect(() => new JsonDocument('{\n  "a": 1,\n}')).toThrowError('line 3, column 1: a comma before } is one too many');
    expect(() => new JsonDocument('{\n  "a": 1\n  "b": 2\n}')).toThrowError('line 3, column 3: a comma or } is missing');
    expect(() => new JsonDocument('{ "a": tru }')).toThrowError('line 1, column 8: this is not a valid value');
    expect(() => new JsonDocument('{ "a": 1, "a": 2 }')).toThrowError('the name "a" stands twice');
    expect(() => new JsonDocument('{ "a": "x')).toThrowError('line 1, column 8: this text has no closing quote');
    expect(() => new JsonDocument('')).toThrowError('line 1, column 1: the text ends too early');
    expect(() => new JsonDocument('{} x')).toThrowError('there is text after the end');
    expect(() => new JsonDocument('['.repeat(100))).toThrowError('nested too deeply');
  });

  it('finds values and changes one without touching the rest', () => {
    const document = new JsonDocument(text);
    expect(document.positionOf('/plugins/1/enabled')).toEqual({ line: 5, column: 38 });
    expect(document.positionOf('/plugins/1/version')).toEqual({ line: 5, column: 5 });
    expect(document.withValue('/plugins/1/enabled', true)).toBe(text.replace('"enabled": false', '"enabled": true'));
    expect(document.withMemberAfter('/plugins/0/enabled', 'reason', '停')).toBe(text.replace('"enabled": true', '"enabled": true, "reason": "停"'));
    expect(document.withValue('/plugins/7/enabled', true)).toBeUndefined();
  });

  it('takes a member away with its comma, wherever it stands, and adds one', () => {
    const three = '{ "a": 1,\n  "b": [1, 2], "c": "x" }';
    expect(new JsonDocument(three).withoutMember('/a')).toBe('{ "b": [1, 2], "c": "x" }');
    expect(new JsonDocument(three).withoutMember('/b')).toBe('{ "a": 1,\n  "c": "x" }');
    expect(new JsonDocument(three).withoutMember('/c')).toBe('{ "a": 1,\n  "b": [1, 2] }');
    expect(new JsonDocument('{ "a": 1 }').withoutMember('/a')).toBe('{ }');
    expect(new JsonDocument(three).withoutMember('/d')).toBeUndefined();
    expect(new JsonDocument(three).withMember('', 'd', true, 'a')).toBe('{ "a": 1, "d": true,\n  "b": [1, 2], "c": "x" }');
  });

  it('whatever stands there, one member more or less is the only difference', () => {
    const name = fc.stringMatching(/^[a-z]{1,3}$/);
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue(), { minKeys: 1 }), fc.constantFrom(0, 2), fc.nat(), (object, indent, at) => {
        const written = JSON.stringify(object, null, indent);
        fc.pre(!written.includes('__proto__'));
        const key = Object.keys(object)[at % Object.keys(object).length] ?? '';
        const { [key]: _gone, ...rest } = object;
        expect(JSON.parse(new JsonDocument(written).withoutMember(`/${key}`) ?? '')).toEqual(JSON.parse(JSON.stringify(rest)));
        const list = JSON.stringify({ list: Object.keys(object) }, null, indent);
        expect(JSON.parse(new JsonDocument(list).withElement('/list', 'more') ?? '')).toEqual({ list: [...Object.keys(object), 'more'] });
      }),
    );
    expect(new JsonDocument('{"list": []}').withElement('/list', 1)).toBe('{"list": [1]}');
  });
});

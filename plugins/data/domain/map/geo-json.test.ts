import { describe, expect, it } from 'vitest';
import { MAX_MAP_FEATURES, MAX_MAP_POSITIONS } from '../../contract/map/map-limits.ts';
import { FLOOR_PLAN } from './floor-plan.ts';
import { readGeoJson } from './geo-json.ts';

const square = [
  [0, 0],
  [0, 1],
  [1, 1],
  [0, 0],
];
const feature = (geometry: unknown, properties: unknown = { name: 'SIM' }) => ({ type: 'Feature', properties, geometry });
const map = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });

describe('[2.5-06] a file of GeoJSON', () => {
  it.each([
    ['a point', { type: 'Point', coordinates: [113.3, 23.1] }],
    [
      'points',
      {
        type: 'MultiPoint',
        coordinates: [
          [180, 90],
          [-180, -90],
        ],
      },
    ],
    [
      'a line',
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
    [
      'lines',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
    ],
    ['an area with a hole', polygon(square, square)],
    ['areas', { type: 'MultiPolygon', coordinates: [[square], [square]] }],
    ['a collection', { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [0, 0] }] }],
  ])('%s comes out as it went in', (_what, geometry) => {
    expect(readGeoJson(map(feature(geometry)))).toEqual({ features: 1, text: map(feature(geometry)) });
  });

  it('one feature alone is a map of one; heights, strange members and a byte order mark are left behind', () => {
    const one = { ...feature({ type: 'Point', coordinates: [1, 2, 300], crs: 'x' }, { name: 'SIM', level: 2, nested: { a: 1 }, yes: true }), id: 7, bbox: [] };
    const kept = map(feature({ type: 'Point', coordinates: [1, 2] }, { name: 'SIM', level: 2 }));
    expect(readGeoJson(`\uFEFF${JSON.stringify(one)}`)).toEqual({ features: 1, text: kept });
  });

  it.each([
    ['no JSON', '{"type":', { flaw: 'map-not-json', path: '' }],
    ['a list', '[]', { flaw: 'map-not-geojson', path: '' }],
    ['another type', '{"type":"Topology","objects":{}}', { flaw: 'map-not-geojson', path: '' }],
    ['a bare geometry', JSON.stringify(polygon(square)), { flaw: 'map-not-geojson', path: '' }],
    ['no shape', map(), { flaw: 'map-empty', path: 'features' }],
    ['a shape that is none', map(feature(polygon(square)), null), { flaw: 'map-feature', path: 'features[1]' }],
    ['a shape without geometry', map(feature(null)), { flaw: 'map-geometry', path: 'features[0].geometry' }],
    ['an unknown geometry', map(feature({ type: 'Circle' })), { flaw: 'map-geometry', path: 'features[0].geometry.type' }],
    ['text as coordinate', map(feature({ type: 'Point', coordinates: ['1', 2] })), { flaw: 'map-position', path: 'features[0].geometry.coordinates' }],
    ['one number', map(feature({ type: 'Point', coordinates: [1] })), { flaw: 'map-position', path: 'features[0].geometry.coordinates' }],
    [
      'a latitude of 91',
      map(
        feature({
          type: 'LineString',
          coordinates: [
            [0, 0],
            [0, 91],
          ],
        }),
      ),
      { flaw: 'map-range', path: 'features[0].geometry.coordinates[1]' },
    ],
    [
      'metres instead of degrees',
      map(feature({ type: 'Point', coordinates: [12_613_000, 2_640_000] })),
      { flaw: 'map-range', path: 'features[0].geometry.coordinates' },
    ],
    ['a line of one point', map(feature({ type: 'LineString', coordinates: [[0, 0]] })), { flaw: 'map-short', path: 'features[0].geometry.coordinates' }],
    ['a ring of three points', map(feature(polygon(square.slice(1)))), { flaw: 'map-short', path: 'features[0].geometry.coordinates[0]' }],
    ['an area without ring', map(feature(polygon())), { flaw: 'map-short', path: 'features[0].geometry.coordinates' }],
    ['an open ring', map(feature(polygon(square, [...square.slice(0, 3), [2, 2]]))), { flaw: 'map-open-ring', path: 'features[0].geometry.coordinates[1]' }],
  ])('%s is told with its place', (_what, text, flaw) => expect(readGeoJson(text)).toEqual(flaw));

  it('more shapes or positions than can be drawn are told', () => {
    const point = feature({ type: 'Point', coordinates: [0, 0] });
    expect(readGeoJson(map(...Array.from({ length: MAX_MAP_FEATURES + 1 }, () => point)))).toEqual({ flaw: 'map-too-many-shapes', path: 'features' });
    const long = Array.from({ length: MAX_MAP_POSITIONS + 1 }, () => [0, 0]);
    expect(readGeoJson(map(feature({ type: 'LineString', coordinates: long })))).toMatchObject({ flaw: 'map-too-many-points' });
  });

  it('collections inside collections end somewhere', () => {
    const deep = (levels: number): object =>
      levels === 0 ? { type: 'Point', coordinates: [0, 0] } : { type: 'GeometryCollection', geometries: [deep(levels - 1)] };
    expect(readGeoJson(map(feature(deep(4))))).toMatchObject({ features: 1 });
    expect(readGeoJson(map(feature(deep(5))))).toMatchObject({ flaw: 'map-geometry' });
  });

  it('the floor plan of the demo is a map', () => {
    expect(readGeoJson(FLOOR_PLAN)).toMatchObject({ features: 12 });
  });
});

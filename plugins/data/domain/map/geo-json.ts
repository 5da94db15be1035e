import { MAX_MAP_FEATURES, MAX_MAP_POSITIONS } from '../../contract/map/map-limits.ts';

/** Why a file is no map: keys below `errors.data`, and where in the file: `features[3].geometry.coordinates[0][2]`. */
export interface MapFlaw {
  readonly flaw:
    | 'map-not-json'
    | 'map-not-geojson'
    | 'map-empty'
    | 'map-feature'
    | 'map-geometry'
    | 'map-position'
    | 'map-range'
    | 'map-short'
    | 'map-open-ring'
    | 'map-too-many-shapes'
    | 'map-too-many-points';
  readonly path: string;
}

export interface ReadMap {
  /** Shapes in it. */
  readonly features: number;
  /** The same as one line of JSON: a FeatureCollection of what is drawn, and nothing else of the file. */
  readonly text: string;
}

type Members = Readonly<Record<string, unknown>>;
type Position = readonly [number, number];

class Flawed extends Error {
  readonly flaw: MapFlaw;

  constructor(flaw: MapFlaw['flaw'], path: string) {
    super(flaw);
    this.flaw = { flaw, path };
  }
}

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Words beside a shape that are kept: texts and numbers; a chart shows `name`. */
const MAX_WORD = 200;
const MAX_WORDS = 20;
const MIN_LINE = 2;
/** A triangle whose end is its beginning. */
const MIN_RING = 4;
const MAX_LONGITUDE = 180;
const MAX_LATITUDE = 90;
/** Collections inside each other. */
const MAX_DEPTH = 4;

/** Reads one geometry, and counts positions over the whole file. */
class GeometryReader {
  #positions = 0;

  read(value: unknown, path: string, depth = 0): Members {
    if (!isMembers(value)) throw new Flawed('map-geometry', path);
    const { type, coordinates, geometries } = value;
    const at = `${path}.coordinates`;
    switch (type) {
      case 'Point':
        return { type, coordinates: this.#position(coordinates, at) };
      case 'MultiPoint':
        return { type, coordinates: this.#each(coordinates, at, 1, (one, place) => this.#position(one, place)) };
      case 'LineString':
        return { type, coordinates: this.#line(coordinates, at) };
      case 'MultiLineString':
        return { type, coordinates: this.#each(coordinates, at, 1, (one, place) => this.#line(one, place)) };
      case 'Polygon':
        return { type, coordinates: this.#polygon(coordinates, at) };
      case 'MultiPolygon':
        return { type, coordinates: this.#each(coordinates, at, 1, (one, place) => this.#polygon(one, place)) };
      case 'GeometryCollection': {
        if (depth === MAX_DEPTH) throw new Flawed('map-geometry', path);
        return { type, geometries: this.#each(geometries, `${path}.geometries`, 1, (one, place) => this.read(one, place, depth + 1)) };
      }
      default:
        throw new Flawed('map-geometry', `${path}.type`);
    }
  }

  #each<T>(value: unknown, path: string, least: number, read: (one: unknown, path: string) => T): T[] {
    if (!Array.isArray(value)) throw new Flawed('map-geometry', path);
    if (value.length < least) throw new Flawed('map-short', path);
    return value.map((one: unknown, at) => read(one, `${path}[${at}]`));
  }

  #position(value: unknown, path: string): Position {
    // A third number is a height, which no map draws.
    if (!Array.isArray(value) || value.length < 2 || value.length > 3 || !value.every((one) => typeof one === 'number' && Number.isFinite(one)))
      throw new Flawed('map-position', path);
    const [longitude, latitude] = value as [number, number];
    if (Math.abs(longitude) > MAX_LONGITUDE || Math.abs(latitude) > MAX_LATITUDE) throw new Flawed('map-range', path);
    this.#positions += 1;
    if (this.#positions > MAX_MAP_POSITIONS) throw new Flawed('map-too-many-points', path);
    return [longitude, latitude];
  }

  #line(value: unknown, path: string): Position[] {
    return this.#each(value, path, MIN_LINE, (one, at) => this.#position(one, at));
  }

  #ring(value: unknown, path: string): Position[] {
    const ring = this.#each(value, path, MIN_RING, (one, at) => this.#position(one, at));
    const [first, last] = [ring[0], ring.at(-1)];
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) throw new Flawed('map-open-ring', path);
    return ring;
  }

  #polygon(value: unknown, path: string): Position[][] {
    return this.#each(value, path, 1, (one, at) => this.#ring(one, at));
  }
}

function wordsOf(properties: unknown): Members {
  if (!isMembers(properties)) return {};
  const kept = Object.entries(properties).flatMap(([name, value]): [string, unknown][] => {
    if (name.length > MAX_WORD || name === '__proto__') return [];
    if (typeof value === 'string') return [[name, value.slice(0, MAX_WORD)]];
    return typeof value === 'number' && Number.isFinite(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(kept.slice(0, MAX_WORDS));
}

function featureOf(value: unknown, path: string, geometries: GeometryReader): Members {
  if (!isMembers(value) || value.type !== 'Feature') throw new Flawed('map-feature', path);
  return { type: 'Feature', properties: wordsOf(value.properties), geometry: geometries.read(value.geometry, path === '' ? 'geometry' : `${path}.geometry`) };
}

/**
 * A file of GeoJSON (RFC 7946): a FeatureCollection or one Feature, coordinates in degrees of longitude and latitude, rings closed. The first thing that is
 * wrong is told.
 */
export function readGeoJson(text: string): ReadMap | MapFlaw {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { flaw: 'map-not-json', path: '' };
  }
  try {
    const geometries = new GeometryReader();
    const features = isMembers(value) && value.type === 'Feature' ? [featureOf(value, '', geometries)] : featuresOf(value, geometries);
    return { features: features.length, text: JSON.stringify({ type: 'FeatureCollection', features }) };
  } catch (error) {
    if (error instanceof Flawed) return error.flaw;
    throw error;
  }
}

function featuresOf(value: unknown, geometries: GeometryReader): Members[] {
  if (!isMembers(value) || value.type !== 'FeatureCollection' || !Array.isArray(value.features)) throw new Flawed('map-not-geojson', '');
  if (value.features.length === 0) throw new Flawed('map-empty', 'features');
  if (value.features.length > MAX_MAP_FEATURES) throw new Flawed('map-too-many-shapes', 'features');
  return value.features.map((one: unknown, at) => featureOf(one, `features[${at}]`, geometries));
}

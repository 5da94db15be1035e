import { FACILITIES } from './staff.mjs';

const ALL_MODES = ['HD', 'HDF', 'HF', 'HP', 'HD+HP', 'IUF'];
const PLAIN_MODES = ['HD', 'HP', 'HD+HP', 'IUF'];
const ROOMS = [
  ['R1', '透析一室', 'A', 12],
  ['R2', '透析二室', 'A', 6],
  ['R3', '隔离透析室', 'BCDE', 6],
];
const code = (zone, at) => `${zone}${String(at).padStart(2, '0')}`;
const MAIN = [
  ...Array.from({ length: 12 }, (_, at) => ['R1', 'A', code('A', at + 1)]),
  ...Array.from({ length: 6 }, (_, at) => ['R2', 'A', code('A', at + 13)]),
  ...['B01', 'B02', 'B03', 'C01', 'D01', 'E01'].map((station) => ['R3', station[0], station]),
];
const OTHERS = [...Array.from({ length: 6 }, (_, at) => ['R1', 'A', code('A', at + 1)]), ['R3', 'B', 'B01'], ['R3', 'C', 'C01']];
/** Machines without haemodiafiltration, and one that is being repaired. */
const PLAIN = ['A14'];
const BROKEN = ['A18'];

/** Who works in each shift of a day of the main centre, by number of the shift: account, duty, zone. In the evening there are too few, and one serves two kinds of zones. */
const ROTA = [
  [
    ['nurse', 'nurse', 'A'],
    ['gz04', 'nurse', 'A'],
    ['gz05', 'nurse', 'B'],
    ['doctor', 'doctor', ''],
  ],
  [
    ['nurse', 'nurse', 'A'],
    ['gz03', 'nurse', 'A'],
    ['gz05', 'nurse', 'B'],
    ['doctor', 'doctor', ''],
  ],
  [
    ['gz03', 'nurse', 'A'],
    ['gz04', 'nurse', 'A'],
    ['gz04', 'nurse', 'C'],
    ['gz02', 'doctor', ''],
  ],
];

const SHIFTS = ['morning', 'afternoon', 'evening'];
const id = (kind, orgId, name) => `${kind}-${orgId.slice(4)}-${name}`;

/** Rooms, stations, machines and the rota; places on the board are made of the patterns when the demo starts. */
export function buildSchedule() {
  const [rooms, stations, machines] = [[], [], []];
  for (const orgId of FACILITIES) {
    const main = orgId === 'org-gz';
    const list = main ? MAIN : OTHERS;
    for (const [at, [room, fullName]] of ROOMS.entries())
      if (list.some(([of]) => of === room)) rooms.push({ id: id('room', orgId, room), orgId, enCode: room, fullName, sortCode: at + 1 });
    for (const [at, [room, zone, station]] of list.entries()) {
      const stationId = id('station', orgId, station);
      stations.push({ id: stationId, orgId, roomId: id('room', orgId, room), enCode: station, zone, sortCode: at + 1 });
      machines.push({
        id: id('machine', orgId, station),
        orgId,
        enCode: `SIM-HD-${orgId.slice(4).toUpperCase()}-${String(at + 1).padStart(2, '0')}`,
        model: main && PLAIN.includes(station) ? 'SIM 4008' : 'SIM 5008',
        modes: main && PLAIN.includes(station) ? PLAIN_MODES : ALL_MODES,
        zone: zone === 'A' ? '' : zone,
        stationId,
        state: main && BROKEN.includes(station) ? 'maintenance' : 'ready',
      });
    }
    machines.push({
      id: id('machine', orgId, 'spare'),
      orgId,
      enCode: `SIM-HD-${orgId.slice(4).toUpperCase()}-90`,
      model: 'SIM 5008',
      modes: ALL_MODES,
      zone: '',
      stationId: null,
      state: 'ready',
    });
  }
  const rota = ROTA.map((people, at) => ({
    shiftId: `class-gz-${SHIFTS[at]}`,
    people: people.map(([account, duty, zone]) => ({ userId: `user-${account}`, duty, zone })),
  }));
  return { rooms, stations, machines, rota: { orgId: 'org-gz', shifts: rota } };
}

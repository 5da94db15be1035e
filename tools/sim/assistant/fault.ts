/**
 * How the simulated model misbehaves, chosen by a test or by writing `SIM:<name>` into a question:
 * - `slow`: nothing comes for `slowMs`; `broken`: the connection is cut in the middle; `limited`: 429; `key`: 401; `down`: 500
 * - `garbage`: no JSON; `silent`: an answer without words; `endless`: words without end
 * - `short`: it has no more room and says so; `vanished`: a stream that just ends in the middle
 * - `hostile`: HTML, scripts, foreign links and pictures, orders to the reader, masks that nobody gave, tools that nobody offered
 */
export const FAULTS = ['slow', 'broken', 'limited', 'key', 'down', 'garbage', 'silent', 'endless', 'short', 'vanished', 'hostile'] as const;
export type Fault = (typeof FAULTS)[number];

export const faultIn = (prompt: string): Fault | undefined => FAULTS.find((fault) => prompt.includes(`SIM:${fault}`));

/**
 * How many requests of a page wait for each other. Pure: times in, requests out.
 */

/**
 * The longest row of requests of which each one began after the one before had ended: what a slow line makes a person wait for, whatever
 * its speed. Counted on a line with a delay, or requests that only happen to be over early count as waited for.
 * @param {readonly {url: string, start: number, end: number}[]} requests times on one clock
 * @returns {{url: string, start: number, end: number}[]} that row, first to last
 */
export function longestChain(requests) {
  const chain = [];
  let free = Number.NEGATIVE_INFINITY;
  // The one that ends first leaves most room for others; that is never a worse choice.
  for (const request of [...requests].sort((a, b) => a.end - b.end)) {
    if (request.start < free) continue;
    chain.push(request);
    free = request.end;
  }
  return chain;
}

/** Collects a page's requests by the browser's own clock; `done()` answers those that have ended, in seconds and wire bytes. */
export async function recordRequests(devtools) {
  const seen = new Map();
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    if (request.url.startsWith('data:')) return;
    seen.set(requestId, { url: request.url, method: request.method, type, start: timestamp, end: undefined, bytes: 0 });
  });
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const found = seen.get(requestId);
    if (found) Object.assign(found, { status: response.status, fromCache: response.fromDiskCache || response.fromPrefetchCache });
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => seen.delete(requestId));
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const found = seen.get(requestId);
    if (found) Object.assign(found, { end: timestamp, bytes: encodedDataLength });
  });
  return { done: () => [...seen.values()].filter(({ end }) => end !== undefined) };
}

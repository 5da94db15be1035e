/** What was sent, heard and received, and whether that fits together. */
const share = (sorted, part) => (sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]);

export class ChatLedger {
  #sentAt = new Map();
  #heard = new Set();
  /** Times a receiver was pushed each. */
  #received = new Map();
  #echoed = new Map();
  /** What stands on the receiver's screen: pushed, or read by the window when it came back. */
  #seen = new Set();
  #latencies = [];
  #heardAfter = [];
  #lastSeq = new Map();
  /** Up to which place each window has a conversation without a hole, as a page knows it. */
  #whole = new Map();
  outOfOrder = 0;
  refused = [];

  sent(ref) {
    this.#sentAt.set(ref, performance.now());
  }
  heard(ref, at) {
    this.#heard.add(ref);
    this.#heardAfter.push(at - this.#sentAt.get(ref));
  }
  /** @param window whose it is: places of a conversation must go up in each */
  pushed(frame, window, at) {
    const isEcho = frame.method === 'sendMessage';
    if (!isEcho && frame.method !== 'receiveMessage') return;
    const ref = (isEcho ? frame.toMessage : frame.formMessage).split(' ')[0];
    const counted = isEcho ? this.#echoed : this.#received;
    counted.set(ref, (counted.get(ref) ?? 0) + 1);
    const conversation = `${window}<${isEcho ? frame.toUserId : frame.formUserId}`;
    if (frame.seq === (this.#whole.get(conversation) ?? 0) + 1) this.#whole.set(conversation, frame.seq);
    if (isEcho) return;
    this.#seen.add(ref);
    this.#latencies.push(at - this.#sentAt.get(ref));
    if (frame.seq <= (this.#lastSeq.get(conversation) ?? 0)) this.outOfOrder += 1;
    this.#lastSeq.set(conversation, frame.seq);
  }
  /** Behind which place a window has to read: what was pushed after it came back does not hide what it missed. */
  wholeUpTo(window, peerId) {
    return this.#whole.get(`${window}<${peerId}`) ?? 0;
  }
  /** Read by a window that came back, of either side, in the order of the places. */
  readAgain(window, peerId, { seq, sendUserId, content }) {
    const conversation = `${window}<${peerId}`;
    this.#whole.set(conversation, Math.max(seq, this.#whole.get(conversation) ?? 0));
    if (sendUserId === peerId) this.#seen.add(content.split(' ')[0]);
  }
  /** Forgets nothing but the times: what the servers did until now was their warming up. */
  warm() {
    this.#latencies = [];
    this.#heardAfter = [];
  }

  /** Acknowledged, and not on the other screen yet. */
  get unseen() {
    return [...this.#heard].filter((ref) => !this.#seen.has(ref)).length;
  }

  /** @param stored all that is read back, by reference how often, and whether the places of each conversation were 1, 2, 3 … */
  report(stored) {
    const acknowledged = [...this.#heard];
    const latencies = this.#latencies.toSorted((a, b) => a - b);
    const heardAfter = this.#heardAfter.toSorted((a, b) => a - b);
    const twice = (counts) => [...counts.values()].filter((count) => count > 1).length;
    return {
      sent: this.#sentAt.size,
      acknowledged: acknowledged.length,
      refused: this.refused.length,
      acknowledgedButNotStored: acknowledged.filter((ref) => !stored.counts.has(ref)).length,
      storedTwice: twice(stored.counts),
      holesInOrder: stored.holes,
      sendersOrderBroken: stored.sendersOrderBroken,
      pushedToReceiver: this.#received.size,
      acknowledgedButNotSeen: acknowledged.filter((ref) => !this.#seen.has(ref)).length,
      acknowledgedButNotPushed: acknowledged.filter((ref) => !this.#received.has(ref)).length,
      pushedTwice: twice(this.#received) + twice(this.#echoed),
      pushedOutOfOrder: this.outOfOrder,
      p50ms: share(latencies, 0.5),
      p99ms: share(latencies, 0.99),
      maxMs: latencies.at(-1) ?? 0,
      heardP50ms: share(heardAfter, 0.5),
      heardP99ms: share(heardAfter, 0.99),
    };
  }
}

/** Reads every conversation back, as a window does that was away, and counts. */
export async function readBack(pairs, sessions, idOf) {
  const counts = new Map();
  let holes = 0;
  let sendersOrderBroken = 0;
  for (const [one, other] of pairs) {
    let after = 0;
    const last = new Map();
    for (let more = true; more; ) {
      const { code, msg, data } = await sessions[one].call('GET', `/api/chat/Messages?peerId=${idOf(other)}&afterSeq=${after}&pageSize=200`);
      if (code !== 200) throw new Error(msg);
      for (const { seq, content, sendUserId } of data.list) {
        if (seq !== after + 1) holes += 1;
        after = seq;
        const [ref, , number] = content.split(' ');
        counts.set(ref, (counts.get(ref) ?? 0) + 1);
        if (Number(number) <= (last.get(sendUserId) ?? -1)) sendersOrderBroken += 1;
        last.set(sendUserId, Number(number));
      }
      more = data.more;
    }
  }
  return { counts, holes, sendersOrderBroken };
}

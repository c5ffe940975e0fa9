/** How many proposals of each person are listed before a press shows the rest. */
const shownMax = 3;

/**
 * Folds away what one person proposes beyond a few: they mustn't bury what others ask.
 *
 * @param {WaitingCandidate[]} list
 * @param {Set<string>} unfolded Proposers of whom everything is listed.
 * @returns {{ shown: WaitingCandidate[], folded: { proposer: string, name: string, n: number }[] }}
 */
export function foldProposals(list, unfolded) {
  /** @type {Map<string, { proposer: string, name: string, n: number }>} */
  const counts = new Map();
  const shown = list.filter((each) => {
    const proposer = proposerOf(each);
    const { n } = counts.get(proposer) ?? { n: 0 };
    counts.set(proposer, { proposer, name: each.organizerName, n: n + 1 });
    return n < shownMax || unfolded.has(proposer);
  });
  const folded = [...counts.values()]
    .filter(({ proposer, n }) => n > shownMax && !unfolded.has(proposer))
    .map((each) => ({ ...each, n: each.n - shownMax }));
  return { shown, folded };
}

/** @param {WaitingCandidate} candidate @returns {string} Its organizer's account, or name. */
const proposerOf = ({ organizer, organizerName }) => organizer ?? organizerName;

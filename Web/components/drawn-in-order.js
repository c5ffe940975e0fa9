/**
 * Makes the function that reads a list from the server and draws it. Answers may overtake each
 * other: one that arrives after the answer to a later request is old and isn't drawn.
 *
 * @template Answer
 * @param {() => Promise<Answer>} read
 * @param {(answer: Answer) => unknown} draw
 * @returns {() => Promise<void>} Resolves when this answer or a newer one is drawn.
 */
export function drawnInOrder(read, draw) {
  let requested = 0;
  let drawn = 0;
  return async () => {
    requested += 1;
    const request = requested;
    const answer = await read();
    if (request < drawn) return;
    drawn = request;
    draw(answer);
  };
}

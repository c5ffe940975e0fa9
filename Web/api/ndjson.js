/**
 * Splits a stream of bytes into JSON records, one per line. A line may span any number of chunks.
 *
 * @param {ReadableStream<Uint8Array>} stream
 * @returns {AsyncGenerator<Iterable<any>>} The records of each chunk, in order, each parsed when
 *   it's taken: a chunk may be a megabyte, and the first record must not wait for the last.
 */
export async function* recordBatches(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (
      rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))
    ).split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    yield recordsOf(lines);
    if (done) return;
  }
}

/** @param {string[]} lines */
function* recordsOf(lines) {
  for (const line of lines) {
    if (line.trim() !== '') yield JSON.parse(line);
  }
}

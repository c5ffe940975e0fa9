/**
 * Cuts a stream of octets into JSON records, one a line; a line may span any number of pieces.
 *
 * @param {ReadableStream<Uint8Array>} stream
 * @returns {AsyncGenerator<any[]>} The records of each piece, in order.
 */
export async function* recordBatches(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n');
    rest = done ? '' : lines.pop() ?? '';
    const records = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
    if (records.length > 0) yield records;
    if (done) return;
  }
}

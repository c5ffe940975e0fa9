import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordBatches } from '../api/ndjson.js';

const text = '{"title":"Ana’s 🎂"}\n\n{"n":2}\n{"n":3}';
const expected = [{ title: 'Ana’s 🎂' }, { n: 2 }, { n: 3 }];

for (const size of [1, 2, 3, 7, 1000]) {
  test(`records are read whole from chunks of ${size} bytes`, async () => {
    const octets = new TextEncoder().encode(text);
    const stream = new ReadableStream({
      start(controller) {
        for (let at = 0; at < octets.length; at += size)
          controller.enqueue(octets.slice(at, at + size));
        controller.close();
      },
    });
    const records = [];
    for await (const batch of recordBatches(stream)) records.push(...batch);
    assert.deepEqual(records, expected);
  });
}

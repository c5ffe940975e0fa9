import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { settingWords } from '../i18n/setting-words.js';
import { comparable, folded, rankOf } from '../i18n/text-matching.js';

const catalogues = Object.fromEntries(
  ['en', 'de'].map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`../strings/${language}.json`, import.meta.url), 'utf8')),
  ]),
);

for (const [name, { en, de }] of Object.entries(settingWords)) {
  test(`the setting ${name} is found by its name in both languages`, () => {
    for (const [language, words] of Object.entries({ en, de })) {
      const said = catalogues[language][name];
      assert.ok(said, `${name} is no message`);
      const names = folded(said).match(/[\p{L}\p{N}]+/gu) ?? [];
      // Nobody looks for an article.
      const long = names.filter((word) => word.length > 3);
      const asked = long.length > 0 ? long : names;
      assert.ok(rankOf(asked.join(' '), comparable('', words)) <= 2, `${language}: ${said}`);
    }
  });
}

import { describe, expect, test } from 'vitest'
import { shortened, tag } from './ofx-text.ts'

describe('shortening', () => {
  for (const [what, text, kept] of [
    ['is whole when it fits', 'Kiln and Clay Studio', 'Kiln and Clay Studio'],
    ['is whole at exactly 32', 'x'.repeat(32), 'x'.repeat(32)],
    [
      'ends with a whole word',
      'Society for the Preservation of Harbour Lights',
      'Society for the Preservation of',
    ],
    [
      'ends with a word that ends at the limit',
      `${'a'.repeat(20)} ${'b'.repeat(11)} cc`,
      `${'a'.repeat(20)} ${'b'.repeat(11)}`,
    ],
    ['drops a comma at its end', 'Harbour Lights and Company, Incorporated', 'Harbour Lights and Company'],
    ['cuts a word that has no end in reach', `Dr ${'x'.repeat(40)}`, `Dr ${'x'.repeat(29)}`],
    ['keeps an accent with its letter', 'e\u0301'.repeat(40), 'e\u0301'.repeat(16)],
    ['keeps a family of emoji together', '👨‍👩‍👧'.repeat(10), '👨‍👩‍👧'.repeat(6)],
    ['is never empty', `e${'\u0301'.repeat(40)}`, `e${'\u0301'.repeat(31)}`],
  ] as const) {
    test(`an OFX name of at most 32 characters ${what}`, () => {
      expect(shortened(text, 32)).toBe(kept)
    })
  }
})

test('an OFX element escapes markup and replaces what XML cannot hold', () => {
  expect(tag('NAME', 'a<b> & \u0000 \ud800 مريم 🙂')).toBe(
    '<NAME>a&lt;b&gt; &amp; \ufffd \ufffd مريم 🙂</NAME>',
  )
})

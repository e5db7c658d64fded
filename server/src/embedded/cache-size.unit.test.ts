import { expect, test } from 'vitest'
import { cacheSize } from './cache-size.ts'

test('the page cache is a sixteenth of the memory, at least 128 MB and at most 1 GB', () => {
  const gibibytes = [1, 2, 4, 8, 16, 64].map((count) => cacheSize(count * 2 ** 30))
  expect(gibibytes).toEqual(['128MB', '128MB', '256MB', '512MB', '1024MB', '1024MB'])
})

import { expect, test } from 'vitest'
import { cacheSize } from './cache-size.ts'

test('a sixteenth of the memory holds pages: no less than PostgreSQL’s own 128 MB, no more than 1 GB', () => {
  const gibibytes = [1, 2, 4, 8, 16, 64].map((count) => cacheSize(count * 2 ** 30))
  expect(gibibytes).toEqual(['128MB', '128MB', '256MB', '512MB', '1024MB', '1024MB'])
})

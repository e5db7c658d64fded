import { expect, test } from 'vitest'
import { searchedDays } from './day-search.ts'

for (const [text, pattern] of [
  ['2026-11-05', '2026-11-05'],
  ['2026-11', '2026-11-__'],
  ['11/05/2026', '2026-11-05'],
  ['11/5', '____-11-05'],
  ['5.11.2026', '2026-11-05'],
  ['5.11.', '____-11-05'],
  ['5 Nov', '____-11-05'],
  ['5. november 2026', '2026-11-05'],
  ['Nov 5, 2026', '2026-11-05'],
  ['November 5th', '____-11-05'],
  ['Sept 2026', '2026-09-__'],
] as const) {
  test(`a search for "${text}" means the days ${pattern}`, () => expect(searchedDays(text)).toBe(pattern))
}

for (const text of ['May', '980', '5.11', '13/05/2026', '2026-13', '0 May', 'Marta 2026', '32 May', '']) {
  test(`a search for "${text}" means no day`, () => expect(searchedDays(text)).toBeUndefined())
}

import { expect, test } from 'vitest'
import { namedIdOf } from './named-id.ts'

test('the id of a text is a UUID of version 8, and the same for the same text', () => {
  expect(namedIdOf('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(namedIdOf('a')).toBe(namedIdOf('a'))
  expect(namedIdOf('a')).not.toBe(namedIdOf('b'))
})

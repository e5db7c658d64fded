import { expect, test } from 'vitest'
import { derivedId, gatewayVariants } from './derived-id.ts'

test('the ids of a text are UUIDs of version 8, and stay what they are in books that exist', () => {
  expect(derivedId('a')).toBe('ca978112-ca1b-8dca-8ac2-31b39a23dc4d')
  expect(derivedId('a', gatewayVariants)).toBe('ca978112-ca1b-8dca-bac2-31b39a23dc4d')
  expect(derivedId('')).toBe('e3b0c442-98fc-8c14-8afb-f4c8996fb924')
  expect(derivedId('', gatewayVariants)).toBe('e3b0c442-98fc-8c14-9afb-f4c8996fb924')
})

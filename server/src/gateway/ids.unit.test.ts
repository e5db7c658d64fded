import { timeOrderedId } from '@bank/contract/time-ordered-id'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findId, readNewId, writeId } from './ids.ts'

const now = new Date('2026-11-22T10:30:00.123Z')
/** As the clients write it: seconds, milliseconds, seven random digits. */
const clientId = (time: number, random: number) =>
  Math.floor(time / 1_000)
    .toString(16)
    .padStart(8, '0') +
  (time % 1_000).toString(16).padStart(5, '0') +
  random.toString(16).padStart(7, '0')

describe('ids of the hosted backend', () => {
  test('an id of a client is stored as a UUIDv7 of the same moment and read back as it was sent', () => {
    const times = fc.integer({ min: 0, max: 2 ** 32 * 1_000 - 1 })
    const randoms = fc.integer({ min: 0, max: 2 ** 28 - 1 })
    fc.assert(
      fc.property(times, randoms, (time, random) => {
        const id = clientId(time, random)
        const uuid = findId(id)!
        expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(time)
        expect(writeId(uuid)).toBe(id)
      }),
    )
  })

  test('a UUID that no client made is shown as itself, and found in upper case too', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(writeId(uuid)).toBe(uuid)
        expect(findId(uuid.toUpperCase())).toBe(uuid)
      }),
    )
    const own = timeOrderedId(now)
    expect(writeId(own)).toBe(own)
  })

  test('other text is no id', () => {
    const texts = [
      '',
      'unique()',
      'alice',
      `${clientId(0, 0)}0`,
      clientId(0, 0).slice(1),
      '69217a2800400000000g',
    ]
    // 1,000 milliseconds and more, and upper case, are never sent.
    for (const text of [...texts, '69217a28003e80000000', '69217A28000010000000']) {
      expect(findId(text), text).toBeUndefined()
    }
  })

  test('a new row gets a client’s id of today, a UUID without a time, or an id of the bank', () => {
    const today = clientId(now.getTime() - 3_600_000, 7)
    expect(readNewId('documentId', today, now)).toBe(findId(today))
    const random = crypto.randomUUID()
    expect(readNewId('documentId', random, now)).toBe(random)
    expect(readNewId('documentId', 'unique()', now).slice(0, 13)).toBe(timeOrderedId(now).slice(0, 13))
  })

  test('an id whose time is more than a day off is refused for a new row', () => {
    const day = 86_400_000
    for (const time of [now.getTime() - day - 1, now.getTime() + day + 1, 0]) {
      expect(() => readNewId('documentId', clientId(time, 1), now)).toThrow('Invalid `documentId` param')
      expect(() => readNewId('documentId', timeOrderedId(new Date(time)), now)).toThrow(
        'Invalid `documentId`',
      )
    }
    for (const value of [undefined, 7, {}, 'my-id']) {
      expect(() => readNewId('userId', value, now)).toThrow('Invalid `userId` param')
    }
  })
})

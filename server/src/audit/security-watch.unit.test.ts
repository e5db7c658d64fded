import { expect, test } from 'vitest'
import { openSecurityWatch } from './security-watch.ts'

const start = Date.UTC(2026, 10, 21, 12)
const event = (wishes: { kind?: string; network?: string; seconds?: number } = {}) => ({
  kind: wishes.kind ?? 'credentials_invalid',
  network: wishes.network ?? '203.0.113.0/24',
  userId: null,
  route: '/api/sessions',
  traceId: 'a trace',
  at: new Date(start + (wishes.seconds ?? 0) * 1_000),
})

test('ten events of a kind and network are kept in a minute, and the others are one count at its end', () => {
  const watch = openSecurityWatch()
  for (let at = 0; at < 146; at++) watch.note(event())
  watch.note(event({ network: '198.51.100.0/24' }))
  watch.note(event({ kind: 'csrf' }))
  const first = watch.take(start + 1_000)
  expect(first.map(({ leftOut }) => leftOut)).toEqual(Array(12).fill(0))
  expect(watch.take(start + 59_000)).toEqual([])
  expect(watch.take(start + 60_000)).toMatchObject([
    { kind: 'credentials_invalid', network: '203.0.113.0/24', leftOut: 136, at: new Date(start + 59_999) },
  ])
  expect(watch.count()).toBe(148)
})

test('in the next minute events are kept again', () => {
  const watch = openSecurityWatch()
  for (let at = 0; at < 20; at++) watch.note(event())
  for (let at = 0; at < 20; at++) watch.note(event({ seconds: 60 }))
  const leftOut = watch.take(start + 120_000).map((each) => each.leftOut)
  expect(leftOut.filter((count) => count === 0)).toHaveLength(20)
  expect(leftOut.filter((count) => count > 0)).toEqual([10, 10])
})

test('an attack from 100,000 networks is at most 300 events and 301 counts in a minute, and no refusal is uncounted', () => {
  const watch = openSecurityWatch()
  for (let at = 0; at < 100_000; at++) watch.note(event({ network: `network ${at}` }))
  const taken = watch.take(start + 60_000)
  expect(taken.length).toBeLessThanOrEqual(601)
  const counted = taken.reduce((sum, { leftOut }) => sum + (leftOut || 1), 0)
  expect(counted).toBe(100_000)
})

test('events that could not be written come back first, and 2,000 are kept at most', () => {
  const watch = openSecurityWatch()
  watch.note(event({ kind: 'csrf' }))
  const taken = watch.take(start)
  watch.note(event({ kind: 'forbidden' }))
  watch.putBack(taken)
  expect(watch.take(start).map(({ kind }) => kind)).toEqual(['csrf', 'forbidden'])
  watch.putBack(Array.from({ length: 5_000 }, () => ({ ...event(), leftOut: 0 })))
  expect(watch.take(start)).toHaveLength(2_000)
})

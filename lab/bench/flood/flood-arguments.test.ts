import { expect, test } from 'vitest'
import { readFloodArguments } from './flood-arguments.ts'
import { strangerNames } from './stranger-kinds.ts'

test('without arguments a flood has 50 connections, 5 seconds, every kind of strangers and three set-ups', () => {
  const { kinds, setUps, ...numbers } = readFloodArguments([])
  expect(numbers).toEqual({ seconds: 5, connections: 50, perSecond: 50, isStrict: false })
  expect(kinds).toEqual(strangerNames)
  expect(setUps.map(({ addresses, counted }) => [addresses, counted])).toEqual([
    [8, true],
    [1, true],
    [1, false],
  ])
})

test('a short flood of one path is asked for by name', () => {
  const asked = readFloodArguments(['--only', 'openapi', '--set-ups=one', '--seconds', '1', '--strict'])
  expect(asked).toMatchObject({ kinds: ['openapi'], setUps: [{ name: 'one' }], seconds: 1, isStrict: true })
})

test('a wrong argument of the flood is named, with what is allowed', () => {
  expect(() => readFloodArguments(['--only', 'openapi,closed'])).toThrow('--only has "closed"')
  expect(() => readFloodArguments(['--set-ups', 'two'])).toThrow('--set-ups has "two"')
  expect(() => readFloodArguments(['--seconds', '61'])).toThrow('--seconds has "61"')
  expect(() => readFloodArguments(['--connections', '0'])).toThrow('--connections has "0"')
  expect(() => readFloodArguments(['--per-second', '51'])).toThrow('--per-second has "51"')
  expect(() => readFloodArguments(['--paths'])).toThrow('--paths')
})

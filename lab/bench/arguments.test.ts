import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('without arguments the benchmark measures transfers at 1, 16, 64 and 256 connections in three rounds', () => {
  const { parts, connections, seconds, rounds } = readArguments([])
  expect(parts).toEqual(['start', 'transfers', 'latency'])
  expect({ connections, seconds, rounds }).toEqual({ connections: [1, 16, 64, 256], seconds: 5, rounds: 3 })
})

test('a comparison has ten rounds, and a flood can be limited to one kind of strangers and one source', () => {
  expect(readArguments(['--against', '../before'])).toMatchObject({ against: '../before', rounds: 10 })
  const options = readArguments(['--parts', 'flood', '--only', 'openapi', '--sources', 'one', '--strict'])
  expect(options).toMatchObject({
    parts: ['flood'],
    strangers: ['openapi'],
    sources: ['one'],
    isStrict: true,
  })
})

for (const [wrong, ...given] of [
  ['--connections has "many"', '--connections', '16,many'],
  ['--seconds has "0"', '--seconds', '0'],
  ['--rounds has "1.5"', '--rounds', '1.5'],
  ['--parts has "speed"', '--parts', 'speed'],
  ['--only has "closed"', '--only', 'openapi,closed'],
  ["Unknown option '--speed'", '--speed'],
] as const) {
  test(`the benchmark refuses ${given.join(' ')}`, () => {
    expect(() => readArguments(given)).toThrow(wrong)
  })
}

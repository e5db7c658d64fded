import { expect, test } from 'vitest'
import { commandOf, readArguments } from './arguments.ts'

test('the command of a run has its length and its seed', () => {
  for (const [given, command] of [
    [['--minutes', '60', '--seed', 'a1'], 'npm run chaos -- --minutes 60 --seed a1'],
    [['--commit', '--seed', 'a1'], 'npm run chaos -- --commit --seed a1'],
    [['--gold', '--seed', 'a1'], 'npm run chaos -- --gold --seed a1'],
    [['--failover', '--minutes', '3', '--seed', 'a1'], 'npm run chaos -- --failover --minutes 3 --seed a1'],
    [['--patroni', '--minutes', '3', '--seed', 'a1'], 'npm run chaos -- --patroni --minutes 3 --seed a1'],
    [['--seed', 'a1'], 'npm run chaos -- --minutes 5 --seed a1'],
  ] as const) {
    expect(commandOf(readArguments(given))).toBe(command)
  }
})

test('without --seed each run gets a random seed', () => {
  expect(readArguments([]).seed).not.toBe(readArguments([]).seed)
})

test('wrong arguments of npm run chaos are named', () => {
  expect(() => readArguments(['--minutes', 'soon'])).toThrow('--minutes has "soon"')
  expect(() => readArguments(['--commit', '--gold'])).toThrow('give one of them')
  expect(() => readArguments(['--failover', '--gold'])).toThrow('--failover goes with --minutes only')
  expect(() => readArguments(['--patroni', '--commit'])).toThrow('--patroni goes with --minutes only')
  expect(() => readArguments(['--seed', 'a b'])).toThrow('--seed has "a b"')
  expect(() => readArguments(['--hours', '1'])).toThrow('--hours')
})

import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('without arguments everything is measured at 1, 16, 64 and 256 connections', () => {
  expect(readArguments([])).toEqual({
    connections: [1, 16, 64, 256],
    seconds: 5,
    rounds: 3,
    scale: 64,
    parts: ['page', 'start', 'transfers', 'latency', 'contention', 'live'],
    entries: [10_000, 1_000_000, 10_000_000],
    profile: undefined,
  })
})

test('a short run is asked for by name', () => {
  const asked = readArguments(['--connections', '64', '--seconds=1', '--rounds', '1', '--parts', 'transfers'])
  expect(asked).toMatchObject({ connections: [64], seconds: 1, rounds: 1, parts: ['transfers'] })
})

test('a wrong argument is named, with what is allowed', () => {
  expect(() => readArguments(['--connections', '16,many'])).toThrow('--connections has "many"')
  expect(() => readArguments(['--seconds', '0'])).toThrow('--seconds has "0"')
  expect(() => readArguments(['--rounds', '1.5'])).toThrow('--rounds has "1.5"')
  expect(() => readArguments(['--parts', 'speed'])).toThrow('--parts has "speed"')
  expect(() => readArguments(['--speed'])).toThrow('--speed')
})

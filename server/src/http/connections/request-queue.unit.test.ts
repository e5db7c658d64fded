import { expect, test } from 'vitest'
import type { Refusal } from '../../refusal.ts'
import { openRequestQueue } from './request-queue.ts'

/** A queue on a simulated event loop that records the order of starts. `took` milliseconds pass in each turn. */
function openSimulatedQueue({ took = 0 } = {}) {
  const turns: (() => void)[] = []
  const pauses: number[] = []
  let time = 0
  const queue = openRequestQueue({
    nextTurn: (work) => turns.push(work),
    after: (milliseconds, work) => {
      pauses.push(milliseconds)
      turns.push(work)
    },
    now: () => time,
  })
  const started: string[] = []
  return {
    queue,
    started,
    enter: (name: string, ip: string, sessionKey?: string) =>
      queue.enter({ sessionKey, ip }, (refusal?: Refusal) =>
        started.push(refusal ? `${name} ${refusal.code}` : name),
      ),
    pauses,
    turn: () => {
      time += took
      turns.shift()?.()
    },
  }
}

test('a request to an idle server starts at once', () => {
  const { enter, started } = openSimulatedQueue()
  enter('first', '203.0.113.1')
  expect(started).toEqual(['first'])
})

test('visitors’ requests start one in each turn, the addresses in rotation', () => {
  const { enter, started, turn } = openSimulatedQueue()
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, '203.0.113.1')
  enter('b1', '203.0.113.2')
  enter('b2', '203.0.113.2')
  enter('c1', '2001:db8::1')
  expect(started).toEqual(['a1'])
  for (let at = 0; at < 6; at++) turn()
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  turn()
  enter('a5', '203.0.113.1')
  expect(started.at(-1)).toBe('a5')
})

test('a trusted session starts ahead of all visitors until it is distrusted', () => {
  const { queue, enter, started } = openSimulatedQueue()
  for (const name of ['a1', 'a2', 'a3']) enter(name, '203.0.113.1')
  queue.trust('session of Alice')
  enter('Alice', '203.0.113.1', 'session of Alice')
  expect(started).toEqual(['a1', 'Alice'])
  enter('made up', '203.0.113.1', 'unknown session')
  queue.distrust('session of Alice')
  enter('Alice, signed out', '203.0.113.1', 'session of Alice')
  expect(started).toEqual(['a1', 'Alice'])
})

test('an address with 1,000 waiting requests is refused more, and another address is not', () => {
  const { enter, started } = openSimulatedQueue()
  for (let at = 0; at < 1_003; at++) enter(`a${at}`, '203.0.113.1')
  expect(started).toEqual(['a0', 'a1001 busy', 'a1002 busy'])
  enter('b', '203.0.113.2')
  expect(started).toHaveLength(3)
})

test('a session is trusted after 10,000 other sessions and forgotten after 20,000', () => {
  const { queue, enter, started } = openSimulatedQueue()
  enter('stranger', '203.0.113.1')
  queue.trust('early')
  for (let at = 0; at < 10_000; at++) queue.trust(`session ${at}`)
  enter('early', '203.0.113.1', 'early')
  expect(started).toEqual(['stranger', 'early'])
  for (let at = 0; at < 20_000; at++) queue.trust(`later session ${at}`)
  enter('early again', '203.0.113.1', 'early')
  expect(started).toEqual(['stranger', 'early'])
})

test('after 5 ms of work for visitors the next visitor waits as long, and customers do not', () => {
  const { queue, enter, started, turn, pauses } = openSimulatedQueue({ took: 5 })
  queue.trust('session of Alice')
  for (const name of ['a1', 'a2', 'a3']) enter(name, '203.0.113.1')
  turn()
  expect([started, pauses]).toEqual([['a1'], [5]])
  enter('Alice', '203.0.113.1', 'session of Alice')
  turn()
  expect(started).toEqual(['a1', 'Alice', 'a2'])
})

test('the work of several short turns adds up to a pause', () => {
  const { enter, started, turn, pauses } = openSimulatedQueue({ took: 1 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, '203.0.113.1')
  turn()
  turn()
  expect([started, pauses]).toEqual([['a1', 'a2', 'a3'], []])
  turn()
  expect([started, pauses]).toEqual([['a1', 'a2', 'a3'], [3]])
  turn()
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('a visitor’s request with no other waiting causes no pause', () => {
  const { enter, started, turn, pauses } = openSimulatedQueue({ took: 5 })
  for (let at = 0; at < 3; at++) {
    enter(`a${at}`, '203.0.113.1')
    turn()
  }
  expect([started, pauses]).toEqual([['a0', 'a1', 'a2'], []])
})

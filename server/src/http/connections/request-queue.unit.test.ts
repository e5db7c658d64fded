import { expect, test } from 'vitest'
import { type EventLoop, openRequestQueue } from './request-queue.ts'

/** A queue on a simulated event loop that records the order of starts. `took` milliseconds pass in each turn. */
function openSimulatedQueue({ took = 0, isBudgeted = true } = {}) {
  const turns: (() => void)[] = []
  const pauses: number[] = []
  let time = 0
  const loop: EventLoop = {
    nextTurn: (work) => turns.push(work),
    after: (milliseconds, work) => {
      pauses.push(milliseconds)
      turns.push(work)
    },
    now: () => time,
  }
  const queue = openRequestQueue({ isBudgeted }, loop)
  const started: string[] = []
  return {
    queue,
    started,
    enter: (name: string, ip: string, sessionKey?: string) =>
      queue.enter({ sessionKey, ip }, () => started.push(name)),
    pass: (milliseconds: number) => {
      time += milliseconds
    },
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
  const { queue, enter, started, turn } = openSimulatedQueue()
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, '203.0.113.1')
  enter('b1', '203.0.113.2')
  enter('b2', '203.0.113.2')
  enter('c1', '2001:db8::1')
  expect([started, queue.waitingCount()]).toEqual([['a1'], 6])
  for (let at = 0; at < 6; at++) turn()
  expect(queue.waitingCount()).toBe(0)
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

test('an address with 1,000 waiting requests is refused more without any being started, and another address is not', () => {
  const { enter, started } = openSimulatedQueue()
  const taken = Array.from({ length: 1_003 }, (_, at) => enter(`a${at}`, '203.0.113.1'))
  expect([taken.indexOf(false), taken.filter((isTaken) => !isTaken).length]).toEqual([1_001, 2])
  expect(enter('b', '203.0.113.2')).toBe(true)
  expect(started).toEqual(['a0'])
})

test('a session has priority for 20 requests at once and for 10 more each second, and waits in the rotation beyond them', () => {
  const { queue, enter, started, turn, pass } = openSimulatedQueue()
  queue.trust('Mallory')
  for (const name of ['a1', 'a2', 'a3']) enter(name, '203.0.113.1')
  for (let at = 1; at <= 23; at++) enter(`m${at}`, '203.0.113.1', 'Mallory')
  const atOnce = Array.from({ length: 20 }, (_, at) => `m${at + 1}`)
  expect(started).toEqual(['a1', ...atOnce])
  for (let at = 0; at < 4; at++) turn()
  expect(started.slice(21)).toEqual(['a2', 'm21', 'a3', 'm22'])
  enter('a4', '203.0.113.1')
  pass(1_000)
  for (let at = 1; at <= 11; at++) enter(`later m${at}`, '203.0.113.1', 'Mallory')
  expect(started.slice(25)).toEqual(Array.from({ length: 10 }, (_, at) => `later m${at + 1}`))
})

test('a millisecond of work costs a session as much of its priority as a request', () => {
  const { queue, enter, started, pass } = openSimulatedQueue()
  queue.trust('Mallory')
  enter('a', '203.0.113.1')
  queue.enter({ sessionKey: 'Mallory', ip: '203.0.113.1' }, () => pass(12))
  for (let at = 1; at <= 9; at++) enter(`m${at}`, '203.0.113.1', 'Mallory')
  expect(started).toEqual(['a', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'])
})

test('a request is told whether its session had used up its budget', () => {
  const { queue, turn } = openSimulatedQueue()
  const over: boolean[] = []
  const enter = (sessionKey?: string) =>
    queue.enter({ sessionKey, ip: '203.0.113.1' }, (isOverBudget) => over.push(isOverBudget))
  queue.trust('Mallory')
  for (let at = 0; at < 20; at++) enter('Mallory')
  enter('Mallory')
  enter('Mallory')
  enter()
  for (let at = 0; at < 3; at++) turn()
  expect(over).toEqual([...Array.from({ length: 20 }, () => false), true, true, false])
})

test('a session that is distrusted and seen open again has no new budget at once', () => {
  const { queue, enter, started, pass } = openSimulatedQueue()
  enter('a', '203.0.113.1')
  queue.trust('Mallory')
  queue.distrust('Mallory')
  queue.trust('Mallory')
  enter('m1', '203.0.113.1', 'Mallory')
  expect(started).toEqual(['a'])
  pass(100)
  enter('m2', '203.0.113.1', 'Mallory')
  expect(started).toEqual(['a', 'm2'])
})

test('without rate limits an open session has priority without end', () => {
  const { queue, enter, started } = openSimulatedQueue({ isBudgeted: false })
  enter('a', '203.0.113.1')
  queue.trust('session of Alice')
  for (let at = 0; at < 100; at++) enter('Alice', '203.0.113.1', 'session of Alice')
  expect(started).toEqual(['a', ...Array(100).fill('Alice')])
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

test('after 5 ms of work the next request of the same connection waits as long, also with no other waiting', () => {
  const { enter, started, turn, pauses } = openSimulatedQueue({ took: 5 })
  enter('a1', '203.0.113.1')
  turn()
  enter('a2', '203.0.113.1')
  expect([started, pauses]).toEqual([['a1'], [5]])
  turn()
  expect(started).toEqual(['a1', 'a2'])
})

test('a visitor’s short request with no other waiting causes no pause', () => {
  const { enter, started, turn, pauses } = openSimulatedQueue({ took: 1 })
  for (let at = 0; at < 3; at++) {
    enter(`a${at}`, '203.0.113.1')
    turn()
  }
  expect([started, pauses]).toEqual([['a0', 'a1', 'a2'], []])
})
